/** What a person selected on a page, with what stands around it. JSON-safe: it crosses from the page to the worker. */
export interface SelectedText {
  readonly url: string;
  readonly title: string;
  readonly site: string;
  /** BCP 47 tag of what is selected, or ''. */
  readonly language: string;
  /** Titles of the headings it stands under, the outermost first. */
  readonly path: readonly string[];
  /** As Markdown: code, formulas and tables keep their form. */
  readonly text: string;
  /** More was selected than `text` holds. */
  readonly cut: boolean;
  /** What stands before and after it, some 500 characters each, as Markdown; cut where a sentence or a block ends. */
  readonly before: string;
  readonly after: string;
}
