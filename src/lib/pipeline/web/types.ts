/** Query and results of a web search. All text in a hit is untrusted third-party content. */

export const ENGINE_IDS = ['wikipedia', 'searxng', 'brave', 'tavily', 'google'] as const;
export type EngineId = (typeof ENGINE_IDS)[number];

/** A configured search engine. Its key is stored with the other keys, by origin. */
export interface EngineConfig {
  readonly engine: EngineId;
  /** Base URL of the user's own instance (SearXNG) or a replacement for the engine's own; '' for the engine's own. */
  readonly endpoint: string;
  /** Id of a Google Programmable Search Engine; '' for any other. */
  readonly cx: string;
}

export interface SearchQuery {
  readonly words: string;
  /** Maximum number of results. */
  readonly count: number;
  /** BCP 47 tag of the words or the user; '' if unknown. */
  readonly language: string;
}

/** One result as bounded plain text, without markup and entities. */
export interface SearchHit {
  /** As returned by the engine; http or https. */
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** ISO 8601 date; '' if the engine states none. */
  readonly published: string;
}

export interface SearchEngine {
  readonly id: EngineId;
  /** Display name, such as `Wikipedia` or `SearXNG (search.example.org)`. */
  readonly label: string;
  /** Where queries are sent. */
  readonly origin: string;
  /** Best first; [] if nothing was found. Throws a `SearchFailure`. */
  search(query: SearchQuery, signal: AbortSignal): Promise<readonly SearchHit[]>;
}
