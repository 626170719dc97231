/**
 * Interface of one search engine's wire format: request, results and refusals. Keys, timeouts and bounds are handled
 * outside.
 */
import type { SearchErrorCode } from './failure.ts';
import type { EngineConfig, SearchHit, SearchQuery } from './types.ts';

/** One request to an engine. */
export interface EngineRequest {
  readonly url: string;
  /** Sent as JSON by POST; GET if absent. */
  readonly body?: unknown;
}

/** A response, including refusals. */
export interface EngineAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if not JSON. */
  readonly body: unknown;
}

/** Reasons for which an engine refuses. */
export type RefusalCode = Extract<
  SearchErrorCode,
  'search.unauthorised' | 'search.quota' | 'search.rate-limited' | 'search.server' | 'search.refused'
>;

/** Meaning of a refusal whose status alone is ambiguous. */
export interface Refusal {
  readonly code: RefusalCode;
  /** Replaces the default hint. */
  readonly hint?: string;
  readonly retryAfterMs?: number;
}

/** Static description of an engine. */
export interface EngineInfo {
  /** Display name. */
  readonly name: string;
  /** Base URL of its API; '' if only users' own instances exist. */
  readonly home: string;
  readonly needsKey: boolean;
  /** Whether the user must enter its address. */
  readonly needsEndpoint: boolean;
  /** Whether it needs the id of a search engine that the user configured there. */
  readonly needsCx: boolean;
  /** Where a user gets a key or setup; '' if none is needed. */
  readonly keysAt: string;
}

export interface EngineDialect {
  readonly about: EngineInfo;
  /** `base`: address of the API without trailing slash; the engine's own unless the user entered another. */
  buildRequest(query: SearchQuery, base: string, config: EngineConfig): EngineRequest;
  /** The raw results, [] for none; null if the response has another shape. */
  parseItems(body: unknown): readonly unknown[] | null;
  /** Null for an item that is no result. */
  parseHit(item: unknown, request: EngineRequest): SearchHit | null;
  /** Interprets a response of any status; null if the status alone decides. */
  parseRefusal?(answer: EngineAnswer): Refusal | null;
}
