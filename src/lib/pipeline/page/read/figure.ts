/** A picture on a page with its textual description. */
import type { Box } from '../../ocr/types.ts';

export interface Figure {
  /** Alternative text, title or label; '' for none. */
  readonly alt: string;
  /** '' for none. */
  readonly caption: string;
  /** Headings above it, joined; '' for none. */
  readonly heading: string;
  /** In CSS pixels from the viewport's top left corner; null if out of view. */
  readonly box: Box | null;
}
