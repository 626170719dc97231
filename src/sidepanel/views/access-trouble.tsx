/**
 * Shows why the tab cannot be read, with a hint. Missing access has two remedies: the toolbar icon for this page, or
 * access to every site.
 */
import type { ReactNode } from 'react';
import type { UserError } from '../../lib/base/errors.ts';
import { SettingsButton } from '../parts/change-model.tsx';
import { ErrorCard, getErrorTitle } from '../parts/trouble-card.tsx';
import { useOpenShortcut } from '../parts/use-open-shortcut.ts';
import { t } from '../strings.ts';

interface AccessTroubleProps {
  readonly trouble: UserError;
  /** Buttons, for when the dock's main button is used for something else. */
  readonly children?: ReactNode;
}

export function AccessTrouble({ trouble, children }: AccessTroubleProps) {
  const shortcut = useOpenShortcut();
  if (trouble.code !== 'page.no-access') {
    return (
      <ErrorCard title={getErrorTitle(trouble)} trouble={trouble}>
        <SettingsButton trouble={trouble} />
      </ErrorCard>
    );
  }
  const cure = shortcut === '' ? t.orClick : t.orShortcut(shortcut);
  return (
    <ErrorCard title={getErrorTitle(trouble)} trouble={{ ...trouble, message: t.noAccess, cure }}>
      <p className="fine">{t.allowHint}</p>
      {children}
    </ErrorCard>
  );
}
