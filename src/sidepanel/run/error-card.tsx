import type { ReactNode } from 'react';
import type { UserError } from '../../lib/base/errors.ts';
import { t } from '../strings/strings.ts';
import { useOpenShortcut } from '../parts/use-open-shortcut.ts';
import { usePanel } from '../panel-context.ts';

interface ErrorCardProps {
  readonly title: string;
  readonly error: UserError;
  readonly children?: ReactNode;
}

export function ErrorCard({ title, error, children }: ErrorCardProps) {
  return (
    <div className="card error" role="alert" data-code={error.code}>
      <h2>{title}</h2>
      <p>{error.message}</p>
      {error.hint !== '' && <p className="hint">{error.hint}</p>}
      {children}
    </div>
  );
}

export function getErrorTitle(error: UserError): string {
  return t.errors[error.code] ?? t.error;
}

interface AccessErrorProps {
  readonly error: UserError;
  readonly children?: ReactNode;
}

/** Two remedies: the toolbar icon for this page, or access to every site. */
export function AccessError({ error, children }: AccessErrorProps) {
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

export function SettingsButton({ error }: { readonly error: UserError }) {
  const { host } = usePanel();
  if (!/^(?:model|key)\./.test(error.code)) return null;
  return (
    <div className="row">
      <button type="button" className="button" onClick={host.openSettings}>
        {t.changeModel}
      </button>
    </div>
  );
}
