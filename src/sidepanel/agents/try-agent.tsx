import { useId, useState } from 'react';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { formatAgentName } from '../trace/active-agents.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../panel-model.ts';
import { getStage } from '../run/stage.ts';
import { t } from '../strings/strings.ts';
import { MessageField } from '../composer/message-field.tsx';
import { Form } from '../parts/submit-form.tsx';

/** '' if it can be tried. */
function findObstacle(model: PanelModel, { enabled, faults }: AgentEntry): string {
  if (!enabled || faults.length > 0) return t.agents.attempt.off;
  if (model.tab === null) return t.agents.attempt.noTab;
  return getStage(model) === 'running' || model.pending !== null ? t.agents.attempt.busy : '';
}

export function TryOutForm({ agent }: { readonly agent: AgentEntry }) {
  const { panel } = usePanel();
  const obstacle = useModel((model) => findObstacle(model, agent));
  const refusal = useModel((model) => model.refusal);
  const [task, setTask] = useState('');
  const note = useId();
  const { mode } = agent;
  const words = t.agents.attempt;
  const title = mode === 'tool' ? words.title.tool : words.title.handoff(formatAgentName(agent.name));
  const closed = obstacle !== '';
  const send = (): void => {
    const goal = task.trim();
    if (goal !== '' && !closed) void panel.agents.tryOut(agent, goal);
  };
  return (
    <Form className="card attempt ask" aria-label={title} submit={send}>
      <h3>{title}</h3>
      <MessageField
        ref={null}
        value={task}
        onText={setTask}
        send={send}
        aria-label={words.label[mode]}
        aria-describedby={note}
        placeholder={closed ? obstacle : words.placeholder[mode]}
        readOnly={closed}
        aria-disabled={closed}
      />
      <button type="submit" className="button accent" aria-disabled={closed || task.trim() === ''}>
        {words.send[mode]}
      </button>
      <p id={note} className="fine">
        {closed ? obstacle : words.where}
      </p>
      {refusal !== null && (
        <p className="warn fine" role="alert">
          {refusal.message} {refusal.hint}
        </p>
      )}
    </Form>
  );
}
