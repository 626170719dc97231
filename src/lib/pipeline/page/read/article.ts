import type { Box } from '../../ocr/types.ts';

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
  /** Only its first part was read. */
  readonly cut?: boolean;
  /** Read from a PDF, whose address need not say so. The pages are headings, `Page 1`. */
  readonly isPdf?: true;
  /** The page shows no text of its own: this one is hidden in it, or data of its scripts. */
  readonly isFromData?: true;
  /** Markdown of the comments on the page that are no part of `markdown`; absent for none. */
  readonly comments?: string;
  /** Whether the comments are customers' reviews, or may be; absent where none is. */
  readonly reviews?: Reviews;
  /** Present if `markdown` joins several pages: where each begins, in order. */
  readonly parts?: readonly ArticlePart[];
}

export type Reviews = 'all' | 'some';

export interface ArticlePart extends Pick<Article, 'url' | 'title'> {
  readonly start: number;
}

export type PageReading =
  /** `stale`: the address is new, the text still that of the page before. */
  | { readonly kind: 'article'; readonly article: Article; readonly stale?: boolean }
  /** `consent`: nothing but a dialog that asks for consent. */
  | { readonly kind: 'empty' | 'consent'; readonly url: string; readonly title: string };

export type DocumentReading = PageReading | { readonly kind: 'pdf'; readonly url: string };

export interface Figure {
  /** '' for none. */
  readonly alt: string;
  /** '' for none. */
  readonly caption: string;
  /** Headings above it, joined; '' for none. */
  readonly heading: string;
  /** In CSS pixels of the viewport; null if out of view. */
  readonly box: Box | null;
}
