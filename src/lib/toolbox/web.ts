/**
 * The web as a run knows it: what searches found, what was read of it, and which addresses may be read at all. The one rule:
 * an address comes out of this table, out of the person's own words, or is asked about (SAFETY D3).
 */
import type { Grade, Labels, SourceChoice } from '../agent/frames.ts';
import { gradeFor } from '../agent/grade.ts';
import type { SearchRound, WebSource } from '../agent/rag/types.ts';
import { foundAs, type AgentState, type Found } from '../agent/state.ts';
import { canonicalUrl } from '../pipeline/web/canonical.ts';
import { metaText, WEB } from './page.ts';
import { sourcesIn } from './sources.ts';

export { WEB };

export type { EngineOutcome, ListedResult, SearchRound, Strategy, WebSource } from '../agent/rag/types.ts';

/** Name of the object that holds what one search brought: its `meta` is a {@link SearchRound}. */
export const RESULTS = 'results';

/** What anybody may see, of somebody else's words. */
export function webLabels(url: string): Labels {
  return { integrity: 'untrusted', confidentiality: 'public', origin: URL.canParse(url) ? new URL(url).origin : 'web' };
}

/** The searches of a run, oldest first. `from`, `to`: those of turns from the one and below the other. */
export const roundsOf = (state: AgentState, from = 0, to = Infinity): readonly SearchRound[] =>
  foundAs(state, RESULTS).flatMap(({ meta, turn }) =>
    turn >= from && turn < to ? [meta as unknown as SearchRound] : [],
  );

/** The sources on the web, each as it was read last, in the order in which they were found first. */
export const webSources = (state: AgentState): readonly Found[] => sourcesIn(state).filter(({ name }) => name === WEB);

/** A page that this run has read. */
export const pageAt = (url: string, state: AgentState): Found | undefined =>
  webSources(state).find((source) => metaText(source, 'url') === url && source.meta['how'] === 'page');

const NONE: SourceChoice = { pinned: [], banned: [] };

/** What the person last said of sources. */
export function choiceOf({ spec, exchanges }: Pick<AgentState, 'spec' | 'exchanges'>): SourceChoice {
  if (spec?.sources) return spec.sources;
  for (const { sources } of exchanges.newestFirst()) if (sources) return sources;
  return NONE;
}

/** The searches for the question at hand, and whether a source was found for it: for no other one it has to be of use. */
export function askedNow(state: AgentState): {
  readonly rounds: readonly SearchRound[];
  readonly isFor: (source: Found) => boolean;
} {
  const since = questionSince(state);
  const rounds = roundsOf(state, since);
  const urls = new Set(rounds.flatMap(({ results }) => results.map(({ url }) => url)));
  return { rounds, isFor: (source) => source.turn >= since || urls.has(metaText(source, 'url')) };
}

/** Why nothing is searched or looked for anew, where the person wants an answer from the sources they chose; else true. */
export const whenAskedAnew = ({ spec }: Pick<AgentState, 'spec'>): true | string =>
  spec?.sources ? 'the person wants an answer from the sources that were found and chosen.' : true;

/** Whether there are results to work with, or why not. */
export function whenSearched(state: AgentState): true | string {
  if (roundsOf(state).length === 0) return 'nothing has been searched yet; call search_web_for_info first.';
  return whenAskedAnew(state);
}

/** Whether an answer may rest on that address: the person's word first, then its grade. */
export function mayCite(url: string, state: AgentState): boolean {
  return isOfUse(url, state.grades.get(url), state);
}

/** Whether that address helps with one need: what is of none may still help with another part of the question. */
export const bearsOn = (need: string, url: string, state: AgentState): boolean =>
  isOfUse(url, gradeFor(url, need, state), state);

function isOfUse(url: string, grade: Grade | undefined, state: AgentState): boolean {
  const { pinned, banned } = choiceOf(state);
  if (banned.includes(url)) return false;
  return pinned.includes(url) || grade?.relevance === 'relevant';
}

/**
 * Index of the turn with which the question at hand began: for an answer once more from other sources that is the first one of
 * the question itself.
 */
export function questionSince({ spec, exchanges, past, since }: AgentState): number {
  if (!spec?.sources) return since;
  let back = 1;
  for (const { sources } of exchanges.newestFirst()) {
    if (!sources) break;
    back += 1;
  }
  let turn = past.length;
  for (const { decision } of past.newestFirst()) {
    turn -= 1;
    if (decision === 'follow') back -= 1;
    if (back < 0) return turn + 1;
  }
  return 0;
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
