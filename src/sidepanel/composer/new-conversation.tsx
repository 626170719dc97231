import { resolveDestination } from './conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { isStarting } from '../run/stage.ts';
import { t } from '../strings/strings.ts';

export function NewConversationButton() {
  const { panel } = usePanel();
  const why = useModel((model) => {
    const to = resolveDestination(model);
    if (isStarting(model)) return 'first';
    return to.type === 'follow' ? 'follow' : to.why;
  });
  if (why !== 'follow' && why !== 'afresh') return null;
  return (
    <button type="button" className="quiet afresh" onClick={() => panel.setStartsNew(why === 'follow')}>
      {why === 'follow' ? t.newConversation : t.backToConversation}
    </button>
  );
}
