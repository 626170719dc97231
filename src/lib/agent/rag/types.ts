/** Web searches as stored in frames. JSON only; all but the queries is third-party content. */

/** Rewrite strategies in the order in which they are tried (R5.2). */
export const STRATEGIES = ['broader', 'synonyms', 'related'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** The result of one engine in one search. */
export interface EngineOutcome {
  readonly label: string;
  /** `not-needed`: earlier engines found enough. `skipped`: not asked for the reason in `why`. */
  readonly outcome: 'answered' | 'failed' | 'skipped' | 'not-needed';
  /** Number of results. */
  readonly count: number;
  /** As text; '' if it answered. */
  readonly why: string;
  readonly ms: number;
}

export interface ListedResult {
  /** `w1`, `w2` … unique within the run; the same URL keeps its ref. */
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

/** A query and its origin. */
export interface Query {
  readonly query: string;
  /** '' for the first query, otherwise how it was derived from earlier ones. */
  readonly strategy: '' | Strategy;
  /** Why a rewrite was needed; '' for the first query. */
  readonly why: string;
  readonly by: 'person' | 'model' | 'rule';
}

export interface SearchRound extends Query {
  /** The question to be answered. */
  readonly need: string;
  readonly engines: readonly EngineOutcome[];
  readonly results: readonly ListedResult[];
}

export interface WebSource {
  readonly ref: string;
  /** Canonical; grades, pins and bans refer to it. */
  readonly url: string;
  readonly title: string;
  /** BCP 47, or ''. */
  readonly language: string;
  /** `snippet`: only the engine's excerpt was read. */
  readonly how: 'page' | 'snippet';
  /** Why the page was not read; '' if it was. */
  readonly why: string;
  /** Links of its main content, limited in number, which may be read next. */
  readonly links: readonly string[];
}
