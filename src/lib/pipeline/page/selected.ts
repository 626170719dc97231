/** What reading a selection yields, and the port that reads one. JSON-safe: it crosses from the page to the worker. */

/** What a person selected on a page, with what stands around it. */
export interface SelectedText {
  readonly url: string;
  readonly title: string;
  readonly site: string;
  /** BCP 47 tag of the selection's element where the page says, else of the page; or ''. */
  readonly language: string;
  /** Titles of the headings it stands under, outermost first. */
  readonly path: readonly string[];
  /** The selection as Markdown: code in fences, formulas as TeX, tables with their header row. */
  readonly text: string;
  /** More was selected than `text` holds. */
  readonly cut: boolean;
  /** The page's text before and after it as Markdown, beginning or ending at a sentence's or block's bound. */
  readonly before: string;
  readonly after: string;
}

/** What the schema of `SelectedText` and its makers agree on, in characters. */
export const SELECTED_BOUNDS = {
  line: 500,
  url: 4_000,
  headings: 6,
  heading: 200,
  text: 20_000,
  /** Text on either side; its Markdown may be somewhat longer. */
  side: 500,
  around: 2_000,
} as const;

/** What the browser itself told of a selection when it called: plain text, or '' where it told nothing. */
export interface PlainSelection {
  readonly text: string;
  readonly url: string;
  readonly title: string;
}

/** Reads what is selected in a tab. Throws a `TroubleError` where nothing is selected or the tab cannot be read. */
export interface Selections {
  /**
   * `frame`: where the selection is known to be, else null. What cannot be read as it stands on the page is given as the
   * plain text of `fallback`, without surroundings.
   */
  read(tabId: number, frame: number | null, fallback: PlainSelection, signal: AbortSignal): Promise<SelectedText>;
}
