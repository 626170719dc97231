/** Agentic RAG (R5.2): searches, grades and, while too few results are relevant, rewrites at most twice. */
import type { Commits } from '../state/journal.ts';
import { isTried } from './rewrite.ts';
import { STRATEGIES, type ListedResult, type Query, type SearchRound, type Strategy } from '../frames/web-search.ts';

export const MAX_REWRITES = 2;
/** Minimum share of relevant results; below it the query is rewritten. */
const RELEVANCE_THRESHOLD = 0.5;

export interface RewriteInput {
  readonly strategy: Strategy;
  readonly tried: readonly string[];
  readonly failed: readonly ListedResult[];
  readonly number: number;
}

export interface RagSteps {
  readonly search: (query: Query) => Commits<SearchRound>;
  readonly grade: (round: SearchRound) => Commits<void>;
  readonly isRelevant: (result: ListedResult) => boolean;
  /** Falls back to another strategy; null if no query is left. */
  readonly rewrite: (rewriting: RewriteInput) => Commits<Pick<Query, 'query' | 'strategy' | 'by'> | null>;
}

interface RagResult {
  readonly rounds: readonly SearchRound[];
  readonly relevant: readonly ListedResult[];
}

export async function* agenticRAG(first: Query, steps: RagSteps): Commits<RagResult> {
  const rounds: SearchRound[] = [];
  let query: Query | null = first;
  while (query !== null) {
    const round: SearchRound = yield* steps.search(query);
    yield* steps.grade(round);
    rounds.push(round);
    query = yield* selectNextQuery(rounds, round, steps);
  }
  const all = new Map(rounds.flatMap(({ results }) => results.map((result) => [result.url, result] as const)));
  return { rounds, relevant: [...all.values()].filter(steps.isRelevant) };
}

async function* selectNextQuery(
  rounds: readonly SearchRound[],
  { results, engines }: SearchRound,
  { isRelevant, rewrite }: RagSteps,
): Commits<Query | null> {
  const number = rounds.length;
  const failed = results.filter((result) => !isRelevant(result));
  const enough = results.length > 0 && results.length - failed.length >= RELEVANCE_THRESHOLD * results.length;
  // if no engine answered, other words will not help
  const answered = engines.some(({ outcome }) => outcome === 'answered');
  if (enough || !answered || number > MAX_REWRITES) return null;
  const tried = rounds.map(({ query }) => query);
  const strategy = STRATEGIES[(number - 1) % STRATEGIES.length] ?? 'broader';
  const next = yield* rewrite({ strategy, tried, failed, number });
  return next === null || isTried(next.query, tried) ? null : { ...next, why: explainRewrite(results, failed) };
}

function explainRewrite(results: readonly ListedResult[], failed: readonly ListedResult[]): string {
  if (results.length === 0) return 'Nothing was found with these words.';
  return `${String(failed.length)} of ${String(results.length)} results weren’t relevant.`;
}
