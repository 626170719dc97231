/**
 * What pdf.js finds on a page, placed as it is seen: x to the right, y downwards, the page upright. The one rule: nothing a
 * file says of itself is trusted to be a number, and no text is lost for a place that makes no sense.
 */

/** A piece of text, as `getTextContent` gives it. */
export interface PdfTextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
  readonly hasEOL: boolean;
}

export interface PdfPage {
  /** From 1. */
  readonly number: number;
  /** In the units of `view`. */
  readonly height: number;
  /** Six numbers, from the file's coordinates to those of the page as it is shown. */
  readonly view: readonly number[];
  /** In the order in which the file paints them. */
  readonly items: readonly PdfTextItem[];
  /** Names of fonts that are written from top to bottom. */
  readonly vertical: readonly string[];
}

/** Text on one baseline. */
export interface Run {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  /** Of the baseline. */
  readonly y: number;
  /** Of the letters, about. */
  readonly size: number;
  /** Does not run from left to right or right to left: geometry says nothing of its order. */
  readonly turned: boolean;
  /** The file ends a line here. */
  readonly ends: boolean;
}

const FAR = 1e6;
const number = (value: number | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(FAR, Math.max(-FAR, value)) : 0;

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

export function runsOf(page: PdfPage): Run[] {
  const [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map((i) => number(page.view[i])) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const vertical = new Set(page.vertical);
  return page.items.map(({ str, transform, width, height, fontName, hasEOL }) => {
    const [ta, tb, tc, td, te, tf] = [0, 1, 2, 3, 4, 5].map((i) => number(transform[i])) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const along = [a * ta + c * tb, b * ta + d * tb] as const;
    const upwards = [a * tc + c * td, b * tc + d * td] as const;
    const x = number(a * te + c * tf + e);
    const scale = Math.hypot(a, b) || 1;
    const length = Math.abs(number(width)) * scale;
    return {
      text: str.replace(CONTROL, ' '),
      x0: x,
      x1: x + length,
      y: number(b * te + d * tf + f),
      size: number(Math.hypot(...upwards)) || Math.abs(number(height)) * scale || 1,
      turned: along[0] <= 0 || Math.abs(along[1]) > 0.2 * along[0] || vertical.has(fontName),
      ends: hasEOL,
    };
  });
}
