/** Everything the run in view asks a person in cards, in order: by itself, or by agents at work in it. Announced as it comes. */
import { useMemo } from 'react';
import { askerOf, cardsAsked } from '../at-work.ts';
import { useModel } from '../panel-context.ts';
import { isLive } from '../run.ts';
import { ApprovalCard } from '../parts/approval-card.tsx';
import { QuestionCard } from '../parts/question-card.tsx';

export function Asks() {
  const state = useModel(({ run }) => (run !== null && isLive(run.state.status) ? run.state : null));
  const asks = useMemo(
    () => (state === null ? [] : cardsAsked(state).map((ask) => ({ ask, by: askerOf(state, ask) }))),
    [state],
  );
  // a card that moves up where another was is as new as one that has just come
  const place = asks.map(({ ask: { id } }) => id).join(' ');
  return (
    <div className="asks" aria-live="polite">
      {asks.map(({ ask, by }) =>
        ask.call === null ? (
          <QuestionCard key={ask.id} ask={ask} by={by} />
        ) : (
          <ApprovalCard key={ask.id} ask={ask} by={by} call={ask.call} place={place} />
        ),
      )}
    </div>
  );
}
