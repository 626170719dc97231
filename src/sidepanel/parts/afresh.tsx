/** Out of the conversation in view, and back into it before anything was asked. */
import { destinationOf } from '../conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { isBeginning } from '../stage.ts';
import { t } from '../strings.ts';

export function Afresh() {
  const { panel } = usePanel();
  const why = useModel((model) => {
    const to = destinationOf(model);
    if (isBeginning(model)) return 'first';
    return to.type === 'follow' ? 'follow' : to.why;
  });
  if (why !== 'follow' && why !== 'afresh') return null;
  return (
    <button type="button" className="quiet afresh" onClick={() => panel.startAfresh(why === 'follow')}>
      {why === 'follow' ? t.newConversation : t.backToConversation}
    </button>
  );
}
