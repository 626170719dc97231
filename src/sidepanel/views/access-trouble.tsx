/** Why the tab cannot be read, with the cure. No access has two: the toolbar icon for this page, or every site for good. */
import { useEffect, useState, type ReactNode } from 'react';
import type { Trouble } from '../../lib/base/errors.ts';
import { ChangeModel } from '../parts/change-model.tsx';
import { TroubleCard, troubleTitle } from '../parts/trouble-card.tsx';
import { usePanel } from '../panel-context.ts';
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

/** The shortcut the person really has for the toolbar icon; '' until known, or when there is none. */
function useOpenShortcut(): string {
  const { host } = usePanel();
  const [shortcut, setShortcut] = useState('');
  useEffect(() => {
    let current = true;
    host.shortcuts().then(
      ({ open }) => {
        if (current) setShortcut(open);
      },
      () => undefined, // the sentence without a shortcut is true as well
    );
    return () => {
      current = false;
    };
  }, [host]);
  return shortcut;
}
