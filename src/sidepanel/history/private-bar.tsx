import { useModel, usePanel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { t } from '../strings/shell.ts';

/** Says at the top of the panel that conversations are not kept. */
export function PrivateBar() {
  const { panel } = usePanel();
  const isPrivate = useModel((model) => model.keeping?.private ?? false);
  return (
    <div className={isPrivate ? 'row between private' : 'unseen'}>
      <p role="status">{isPrivate && t.history.privateOn}</p>
      {isPrivate && <QuietButton onClick={() => panel.setPrivate(false)}>{t.history.turnOff}</QuietButton>}
    </div>
  );
}
