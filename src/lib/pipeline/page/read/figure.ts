/** A picture on a page with its textual description. */
import type { Box } from '../../ocr/types.ts';

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
