/** Selections and the port that reads one. JSON-safe: they cross from the page to the worker. */

/** What a document reports. */
export interface SelectedText {
  readonly url: string;
  readonly title: string;
  readonly site: string;
  /** BCP 47 tag of the selection's element, else of the page, else ''. */
  readonly language: string;
  /** Outermost first. */
  readonly path: readonly string[];
  /** Markdown: code fenced, formulas as TeX, tables with their header row. */
  readonly text: string;
  readonly cut: boolean;
  readonly before: string;
  readonly after: string;
}

export interface TabSelection extends SelectedText {
  /** Address of the tab's page: that of a frame is `url`. */
  readonly page: string;
}

/** In characters; also used by the schema of `SelectedText`. */
export const SELECTED_BOUNDS = {
  line: 500,
  url: 4_000,
  headings: 6,
  heading: 200,
  text: 20_000,
  side: 500,
  around: 2_000,
} as const;

/** The browser's own text; '' if it reported none. */
export interface PlainSelection {
  readonly text: string;
  readonly url: string;
  readonly title: string;
}

/** Throws a `UserFacingError` if nothing is selected or the tab cannot be read. */
export interface Selections {
  /** `frame`: null if unknown. `fallback` is returned if the page cannot be read. */
  read(tabId: number, frame: number | null, fallback: PlainSelection, signal: AbortSignal): Promise<TabSelection>;
}
