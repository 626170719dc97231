/** One search engine's wire format. Keys, timeouts and bounds are handled outside. */
import type { SearchErrorCode } from './failure.ts';
import type { EngineConfig, SearchHit, SearchQuery } from './types.ts';

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

export interface EngineInfo {
  readonly name: string;
  /** '' if only users' own instances exist. */
  readonly home: string;
  readonly needsKey: boolean;
  readonly needsEndpoint: boolean;
  readonly needsCx: boolean;
  /** Where a user gets a key; '' if none is needed. */
  readonly keysAt: string;
}

export interface EngineDialect {
  readonly about: EngineInfo;
  /** `base`: without trailing slash. */
  buildRequest(query: SearchQuery, base: string, config: EngineConfig): EngineRequest;
  /** [] for none; null if the response has another shape. */
  parseItems(body: unknown): readonly unknown[] | null;
  /** Null if the item is no result. */
  parseHit(item: unknown, request: EngineRequest): SearchHit | null;
  /** For any status; null if the status alone decides. */
  parseRefusal?(answer: EngineAnswer): Refusal | null;
}
