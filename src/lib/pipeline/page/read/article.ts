/** Result of reading a page. JSON-safe: it crosses from the page to the worker. */
export interface Article {
  readonly url: string;
  readonly title: string;
  readonly byline: string;
  /** ISO 8601; '' if the page states none. */
  readonly published: string;
  /** BCP 47 tag, or '' when unknown. */
  readonly language: string;
  readonly site: string;
  readonly markdown: string;
}

export type PageReading =
  | { readonly kind: 'article'; readonly article: Article }
  | { readonly kind: 'empty'; readonly url: string; readonly title: string };

export type DocumentReading = PageReading | { readonly kind: 'pdf'; readonly url: string };
