/**
 * A citation: words of an answer, and where they stand in what the run has read. The one rule: made by code from the stored
 * text alone (SAFETY D12); what a model says of its sources is never taken for one.
 */

export interface Citation {
  /** The words as the answer quotes them. */
  readonly quote: string;
  /** The passage that the answer names for them, as it names it; '' for none. */
  readonly ref: string;
  /** `link`: written as `[quote](#ref)`. `words`: the answer's own words are the quote, as the embedded engine's are. */
  readonly form: 'link' | 'words';
  /** `verbatim`: word for word. `close`: but for case, accents, light punctuation or parts left out with an ellipsis. */
  readonly verdict: 'verbatim' | 'close' | 'missing';
  /** Null where missing, and nowhere else. */
  readonly place: CitedPlace | null;
}

export interface CitedPlace {
  /** Hash of the text it stands in: the body of one of the run's sources. */
  readonly hash: string;
  /** Hash of the picture, where that is the text of one: two pictures may say the same. */
  readonly picture?: string;
  /** Of the page, as it was read. */
  readonly url: string;
  readonly title: string;
  /** The tab it was read in; -1 for a page of the web that no tab showed. */
  readonly tabId: number;
  /** Id of the passage. */
  readonly passage: string;
  /** Headings that it stands under, the outermost first. */
  readonly path: readonly string[];
  /** Half-open range in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The words there, as a reader sees them. */
  readonly exact: string;
  /** Up to 80 visible characters on either side, by which repeats are told apart. */
  readonly before: string;
  readonly after: string;
}
