/** One search engine's wire format, its limits of a query and its hits. Keys, timeouts and bounds are handled outside. */
import type { SearchErrorCode } from './search-failure.ts';
import type { QueryLimits } from './query-limits.ts';
import type { EngineConfig, SearchHit, SearchQuery } from './types.ts';
import { getProperty } from '../../base/loose.ts';

export interface EngineRequest {
  readonly url: string;
  /** Sent as JSON by POST; GET if absent. */
  readonly body?: unknown;
}

export interface EngineAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if not JSON. */
  readonly body: unknown;
}

export type RefusalCode = Extract<
  SearchErrorCode,
  'search.unauthorised' | 'search.quota' | 'search.rate-limited' | 'search.server' | 'search.refused'
>;

export interface Refusal {
  readonly code: RefusalCode;
  readonly hint?: string;
  readonly retryAfterMs?: number;
}

export interface EngineDialect {
  readonly limits: QueryLimits;
  /** `query`: within the limits. `base`: without trailing slash. */
  buildRequest(query: SearchQuery, base: string, config: EngineConfig): EngineRequest;
  /** [] for none; null if the response has another shape. */
  parseItems(body: unknown): readonly unknown[] | null;
  /** Null if the item is no result. */
  parseHit(item: unknown, request: EngineRequest): SearchHit | null;
  /** For any status; null if the status alone decides. */
  parseRefusal?(answer: EngineAnswer): Refusal | null;
}

/** Null if there is no list of that name. */
export function findList(value: unknown, name: string): readonly unknown[] | null {
  const list = getProperty(value, name);
  return Array.isArray(list) ? list : null;
}

/** `base` may end with the path already. */
export const appendPath = (base: string, path: string): string => (base.endsWith(path) ? base : `${base}${path}`);
