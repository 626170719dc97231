/**
 * What sets one engine apart: what it is asked, how it answers, and how it says no. The one rule: a dialect knows the wire
 * format and nothing else; keys, time-outs and bounds are the same for all.
 */
import type { SearchTrouble } from './failure.ts';
import type { EngineConfig, SearchHit, SearchQuery } from './types.ts';

/** What to ask, of which address. */
export interface EngineRequest {
  readonly url: string;
  /** Sent as JSON by POST; a GET without it. */
  readonly body?: unknown;
}

/** What came back, refusals included. */
export interface EngineAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined for what is no JSON. */
  readonly body: unknown;
}

/** The ways in which an engine says no. */
export type RefusalCode = Extract<
  SearchTrouble,
  'search.unauthorised' | 'search.quota' | 'search.rate-limited' | 'search.server' | 'search.refused'
>;

/** What a refusal means, where the status alone does not say it. */
export interface Refused {
  readonly code: RefusalCode;
  /** In place of the usual next step. */
  readonly cure?: string;
  readonly retryAfterMs?: number;
}

/** What is known of an engine before it is asked anything. */
export interface EngineAbout {
  /** For a person. */
  readonly name: string;
  /** Base URL of its API; '' where there is none but the person's own instance. */
  readonly home: string;
  readonly needsKey: boolean;
  /** Whether the person has to say where it is. */
  readonly needsEndpoint: boolean;
  /** Whether it takes the id of a search engine that the person set up there. */
  readonly needsCx: boolean;
  /** Where a person gets what it needs; '' where it needs nothing. */
  readonly keysAt: string;
}

export interface EngineDialect {
  readonly about: EngineAbout;
  /** `base`: where its API is, without a slash at the end; the engine's own unless the person named another. */
  request(query: SearchQuery, base: string, config: EngineConfig): EngineRequest;
  /** The results as they came, [] for none; null where the answer has another shape. */
  items(body: unknown): readonly unknown[] | null;
  /** Null for an item that is no result. */
  hit(item: unknown, request: EngineRequest): SearchHit | null;
  /** What the engine means by an answer, under whatever status; null where the status says it all. */
  refusal?(answer: EngineAnswer): Refused | null;
}
