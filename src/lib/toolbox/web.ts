/**
 * The web as a run knows it: what searches found, what was read of it, and which addresses may be read at all. The one rule:
 * an address comes out of this table, out of the person's own words, or is asked about (SAFETY D3).
 */
import type { Labels, SourceChoice } from '../agent/frames.ts';
import { foundAs, type AgentState, type Found } from '../agent/state.ts';
import { canonicalUrl } from '../pipeline/web/canonical.ts';
import { metaText } from './page.ts';

/** Name of the object that holds what one search brought: its `meta` is a {@link SearchRound}. */
export const RESULTS = 'results';
/** Name of an object that holds a source on the web: its `meta` is a {@link WebSource}. */
export const WEB = 'web';

/** How an engine did in one search. */
export interface EngineOutcome {
  readonly label: string;
  /** `not-needed`: those before it brought enough. `skipped`: it was not asked, and `why` says for what reason. */
  readonly outcome: 'answered' | 'failed' | 'skipped' | 'not-needed';
  /** Results it brought. */
  readonly count: number;
  /** In words; '' where it answered. */
  readonly why: string;
  readonly ms: number;
}

export interface ListedResult {
  /** `w1`, `w2` … over the whole run: the same address keeps its own. */
  readonly ref: string;
  /** Canonical. */
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** ISO 8601 date, or ''. */
  readonly published: string;
  /** Labels of the engines that found it. */
  readonly engines: readonly string[];
}

/** One search. JSON-safe: it stands in a frame. */
export interface SearchRound {
  /** What is to be known. */
  readonly need: string;
  readonly query: string;
  /** '' for the first query; else how it was made of the one before. */
  readonly strategy: '' | Strategy;
  /** Why other words were needed; '' for the first query. */
  readonly why: string;
  /** Who wrote the query. */
  readonly by: 'person' | 'model' | 'rule';
  readonly engines: readonly EngineOutcome[];
  readonly results: readonly ListedResult[];
}

export const STRATEGIES = ['broader', 'synonyms', 'related'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** A source on the web. JSON-safe. */
export interface WebSource {
  readonly ref: string;
  /** Canonical: what a grade, a pin and a ban name it by. */
  readonly url: string;
  readonly title: string;
  /** BCP 47, or ''. */
  readonly language: string;
  /** `snippet`: only what the engine says of it. */
  readonly how: 'page' | 'snippet';
  /** Why it was not read; '' where it was. */
  readonly why: string;
  /** Addresses of its main content, in bounds, which may be read next. */
  readonly links: readonly string[];
}

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
