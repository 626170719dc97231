/** The agents a run may call: those enabled at the time of the request, and those created in the run since. */
import type { AgentCard, Artifact } from '../agent/frames/frames.ts';
import { findArtifactsByName, toArtifact, type AgentState } from '../agent/store/run-state.ts';

/** Name of the artifact that records a created agent; its `meta` holds the card. */
export const AGENT_ARTIFACT = 'agent';

export function listAgentCards(state: AgentState): readonly AgentCard[] {
  const initial = state.spec?.agents ?? [];
  // those created for an earlier request are in `spec.agents` if they still exist
  const createdArtifacts = findArtifactsByName(state, AGENT_ARTIFACT).filter(
    ({ turn }) => turn >= state.request.firstTurn,
  );
  const created = createdArtifacts.map(({ meta }) => meta.card);
  if (created.length === 0) return initial;
  const all = new Map([...initial, ...created].map((card) => [card.id, card]));
  return [...all.values()];
}

/** The artifacts of agents that a called agent created, which its caller gets too. */
export const listCreatedAgents = (state: AgentState): readonly Artifact[] =>
  findArtifactsByName(state, AGENT_ARTIFACT).map(toArtifact);
