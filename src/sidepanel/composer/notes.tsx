/** What is said beside the question field before it is sent. */
import { needsAccess } from '../access-actions.ts';
import { chooseConversation } from '../question/conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/shell.ts';
import { hasNoEngine } from '../question/obstacle.ts';
import type { NextQuestion } from '../question/use-next-question.ts';
import { Facts } from '../parts/fine-print.tsx';
import { formatLikelyCost, listCostFacts, type JobEstimate } from '../receipt/estimate-facts.ts';
import { webPart } from '../lazy-parts.ts';
import { Lazy } from '../parts/lazy.tsx';
import { QuietButton } from '../parts/button.tsx';
import { ModelNote } from '../parts/connect-model.tsx';

interface NoteProps {
  readonly id: string;
  readonly next: NextQuestion;
  /** Without it only screen readers hear of the cost. */
  readonly showsCost: boolean;
}

export function Note({ id, next, showsCost }: NoteProps) {
  const { obstacle, kind, hasAdded, agent, estimate, hasModel } = next;
  const lacksEngine = useModel(hasNoEngine);
  const lacksAccess = useModel(needsAccess);
  const couldChat = next.canOnlyChat && !lacksAccess; // which has a card with its cure
  const destination = useModel((model) => {
    const to = chooseConversation(model);
    return to.type === 'follow' || to.why === 'first' ? '' : t.destination[to.why];
  });
  if (kind === 'agent' && !hasModel && agent !== null) return <ModelNote id={id} text={t.agents.ask.needModel} />;
  if (!hasModel && (kind === 'chat' || (kind === 'page' && couldChat && !hasAdded)))
    return <ModelNote id={id} text={t.chat.needModel} />;
  if (obstacle !== '') {
    return (
      <div id={id} className="fine">
        {kind === 'web' && lacksEngine ? (
          <Lazy part={webPart}>{({ SetUpSearch }) => <SetUpSearch />}</Lazy>
        ) : (
          <p className="unseen">{obstacle}</p>
        )}
      </div>
    );
  }
  return (
    <>
      <div id={id} className="fine">
        {destination !== '' && <p>{destination}</p>}
        {kind === 'web' && <Lazy part={webPart}>{({ WebDetails }) => <WebDetails ignoresContext={hasAdded} />}</Lazy>}
        {kind === 'chat' && hasAdded && <p>{t.web.staysHere}</p>}
        {kind === 'agent' && agent !== null && (
          <p>{t.agents.ask.limits(agent.manifest.agent.limits.max_tokens_per_invocation)}</p>
        )}
        <p className={showsCost ? undefined : 'unseen'}>
          {estimate !== null && <Facts facts={listCostFacts(estimate, t.askBox.free, t.askBox.likely)} />}
        </p>
      </div>
      {kind === 'web' && <Lazy part={webPart}>{({ WebOffer }) => <WebOffer />}</Lazy>}
    </>
  );
}

interface CostButtonProps {
  readonly estimate: JobEstimate | null;
  /** The id of the note that says it in full. */
  readonly note: string;
  readonly open: boolean;
  readonly toggle: () => void;
}

/** What the next question will likely cost; nothing if it is free. */
export function CostButton({ estimate, note, open, toggle }: CostButtonProps) {
  const cost = estimate === null ? t.receipt.free : formatLikelyCost(estimate);
  if (cost === t.receipt.free) return null;
  return (
    <QuietButton
      className="quiet cost"
      aria-expanded={open}
      aria-controls={note}
      title={t.askBox.cost}
      onClick={toggle}
    >
      <span className="unseen">{t.askBox.cost}: </span>
      {cost}
    </QuietButton>
  );
}

export function RegionChoiceNote() {
  const { panel } = usePanel();
  const choosing = useModel((model) => model.choosing);
  return (
    <div className={choosing ? 'row between soft choosing' : 'unseen'}>
      <p role="status">{choosing && t.pictures.choosing}</p>
      {choosing && <QuietButton onClick={() => void panel.pictures.cancelRegionChoice()}>{t.stop}</QuietButton>}
    </div>
  );
}
