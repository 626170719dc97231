/** Result of reading a selection and the port that reads one. JSON-safe: it crosses from the page to the worker. */

/** A selection on a page with its surroundings. */
export interface SelectedText {
  readonly url: string;
  readonly title: string;
  readonly site: string;
  /** BCP 47 tag of the selection's element if declared, else of the page, else ''. */
  readonly language: string;
  /** Titles of the headings above it, outermost first. */
  readonly path: readonly string[];
  /** The selection as Markdown: code fenced, formulas as TeX, tables with their header row. */
  readonly text: string;
  /** The selection is longer than `text`. */
  readonly cut: boolean;
  /** Adjacent text as Markdown, starting or ending at a sentence or block boundary. */
  readonly before: string;
  readonly after: string;
}

/** In characters; shared by the schema of `SelectedText` and the code that creates it. */
export const SELECTED_BOUNDS = {
  line: 500,
  url: 4_000,
  headings: 6,
  heading: 200,
  text: 20_000,
  /** Text on either side; its Markdown may be longer. */
  side: 500,
  around: 2_000,
} as const;

/** The browser's own plain text of a selection; '' if it reported none. */
export interface PlainSelection {
  readonly text: string;
  readonly url: string;
  readonly title: string;
}

/** Reads the selection of a tab. Throws a `UserFacingError` if nothing is selected or the tab cannot be read. */
export interface Selections {
  /**
   * `frame`: the selection's frame if known, else null. If the selection cannot be read from the page, `fallback` is
   * returned as plain text without surroundings.
   */
  read(tabId: number, frame: number | null, fallback: PlainSelection, signal: AbortSignal): Promise<SelectedText>;
}
