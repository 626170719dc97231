import { useMemo } from 'react';
import { getAskerName, listAskCards } from '../trace/active-agents.ts';
import { useModel } from '../panel-context.ts';
import { isLive } from './run-model.ts';
import { ApprovalCard } from './approval-card.tsx';
import { QuestionCard } from './question-card.tsx';

export function Asks() {
  const state = useModel(({ run }) => (run !== null && isLive(run.state.status) ? run.state : null));
  const asks = useMemo(
    () => (state === null ? [] : listAskCards(state).map((ask) => ({ ask, by: getAskerName(state, ask) }))),
    [state],
  );
  // a card that moves counts as new
  const place = asks.map(({ ask: { id } }) => id).join(' ');
  return (
    <div className="asks" aria-live="polite">
      {asks.map(({ ask, by }) =>
        ask.call === null ? (
          <QuestionCard key={ask.id} ask={ask} agent={by} />
        ) : (
          <ApprovalCard key={ask.id} ask={ask} agent={by} call={ask.call} place={place} />
        ),
      )}
    </div>
  );
}
