/** Agents a run may call: those enabled at the request, and those created since. */
import type { AgentCard, Artifact } from '../agent/frames/frames.ts';
import { findArtifactsByName, toArtifact } from '../agent/state/artifacts.ts';
import type { AgentState } from '../agent/state/agent-state.ts';

/** Its `meta` holds the card. */
export const AGENT_ARTIFACT = 'agent';

export function listAgentCards(state: AgentState): readonly AgentCard[] {
  const initial = state.spec?.agents ?? [];
  // earlier ones are in `spec.agents` if they still exist
  const createdArtifacts = findArtifactsByName(state, AGENT_ARTIFACT).filter(
    ({ turn }) => turn >= state.request.firstTurn,
  );
  const created = createdArtifacts.map(({ meta }) => meta.card);
  if (created.length === 0) return initial;
  const all = new Map([...initial, ...created].map((card) => [card.id, card]));
  return [...all.values()];
}

export const listCreatedAgents = (state: AgentState): readonly Artifact[] =>
  findArtifactsByName(state, AGENT_ARTIFACT).map(toArtifact);
