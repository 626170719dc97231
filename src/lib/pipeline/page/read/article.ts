/** Result of reading a page. JSON-safe: it crosses from the page to the worker. */
export interface Article {
  readonly url: string;
  readonly title: string;
  readonly byline: string;
  /** ISO 8601 date or date-time; '' if the page states none. */
  readonly published: string;
  /** BCP 47 tag, or '' when unknown. */
  readonly language: string;
  readonly site: string;
  /** The main content as GitHub-flavoured Markdown. */
  readonly markdown: string;
}

/** Result of reading a tab's page. `empty`: the main content has no text. */
export type PageReading =
  | { readonly kind: 'article'; readonly article: Article }
  | { readonly kind: 'empty'; readonly url: string; readonly title: string };

/** Result of reading a tab's document; a PDF's text is read elsewhere. */
export type DocumentReading = PageReading | { readonly kind: 'pdf'; readonly url: string };
