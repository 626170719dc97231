/** Why the page in view cannot be read, and what helps. Not a failure: everything that needs no page still works. */
import type { UserError } from '../../lib/base/errors.ts';
import { AllowButtons } from '../parts/allow-buttons.tsx';
import { Button } from '../parts/button.tsx';
import { useHasModel } from '../parts/connect-model.tsx';
import { useShortcut } from '../parts/use-shortcut.ts';
import { usePanel } from '../panel-context.ts';
import { ERROR_WORDS as words } from '../strings/errors.ts';
import { ErrorCard, SettingsButton } from './error-card.tsx';
import { isLasting, isOfPage } from './lasting-errors.ts';

export function AccessCard({ error }: { readonly error: UserError }) {
  const { panel } = usePanel();
  const hasModel = useHasModel();
  if (error.code === 'page.no-access') return <NoAccessCard error={error} />;
  const isCalm = isOfPage(error);
  return (
    <ErrorCard error={error} isCalm={isCalm}>
      {isCalm && <p className="fine">{words.stillWorks(hasModel)}</p>}
      <div className="row">
        <SettingsButton error={error} />
        {!isLasting(error) && <Button onClick={() => panel.refreshAccess()}>{words.checkAgain}</Button>}
      </div>
    </ErrorCard>
  );
}

/** The step is a click on the icon, which gives access to this page alone. */
function NoAccessCard({ error }: { readonly error: UserError }) {
  const shortcut = useShortcut('open');
  const hasModel = useHasModel();
  return (
    <ErrorCard error={{ ...error, message: '', hint: '' }} isCalm>
      <div className="row tight gap-3">
        <img src="/icons/48.png" alt="" width="32" height="32" />
        <p className="spring">
          {words.clickIcon(shortcut !== '')}
          {shortcut !== '' && (
            <>
              <kbd>{shortcut}</kbd>.
            </>
          )}
        </p>
      </div>
      <AllowButtons />
      <p className="fine">
        {words.unreadableTabs} {words.stillWorks(hasModel)}
      </p>
    </ErrorCard>
  );
}
