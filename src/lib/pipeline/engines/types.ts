/** Query and results of a web search. All text in a hit is untrusted. */

export const ENGINE_IDS = ['wikipedia', 'searxng', 'brave', 'tavily', 'google'] as const;
export type EngineId = (typeof ENGINE_IDS)[number];

/** Its key is stored with the other keys, by origin. */
export interface EngineConfig {
  readonly engine: EngineId;
  /** Base URL of the user's own instance or a replacement; '' for the engine's own. */
  readonly endpoint: string;
  /** Id of a Google Programmable Search Engine; '' for any other. */
  readonly cx: string;
}

export interface SearchQuery {
  readonly words: string;
  readonly count: number;
  /** BCP 47; '' if unknown. */
  readonly language: string;
}

/** Bounded plain text, without markup and entities. */
export interface SearchHit {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** ISO 8601 date; '' if unknown. */
  readonly published: string;
}

export interface SearchEngine {
  readonly id: EngineId;
  readonly label: string;
  readonly origin: string;
  /** Best first; [] if nothing was found. Rejects with a `SearchFailure`. */
  search(query: SearchQuery, signal: AbortSignal): Promise<readonly SearchHit[]>;
}
