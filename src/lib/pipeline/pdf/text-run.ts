/** Converts pdf.js items to upright page coordinates. No text is dropped for an invalid position. */

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
  /** Six numbers: the transform from file to displayed coordinates. */
  readonly view: readonly number[];
  readonly items: readonly PdfTextItem[];
  readonly vertical: readonly string[];
}

export interface TextRun {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  /** Rotated or vertical: geometry tells nothing about its order. */
  readonly turned: boolean;
  readonly ends: boolean;
}

const MAX_COORDINATE = 1e6;
const toCoordinate = (value: number): number =>
  Number.isFinite(value) ? Math.min(MAX_COORDINATE, Math.max(-MAX_COORDINATE, value)) : 0;

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

export function toTextRuns(page: PdfPage): TextRun[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = page.view.map(toCoordinate);
  const vertical = new Set(page.vertical);
  return page.items.map(({ str, transform, width, height, fontName, hasEOL }) => {
    const [ta = 0, tb = 0, tc = 0, td = 0, te = 0, tf = 0] = transform.map(toCoordinate);
    const along = [a * ta + c * tb, b * ta + d * tb] as const;
    const upwards = [a * tc + c * td, b * tc + d * td] as const;
    const x = toCoordinate(a * te + c * tf + e);
    const scale = Math.hypot(a, b) || 1;
    const length = Math.abs(toCoordinate(width)) * scale;
    return {
      text: str.replace(CONTROL, ' '),
      x0: x,
      x1: x + length,
      y: toCoordinate(b * te + d * tf + f),
      size: toCoordinate(Math.hypot(...upwards)) || Math.abs(toCoordinate(height)) * scale || 1,
      turned: along[0] <= 0 || Math.abs(along[1]) > 0.2 * along[0] || vertical.has(fontName),
      ends: hasEOL,
    };
  });
}
