/** Answers of the search engines in their own formats, after their documentation: `test/fixtures/search`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchErrorCode } from '../../../src/lib/pipeline/engines/search-failure.ts';
import type { EngineId, SearchHit } from '../../../src/lib/pipeline/engines/types.ts';

/** What a caller must see of a search that failed. */
export interface SearchFails {
  readonly code: SearchErrorCode;
  readonly retryable: boolean;
  /** Null unless given. */
  readonly retryAfterMs?: number;
  /** What message or cure must say. */
  readonly says?: readonly string[];
}

export interface SearchFixture {
  /** Where the format is described. */
  readonly source: string;
  readonly results: unknown;
  /** Where in them the list stands. */
  readonly list: readonly string[];
  /** What must be made of them. */
  readonly hits: readonly SearchHit[];
  readonly none: unknown;
  /** Refusals that this engine cannot give, and why. */
  readonly without: Readonly<Record<string, string>>;
  readonly refusals: readonly {
    readonly name: string;
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** JSON, or text as it is. */
    readonly body: unknown;
    readonly ends: SearchFails;
  }[];
}

export function searchFixture(engine: EngineId): SearchFixture {
  const file = join(import.meta.dirname, '../../fixtures/search', `${engine}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as SearchFixture;
}

/** The results with others in the place of their list. */
export function withItems(
  { results, list }: Pick<SearchFixture, 'results' | 'list'>,
  items: (own: readonly unknown[]) => unknown,
): unknown {
  const [name, ...rest] = list;
  if (name === undefined) return items(results as readonly unknown[]);
  const body = results as Readonly<Record<string, unknown>>;
  return { ...body, [name]: withItems({ results: body[name], list: rest }, items) };
}
