/**
 * The web as a run knows it: what searches found, what was read of it, and which addresses may be read at all. The one rule:
 * an address comes out of this table, out of the person's own words, or is asked about (SAFETY D3).
 */
import type { Labels, SourceChoice } from '../agent/frames.ts';
import type { SearchRound, WebSource } from '../agent/rag/types.ts';
import { foundAs, type AgentState, type Found } from '../agent/state.ts';
import { canonicalUrl } from '../pipeline/web/canonical.ts';
import { metaText, WEB } from './page.ts';

export { WEB };

export type { EngineOutcome, ListedResult, SearchRound, Strategy, WebSource } from '../agent/rag/types.ts';

/** Name of the object that holds what one search brought: its `meta` is a {@link SearchRound}. */
export const RESULTS = 'results';

/** What anybody may see, of somebody else's words. */
export function webLabels(url: string): Labels {
  return { integrity: 'untrusted', confidentiality: 'public', origin: URL.canParse(url) ? new URL(url).origin : 'web' };
}

/** The searches of a run, oldest first. */
export const roundsOf = (state: AgentState): readonly SearchRound[] =>
  foundAs(state, RESULTS).map(({ meta }) => meta as unknown as SearchRound);

/** The sources on the web, each as it was read last, in the order in which they were found first. */
export function webSources(state: AgentState): readonly Found[] {
  const sources = new Map<string, Found>();
  for (const found of foundAs(state, WEB)) sources.set(metaText(found, 'url'), found);
  return [...sources.values()];
}

const NONE: SourceChoice = { pinned: [], banned: [] };

/** What the person last said of sources. */
export function choiceOf({ spec, exchanges }: Pick<AgentState, 'spec' | 'exchanges'>): SourceChoice {
  if (spec?.sources) return spec.sources;
  for (const { sources } of exchanges.newestFirst()) if (sources) return sources;
  return NONE;
}

/** Whether an answer may rest on that address: the person's word first, then its grade. */
export function mayCite(url: string, state: AgentState): boolean {
  const { pinned, banned } = choiceOf(state);
  if (banned.includes(url)) return false;
  return pinned.includes(url) || state.grades.get(url)?.relevance === 'relevant';
}

/** The address that a reference stands for: a result's, or that of a link on a page that was read. Null for any other. */
export function linkOf(ref: string, state: AgentState): string | null {
  const wanted = ref.trim();
  const url = canonicalUrl(wanted);
  for (const { results } of roundsOf(state))
    for (const result of results) if (result.ref === wanted || result.url === url) return result.url;
  for (const { meta } of webSources(state)) {
    const { ref: own, url: read, links } = meta as unknown as WebSource;
    if (own === wanted || (url !== null && (read === url || links.includes(url)))) return own === wanted ? read : url;
  }
  return null;
}
