/** Everything the run in view asks a person, in order. Announced as it comes; Stop works meanwhile. */
import { useModel } from '../panel-context.ts';
import { isLive } from '../run.ts';
import { ApprovalCard } from '../parts/approval-card.tsx';
import { QuestionCard } from '../parts/question-card.tsx';
import type { AskUserFrame } from '../../lib/agent/frames.ts';

const NONE: readonly AskUserFrame[] = [];

export function Asks() {
  const asks = useModel(({ run }) => (run !== null && isLive(run.state.status) ? run.state.asks : NONE));
  // a card that moves up where another was is as new as one that has just come
  const place = asks.map(({ id }) => id).join(' ');
  return (
    <div className="asks" aria-live="polite">
      {asks.map((ask) =>
        ask.call === null ? (
          <QuestionCard key={ask.id} ask={ask} />
        ) : (
          <ApprovalCard key={ask.id} ask={ask} call={ask.call} place={place} />
        ),
      )}
    </div>
  );
}
