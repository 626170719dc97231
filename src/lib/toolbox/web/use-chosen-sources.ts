/** `use_chosen_sources`: answers again with the user's choice of sources; fetches only unread ones. */
import { LINKED, type PlannedCall, type Tool } from '../../agent/tool-calls/index.ts';
import { findOutcome } from '../../agent/state/fold-tool-calls.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import { resolveNeed } from './search-web-for-info.ts';
import { getCurrentSearches, getLatestSourceChoice, canCite, listResults, listWebSources } from './web-artifacts.ts';
import { buildWebPassages } from './web-passages.ts';
import { readSources } from './web-reading.ts';
import { createDefinition, WEB_READ } from '../definition.ts';

export const useChosenSources: Tool = {
  definition: createDefinition({
    name: 'use_chosen_sources',
    title: 'Use the chosen sources',
    description: 'Go through what was found once more, with the sources that the person chose.',
    promises: WEB_READ,
  }),
  tier: 'public-read',
  getDestination: () => LINKED,
  getDeparture(_args, state) {
    const { pinned } = getLatestSourceChoice(state);
    return { to: pinned.map((url) => new URL(url).host), text: pinned.join('\n') };
  },
  timeoutMs: null, // every page in it has its own timeout
  checkAvailability: ({ spec }) => (spec?.sources ? true : 'the person has chosen no sources.'),
  async *run(_args, context) {
    const state = context.state();
    const { rounds, isFor } = getCurrentSearches(state);
    const results = new Map(listResults(rounds).map((result) => [result.url, result]));
    const need = resolveNeed(state);
    yield* readSources(
      selectUrlsToRead([...results.keys()], state).flatMap((url) => results.get(url) ?? []),
      need.text,
      context,
    );
    return buildWebPassages(need, rounds, isFor, context);
  },
};

/** Ignores pages read by this call itself, which may be resuming. */
function selectUrlsToRead(found: readonly string[], state: AgentState): readonly string[] {
  const earlier = listWebSources(state).filter(({ turn }) => turn < state.past.length);
  const wasRead = earlier.some(({ meta }) => meta.how === 'page' && found.includes(meta.url));
  return wasRead ? getLatestSourceChoice(state).pinned : found.filter((url) => canCite(url, state));
}

/** Null if that was done for the current request. */
export function planUseChosenSources(state: AgentState): PlannedCall | null {
  const tool = useChosenSources.definition.name;
  if (!state.spec?.sources || findOutcome(state, tool, {})) return null;
  return { tool, args: {}, thought: 'Go by the sources that the person chose.' };
}
