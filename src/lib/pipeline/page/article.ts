/** What reading a page yields. JSON-safe: it crosses from the page to the worker. */
export interface Article {
  readonly url: string;
  readonly title: string;
  readonly byline: string;
  /** ISO 8601 date or date-time, or '' when the page names none. */
  readonly published: string;
  /** BCP 47 tag, or '' when unknown. */
  readonly language: string;
  readonly site: string;
  /** The main content as GitHub-flavoured Markdown: headings, lists, tables, code, links, figures with captions. */
  readonly markdown: string;
}

/** What was found in the tab, when it is no article. `empty`: a page whose main content has no text. */
export type PageReading =
  | { readonly kind: 'article'; readonly article: Article }
  | { readonly kind: 'empty'; readonly url: string; readonly title: string };

/** What the tab's document is: a PDF has its text elsewhere. */
export type DocumentReading = PageReading | { readonly kind: 'pdf'; readonly url: string };
