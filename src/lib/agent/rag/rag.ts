/**
 * Agentic RAG (R5.2): search, grade every result, and while most of them are of no use search with other words, at most twice.
 * The one rule: no query is asked twice, and what is worth anything is what a grade says, not where an engine put it.
 */
import type { Effects } from '../journal.ts';
import { isTried } from './tried.ts';
import { STRATEGIES, type ListedResult, type Query, type SearchRound, type Strategy } from './types.ts';

export interface RagConfig {
  /** Most rewrites. */
  readonly maxRetries: number;
  /** Share of a search's results that has to be relevant, or other words are looked for. */
  readonly relevanceThreshold: number;
}

export const RAG: RagConfig = { maxRetries: 2, relevanceThreshold: 0.5 };

/** What a rewrite is made from. */
export interface Rewriting {
  readonly strategy: Strategy;
  readonly tried: readonly string[];
  /** Results of the last search that were of no use. */
  readonly failed: readonly ListedResult[];
  /** Which rewrite it is, from 1. */
  readonly number: number;
}

/** What the spine is made of; each is recorded as it happens. */
export interface RagSteps {
  /** Asks the engines. */
  readonly search: (query: Query) => Effects<SearchRound>;
  /** Grades what of the results has no grade for this need. */
  readonly grade: (round: SearchRound) => Effects<void>;
  readonly isRelevant: (result: ListedResult) => boolean;
  /** Another query by that strategy, or by another one where it yields none; null where there is none left. */
  readonly rewrite: (rewriting: Rewriting) => Effects<Pick<Query, 'query' | 'strategy' | 'by'> | null>;
}

export interface RagResult {
  readonly rounds: readonly SearchRound[];
  /** Each once, in the order of their first appearance. */
  readonly relevant: readonly ListedResult[];
}

export async function* agenticRAG(first: Query, steps: RagSteps, config: RagConfig = RAG): Effects<RagResult> {
  const rounds: SearchRound[] = [];
  let query: Query | null = first;
  while (query !== null) {
    const round: SearchRound = yield* steps.search(query);
    yield* steps.grade(round);
    rounds.push(round);
    query = yield* nextQuery(rounds, round, steps, config);
  }
  const all = new Map(rounds.flatMap(({ results }) => results.map((result) => [result.url, result] as const)));
  return { rounds, relevant: [...all.values()].filter(steps.isRelevant) };
}

async function* nextQuery(
  rounds: readonly SearchRound[],
  { results, engines }: SearchRound,
  { isRelevant, rewrite }: RagSteps,
  { maxRetries, relevanceThreshold }: RagConfig,
): Effects<Query | null> {
  const number = rounds.length;
  const failed = results.filter((result) => !isRelevant(result));
  const enough = results.length > 0 && results.length - failed.length >= relevanceThreshold * results.length;
  // where no engine answered, other words find no more
  const answered = engines.some(({ outcome }) => outcome === 'answered');
  if (enough || !answered || number > maxRetries) return null;
  const tried = rounds.map(({ query }) => query);
  const strategy = STRATEGIES[(number - 1) % STRATEGIES.length] ?? 'broader';
  const next = yield* rewrite({ strategy, tried, failed, number });
  return next === null || isTried(next.query, tried) ? null : { ...next, why: whyOf(results, failed) };
}

function whyOf(results: readonly ListedResult[], failed: readonly ListedResult[]): string {
  if (results.length === 0) return 'Nothing was found with these words.';
  return `${String(failed.length)} of ${String(results.length)} results were of no use.`;
}
