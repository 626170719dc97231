/** Two remedies: the toolbar icon for this page, or access to every site. */
import type { ReactNode } from 'react';
import type { UserError } from '../../lib/base/errors.ts';
import { SettingsButton } from './change-model.tsx';
import { ErrorCard, getErrorTitle } from './error-card.tsx';
import { useOpenShortcut } from '../parts/use-open-shortcut.ts';
import { t } from '../strings/strings.ts';

interface AccessTroubleProps {
  readonly error: UserError;
  readonly children?: ReactNode;
}

export function AccessTrouble({ error, children }: AccessTroubleProps) {
  const shortcut = useOpenShortcut();
  if (error.code !== 'page.no-access') {
    return (
      <ErrorCard title={getErrorTitle(error)} error={error}>
        <SettingsButton error={error} />
      </ErrorCard>
    );
  }
  const hint = shortcut === '' ? t.orClick : t.orShortcut(shortcut);
  return (
    <ErrorCard title={getErrorTitle(error)} error={{ ...error, message: t.noAccess, hint }}>
      <p className="fine">{t.allowHint}</p>
      {children}
    </ErrorCard>
  );
}
