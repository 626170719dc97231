/**
 * Where the toolbar goes: plain sums over boxes in CSS pixels of the viewport. The one rule: wholly inside the view, and
 * never over the selection where there is room beside it.
 */
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
  /** The selection, as far as it shows. */
  readonly span: Box;
  /** Where the selection ends for the person: the x of the pointer or caret, and the line it is on. */
  readonly focus: { readonly x: number; readonly line: Box };
  readonly view: Box;
  readonly size: Size;
  /** Between selection and toolbar. */
  readonly gap: number;
  readonly prefer: 'above' | 'below';
}

export interface Spot {
  readonly left: number;
  readonly top: number;
}

/** To the edges of the view. */
export const EDGE = 8;

/** `null` when nothing of the selection shows. */
export function place({ span, focus, view, size, gap, prefer }: Scene): Spot | null {
  if (!overlaps(span, view)) return null;
  const [highest, lowest] = [view.top + EDGE, view.bottom - EDGE - size.height];
  const above = Math.min(span.top - gap - size.height, lowest);
  const below = Math.max(span.bottom + gap, highest);
  const fits = { above: above >= highest, below: below <= lowest };
  const left = within(focus.x - size.width / 2, view.left + EDGE, view.right - EDGE - size.width);
  const other = prefer === 'above' ? 'below' : 'above';
  const side = fits[prefer] ? prefer : fits[other] ? other : null;
  if (side !== null) return { left, top: side === 'above' ? above : below };
  // the selection fills the view: over it, then, but not over the line where it ends
  const beside = prefer === 'above' ? focus.line.top - gap - size.height : focus.line.bottom + gap;
  return { left, top: within(beside, highest, lowest) };
}

/** The part of `a` that lies in `b`; inside out when there is none. */
export const meet = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

export const overlaps = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.top < b.bottom && b.top < a.bottom;

/** The lower bound wins where there is no room between them. */
export const within = (n: number, low: number, high: number): number => Math.max(low, Math.min(n, high));
