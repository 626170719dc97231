/** What a web search is asked and what it brings. The one rule: whatever stands in a hit is somebody else's words. */

export const ENGINE_IDS = ['wikipedia', 'searxng', 'brave', 'tavily', 'google'] as const;
export type EngineId = (typeof ENGINE_IDS)[number];

/** A search engine as the person set it up. Its key is none of this: it lies with the other keys, by origin. */
export interface EngineConfig {
  readonly engine: EngineId;
  /** Base URL of the person's own instance (SearXNG), or in place of the engine's own; '' for its own. */
  readonly endpoint: string;
  /** Id of a Google Programmable Search Engine; '' for any other. */
  readonly cx: string;
}

export interface SearchQuery {
  readonly words: string;
  /** Most results wanted. */
  readonly count: number;
  /** Of the words or the person, a BCP 47 tag; '' where nobody knows. */
  readonly language: string;
}

/** One result, in bounds, as plain text: no markup, no entities. */
export interface SearchHit {
  /** As the engine gave it; http or https. */
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** ISO 8601 date, or '' when the engine names none. */
  readonly published: string;
}

/** One engine. */
export interface SearchEngine {
  readonly id: EngineId;
  /** For a person, such as `Wikipedia` or `SearXNG (search.example.org)`. */
  readonly label: string;
  /** Where the words are sent. */
  readonly origin: string;
  /** Best first; [] where it found nothing. Throws a `SearchFailure`. */
  search(query: SearchQuery, signal: AbortSignal): Promise<readonly SearchHit[]>;
}
