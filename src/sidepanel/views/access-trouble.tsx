/** Why the tab cannot be read, with the cure. No access has two: the toolbar icon for this page, or every site for good. */
import type { ReactNode } from 'react';
import type { Trouble } from '../../lib/base/errors.ts';
import { ChangeModel } from '../parts/change-model.tsx';
import { TroubleCard, troubleTitle } from '../parts/trouble-card.tsx';
import { useOpenShortcut } from '../parts/use-open-shortcut.ts';
import { t } from '../strings.ts';

interface AccessTroubleProps {
  readonly trouble: Trouble;
  /** Buttons, where the dock's own is taken. */
  readonly children?: ReactNode;
}

export function AccessTrouble({ trouble, children }: AccessTroubleProps) {
  const shortcut = useOpenShortcut();
  if (trouble.code !== 'page.no-access') {
    return (
      <TroubleCard title={troubleTitle(trouble)} trouble={trouble}>
        <ChangeModel trouble={trouble} />
      </TroubleCard>
    );
  }
  const cure = shortcut === '' ? t.orClick : t.orShortcut(shortcut);
  return (
    <TroubleCard title={troubleTitle(trouble)} trouble={{ ...trouble, message: t.noAccess, cure }}>
      <p className="fine">{t.allowHint}</p>
      {children}
    </TroubleCard>
  );
}
