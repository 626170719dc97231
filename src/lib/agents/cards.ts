/** The agents that a run may call. The one rule: those that stood when the person wished, and those made in the run since. */
import type { AgentCard, ToolObject } from '../agent/frames.ts';
import { foundAs, type AgentState } from '../agent/state.ts';

/** Name of the object that says that an agent was made; its `meta` holds the card. */
export const AGENT = 'agent';

export function cardsOf(state: AgentState): readonly AgentCard[] {
  const stood = state.spec?.agents ?? [];
  // of those that were made for an earlier wish, the ones that still stand are among the others
  const since = foundAs(state, AGENT).filter(({ turn }) => turn >= state.since);
  const made = since.map(({ meta }) => meta['card'] as unknown as AgentCard);
  if (made.length === 0) return stood;
  const all = new Map([...stood, ...made].map((card) => [card.id, card]));
  return [...all.values()];
}

/** Agents that were made by one that was called: its caller has them too. */
export const savedIn = (state: AgentState): readonly ToolObject[] =>
  foundAs(state, AGENT).map(({ name, body, meta, hidden }) => ({ name, body, meta, hidden }));
