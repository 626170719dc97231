/** What a web search is in a run's frames. All of it is JSON, and all but the queries is somebody else's words. */

/** Ways to other words for the same need, in the order in which they are tried (R5.2). */
export const STRATEGIES = ['broader', 'synonyms', 'related'] as const;
export type Strategy = (typeof STRATEGIES)[number];

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

/** A query, and how it came to be. */
export interface Query {
  readonly query: string;
  /** '' for the first one; else how it was made of those before. */
  readonly strategy: '' | Strategy;
  /** Why other words were needed; '' for the first query. */
  readonly why: string;
  readonly by: 'person' | 'model' | 'rule';
}

/** One search. */
export interface SearchRound extends Query {
  /** What is to be known. */
  readonly need: string;
  readonly engines: readonly EngineOutcome[];
  readonly results: readonly ListedResult[];
}

/** A source on the web. */
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
