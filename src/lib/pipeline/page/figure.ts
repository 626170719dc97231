/** A picture of a page with what is said of it in words. */
import type { Box } from '../ocr/types.ts';

export interface Figure {
  /** Alternative text, title or label; '' for none. */
  readonly alt: string;
  /** '' for none. */
  readonly caption: string;
  /** Headings that it stands under, joined; '' for none. */
  readonly heading: string;
  /** In the page's pixels, from the top left corner of what is in view; null where it is not in view. */
  readonly box: Box | null;
}
