/**
 * A citation: words of an answer and their place in what the run has read. Created by code from stored text only
 * (SAFETY D12), never from what a model says about its sources.
 */

export interface Citation {
  readonly quote: string;
  /** The passage that the answer names for it, verbatim; '' for none. */
  readonly ref: string;
  /** `link`: written as `[quote](#ref)`. `words`: the answer's own words are the quote, as from the embedded engine. */
  readonly form: 'link' | 'words';
  /**
   * `verbatim`: word for word. `close`: ignoring case, accents, light punctuation or parts left out with an ellipsis.
   */
  readonly verdict: 'verbatim' | 'close' | 'missing';
  /** Null if and only if missing. */
  readonly place: CitedPlace | null;
}

export interface CitedPlace {
  /** Hash of the text that contains it: the body of one of the run's sources. */
  readonly hash: string;
  /** Hash of the picture, if the text was read from one: two pictures may contain the same text. */
  readonly picture?: string;
  /** The page's URL when it was read. */
  readonly url: string;
  readonly title: string;
  /** The tab it was read in; -1 for a web page that was not in a tab. */
  readonly tabId: number;
  /** Passage id. */
  readonly passage: string;
  /** Headings above it, outermost first. */
  readonly path: readonly string[];
  /** Half-open range in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The words at that place, as displayed. */
  readonly exact: string;
  /** Up to 80 visible characters on either side, to tell repeats apart. */
  readonly before: string;
  readonly after: string;
}
