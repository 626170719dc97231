/** Web searches as stored in frames: JSON only; all but the queries is third-party content. */

/** In the order in which they are tried (R5.2). */
export const STRATEGIES = ['broader', 'synonyms', 'related'] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface EngineOutcome {
  readonly label: string;
  /** `not-needed`: earlier engines found enough. `skipped`: see `why`. */
  readonly outcome: 'answered' | 'failed' | 'skipped' | 'not-needed';
  readonly count: number;
  /** '' if it answered. */
  readonly why: string;
  readonly ms: number;
}

export interface ListedResult {
  /** `w1`, `w2` …, unique within the run; the same URL keeps its ref. */
  readonly ref: string;
  /** Canonical. */
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** ISO 8601 date, or ''. */
  readonly published: string;
  readonly engines: readonly string[];
}

export interface Query {
  readonly query: string;
  /** '' for the first query. */
  readonly strategy: '' | Strategy;
  /** '' for the first query. */
  readonly why: string;
  readonly by: 'user' | 'model' | 'rule';
}

export interface SearchRound extends Query {
  readonly need: string;
  readonly engines: readonly EngineOutcome[];
  readonly results: readonly ListedResult[];
}

export interface WebSource {
  readonly ref: string;
  readonly url: string;
  readonly title: string;
  /** BCP 47, or ''. */
  readonly language: string;
  readonly how: 'page' | 'snippet';
  /** '' if the page was read. */
  readonly why: string;
  readonly links: readonly string[];
}
