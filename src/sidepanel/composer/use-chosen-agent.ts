import { useEffect } from 'react';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { listRunnableAgents } from '../agents/agents-state.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { Draft } from './draft.ts';

/** Null if the question is not for an agent. */
export function useChosenAgent({ where, agent }: Draft): AgentEntry | null {
  const { panel } = usePanel();
  const agents = useModel((model) => model.agents);
  const isForAgent = where === 'agent';
  useEffect(() => {
    if (isForAgent) void panel.agents.refresh();
  }, [isForAgent, panel]);
  if (!isForAgent) return null;
  const candidates = listRunnableAgents(agents);
  return candidates.find(({ id }) => id === agent) ?? null; // never another one than was chosen
}
