/**
 * `use_chosen_sources`: what was found, once more, with the sources that the person pinned and without those they banned. The
 * one rule: nothing is searched or graded again, and only what was pinned and not read yet is fetched; where no page could be read
 * before, the person may have allowed it since, and the good ones are.
 */
import { LINKED, type PlannedCall, type Tool } from '../agent/tools.ts';
import { signature } from '../agent/fold.ts';
import type { AgentState } from '../agent/state.ts';
import { TOOL_SCHEMAS } from './schemas.ts';
import { needOf } from './search-web-for-info.ts';
import { metaText } from './page.ts';
import { askedNow, choiceOf, mayCite, webSources } from './web.ts';
import { webPassages } from './web-passages.ts';
import { readSources } from './web-reading.ts';

export const useChosenSources: Tool = {
  definition: {
    name: 'use_chosen_sources',
    description: 'Go through what was found once more, with the sources that the person chose.',
    inputSchema: TOOL_SCHEMAS.use_chosen_sources,
    outputSchema: null,
    examples: [],
    annotations: {
      title: 'Use the chosen sources',
      readOnly: true,
      destructive: false,
      idempotent: true,
      openWorld: true,
    },
  },
  tier: 'public-read',
  destination: () => LINKED,
  timeoutMs: null, // every page in it has a bound of its own
  available: ({ spec }) => (spec?.sources ? true : 'the person has chosen no sources.'),
  async *run(_args, context) {
    const state = context.state();
    const { rounds, isFor } = askedNow(state);
    const results = new Map(rounds.flatMap((round) => round.results.map((result) => [result.url, result] as const)));
    const need = needOf(state);
    yield* readSources(
      wantedUrls([...results.keys()], state).flatMap((url) => results.get(url) ?? []),
      need.text,
      context,
    );
    return webPassages(need, rounds, isFor, context);
  },
};

/** What this call has read itself counts for nothing: it may be its second life. */
function wantedUrls(found: readonly string[], state: AgentState): readonly string[] {
  const before = webSources(state).filter(({ turn }) => turn < state.past.length);
  const wasRead = before.some((one) => one.meta['how'] === 'page' && found.includes(metaText(one, 'url')));
  return wasRead ? choiceOf(state).pinned : found.filter((url) => mayCite(url, state));
}

/** The call that goes through the sources, while that has not been done for the present wish. */
export function chosenFirst(state: AgentState): PlannedCall | null {
  if (!state.spec?.sources) return null;
  const tried = state.outcomes.get(signature(useChosenSources.definition.name, {}));
  if (tried !== undefined && tried.turn >= state.since) return null;
  return { tool: useChosenSources.definition.name, args: {}, thought: 'Go by the sources that the person chose.' };
}
