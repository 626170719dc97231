/** The toolbar's position in CSS pixels: inside the view, beside the selection if there is room. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Scene {
  readonly span: Box;
  /** Where the selection ended: x of the pointer or caret, and its line. */
  readonly focus: { readonly x: number; readonly line: Box };
  readonly view: Box;
  readonly size: Size;
  readonly gap: number;
  readonly prefer: 'above' | 'below';
}

export interface Spot {
  readonly left: number;
  readonly top: number;
}

export const EDGE = 8;

/** `null` if no part of the selection is visible. */
export function placeToolbar({ span, focus, view, size, gap, prefer }: Scene): Spot | null {
  if (!doBoxesOverlap(span, view)) return null;
  const [highest, lowest] = [view.top + EDGE, view.bottom - EDGE - size.height];
  const above = Math.min(span.top - gap - size.height, lowest);
  const below = Math.max(span.bottom + gap, highest);
  const fits = { above: above >= highest, below: below <= lowest };
  const left = clampNumber(focus.x - size.width / 2, view.left + EDGE, view.right - EDGE - size.width);
  const other = prefer === 'above' ? 'below' : 'above';
  const side = fits[prefer] ? prefer : fits[other] ? other : null;
  if (side !== null) return { left, top: side === 'above' ? above : below };
  // the selection fills the view: cover it, but not the line where it ends
  const besideTop = prefer === 'above' ? focus.line.top - gap - size.height : focus.line.bottom + gap;
  return { left, top: clampNumber(besideTop, highest, lowest) };
}

/** Inverted if they do not overlap. */
export const intersectBoxes = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

export const doBoxesOverlap = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.top < b.bottom && b.top < a.bottom;

/** The lower bound wins if `low` exceeds `high`. */
export const clampNumber = (n: number, low: number, high: number): number => Math.max(low, Math.min(n, high));
