import { useEffect } from 'react';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { listRunnableAgents } from '../agents/agents-state.ts';
import { formatAgentName } from '../trace/active-agents.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import type { Where } from '../research/web-note.tsx';

/** Null if the question is not for an agent. */
export function useChosenAgent(where: Where, agent: string): AgentEntry | null {
  const { panel } = usePanel();
  const agents = useModel((model) => model.agents);
  const isForAgent = where === 'agent';
  useEffect(() => {
    if (isForAgent) void panel.agents.refresh();
  }, [isForAgent, panel]);
  if (!isForAgent) return null;
  const candidates = listRunnableAgents(agents);
  return candidates.find(({ id }) => id === agent) ?? candidates[0] ?? null;
}

interface AgentChoiceProps {
  readonly chosen: AgentEntry | null;
  readonly choose: (agent: string) => void;
}

export function AgentChoice({ chosen, choose }: AgentChoiceProps) {
  const agents = useModel((model) => model.agents);
  if (chosen === null) return null;
  return (
    <select
      className="quiet edged agent-choice"
      aria-label={t.agents.ask.choose}
      value={chosen.id}
      onChange={({ target }) => choose(target.value)}
    >
      {listRunnableAgents(agents).map(({ id, name }) => (
        <option key={id} value={id}>
          {formatAgentName(name)}
        </option>
      ))}
    </select>
  );
}

export const formatPlaceholder = ({ name, mode }: AgentEntry): string =>
  t.agents.ask.placeholder[mode](formatAgentName(name));

export const listAgentFacts = ({ manifest }: AgentEntry): readonly string[] => [
  t.agents.ask.direct,
  t.agents.ask.limits(manifest.agent.limits.max_tokens_per_invocation),
];
