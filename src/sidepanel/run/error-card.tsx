import type { ReactNode } from 'react';
import type { UserError } from '../../lib/base/errors.ts';
import { t } from '../strings/strings.ts';
import { useShortcut } from '../parts/use-shortcut.ts';
import { usePanel } from '../panel-context.ts';
import { Button } from '../parts/button.tsx';
import { ConnectModelButton, useLacksModel } from '../parts/connect-model.tsx';
import { Cure } from '../../ui/cure.tsx';

interface ErrorCardProps {
  /** If the error has no title of its own. */
  readonly title?: string;
  readonly error: UserError;
  readonly children?: ReactNode;
}

export function ErrorCard({ title = t.error, error, children }: ErrorCardProps) {
  const { host } = usePanel();
  return (
    <div className="card error" role="alert" data-code={error.code}>
      <h2>{t.errors[error.code] ?? title}</h2>
      <p>{error.message}</p>
      {error.hint !== '' && <Cure text={error.hint} copy={host.copy} />}
      {children}
    </div>
  );
}

/** Two remedies: the toolbar icon for this page, or access to every site. */
export function AccessError({ error, children }: Omit<ErrorCardProps, 'title'>) {
  const shortcut = useShortcut('open');
  if (error.code !== 'page.no-access') {
    return (
      <ErrorCard error={error}>
        <SettingsButton error={error} />
      </ErrorCard>
    );
  }
  const hint = shortcut === '' ? t.orClick : t.orShortcut(shortcut);
  return (
    <ErrorCard error={{ ...error, message: t.noAccess, hint }}>
      <p className="fine">{t.allowHint}</p>
      {children}
    </ErrorCard>
  );
}

export function SettingsButton({ error }: { readonly error: UserError }) {
  const { host } = usePanel();
  const connects = useLacksModel(error);
  if (!connects && !/^(?:model|key)\./.test(error.code)) return null;
  return (
    <div className="row">
      {connects ? <ConnectModelButton /> : <Button onClick={host.openSettings}>{t.changeModel}</Button>}
    </div>
  );
}
