/** A citation and its place in what was read, created by code from stored text only (SAFETY D12). */

export interface Citation {
  readonly quote: string;
  /** The passage the answer names, verbatim; '' for none. */
  readonly ref: string;
  /** `link`: `[quote](#ref)`. `words`: the answer's own words are the quote. */
  readonly form: 'link' | 'words';
  /**
   * `close`: ignoring case, accents, light punctuation or clauses elided with an ellipsis. `shortened`: found, but what is
   * left out may change what it says. It is to be checked by the reader and no checked source.
   */
  readonly verdict: 'verbatim' | 'close' | 'shortened' | 'missing';
  /** Null if and only if missing. */
  readonly place: CitedPlace | null;
  /** What the answer says in its own words otherwise than the sentences that the quote is from. */
  readonly mismatches: readonly ClaimMismatch[];
  /** What a second opinion is asked about. Only where one is, and at the last quote of the sentence. */
  readonly claim?: CitedClaim;
  /** What models think of that claim. Set by the state: it is no part of the answer. */
  readonly doubts?: readonly ClaimDoubt[];
}

/** A sentence of the answer without its quotes, and the sentences that these are from. */
export interface CitedClaim {
  readonly text: string;
  readonly source: string;
}

/** `by`: label of the model. */
export interface ClaimDoubt {
  readonly by: string;
  readonly reason: string;
}

/** A few words each, side by side; `source`: '' if it has nothing of the kind. */
export interface ClaimMismatch {
  readonly claim: string;
  readonly source: string;
}

export interface CitedPlace {
  readonly hash: string;
  /** Set if read from a picture: two pictures may contain the same text. */
  readonly picture?: string;
  /** The hash of the file's bytes; set if read from a file. */
  readonly file?: string;
  /** Read from a PDF in a tab. */
  readonly isPdf?: true;
  /** Written by those who comment on a page, not by its author. */
  readonly inComments?: true;
  /** Whether these are customers' reviews, or may be. */
  readonly reviews?: 'all' | 'some';
  /** Read from the data of a page, which does not show it as text. */
  readonly isFromData?: true;
  readonly url: string;
  readonly title: string;
  /** -1 for a file, and for a web page that was not in a tab. */
  readonly tabId: number;
  readonly passage: string;
  readonly path: readonly string[];
  /** Half-open range, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly exact: string;
  /** Half-open ranges of `exact` that the quote leaves out; absent if none. */
  readonly leftOut?: readonly { readonly start: number; readonly end: number }[];
  /** At most 80 visible characters each, to tell repeats apart. */
  readonly before: string;
  readonly after: string;
}
