/** Which agent a question goes to, and what that means. Only those that are on and can run are there to be chosen. */
import { useEffect } from 'react';
import type { AgentEntry } from '../../lib/protocol/agents.ts';
import { runnable } from '../agents-view.ts';
import { shownName } from '../at-work.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';

/** The agent chosen, where the question is for one: as the list has it now. */
export function useAskedAgent({ where, agent }: { readonly where: string; readonly agent: string }): AgentEntry | null {
  const { panel } = usePanel();
  const known = useModel((model) => model.agents);
  const wanted = where === 'agent';
  useEffect(() => {
    if (wanted) void panel.agents.look();
  }, [wanted, panel]);
  if (!wanted) return null;
  const all = runnable(known);
  return all.find(({ id }) => id === agent) ?? all[0] ?? null;
}

interface AgentChoiceProps {
  readonly chosen: AgentEntry | null;
  readonly choose: (agent: string) => void;
}

export function AgentChoice({ chosen, choose }: AgentChoiceProps) {
  const known = useModel((model) => model.agents);
  if (chosen === null) return null;
  return (
    <select
      className="quiet edged agent-choice"
      aria-label={t.agents.ask.choose}
      value={chosen.id}
      onChange={({ target }) => choose(target.value)}
    >
      {runnable(known).map(({ id, name }) => (
        <option key={id} value={id}>
          {shownName(name)}
        </option>
      ))}
    </select>
  );
}

export const agentPlaceholder = ({ name, mode }: AgentEntry): string => t.agents.ask.placeholder[mode](shownName(name));

export const agentFacts = ({ manifest }: AgentEntry): readonly string[] => [
  t.agents.ask.direct,
  t.agents.ask.limits(manifest.agent.limits.max_tokens_per_invocation),
];
