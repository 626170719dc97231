/** Why the page in view cannot be read, and what helps. Not a failure: everything that needs no page still works. */
import type { UserError } from '../../lib/base/errors.ts';
import { AllowButtons } from '../parts/allow-buttons.tsx';
import { Button } from '../parts/button.tsx';
import { useHasModel } from '../parts/connect-model.tsx';
import { useShortcut } from '../parts/use-shortcut.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/shell.ts';
import { ErrorCard, SettingsButton } from './error-card.tsx';
import { isLasting, isOfPage } from './lasting-errors.ts';

export function AccessCard({ error }: { readonly error: UserError }) {
  const { panel } = usePanel();
  const hasModel = useHasModel();
  if (error.code === 'page.no-access') return <NoAccessCard error={error} />;
  const isCalm = isOfPage(error);
  return (
    <ErrorCard error={error} isCalm={isCalm}>
      {isCalm && <p className="fine">{t.stillWorks(hasModel)}</p>}
      <div className="row">
        <SettingsButton error={error} />
        {!isLasting(error) && <Button onClick={() => panel.refreshAccess()}>{t.checkAgain}</Button>}
      </div>
    </ErrorCard>
  );
}

function NoAccessCard({ error }: { readonly error: UserError }) {
  const shortcut = useShortcut('open');
  const hasModel = useHasModel();
  const hint = shortcut === '' ? t.orClick : t.orShortcut(shortcut);
  return (
    <ErrorCard error={{ ...error, message: hint, hint: '' }} isCalm>
      <p className="fine">
        {t.unreadableTabs} {t.stillWorks(hasModel)}
      </p>
      <AllowButtons />
    </ErrorCard>
  );
}
