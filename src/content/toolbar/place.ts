import type { Size } from '../../lib/pipeline/ocr/types.ts';
import { getFlatParent, type Selected } from './selected.ts';

/** The toolbar's position in CSS pixels: inside the view, beside the selection if there is room. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Measured {
  readonly span: Box;
  /** The end of the selection: x of the pointer or caret, and its line. */
  readonly focus: { readonly x: number; readonly line: Box };
}

export interface Scene extends Measured {
  readonly view: Box;
  readonly size: Size;
  readonly gap: number;
  readonly prefer: 'above' | 'below';
}

export type Spot = Pick<Box, 'left' | 'top'>;

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
const intersectBoxes = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

export const doBoxesOverlap = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.top < b.bottom && b.top < a.bottom;

/** The lower bound wins if `low` exceeds `high`. */
const clampNumber = (n: number, low: number, high: number): number => Math.max(low, Math.min(n, high));

/** Longer selections are measured at both ends only. */
const MAX_MEASURED_TEXT = 4_000;

const MAX_ANCESTORS = 100;

/** Pinch zoom included. */
export function getCurrentView(): Box & { readonly scale: number } {
  const v = window.visualViewport;
  const [left, top] = [v?.offsetLeft ?? 0, v?.offsetTop ?? 0];
  return {
    left,
    top,
    right: left + (v?.width ?? innerWidth),
    bottom: top + (v?.height ?? innerHeight),
    scale: v?.scale ?? 1,
  };
}

export function listClippers(selected: Selected): readonly Element[] {
  const found: Element[] = [];
  let element: Element | null = selected.element;
  for (let i = 0; element !== null && i < MAX_ANCESTORS; i += 1) {
    const isRoot = element === document.documentElement || element === document.body;
    if (!isRoot && getComputedStyle(element).overflow !== 'visible') found.push(element);
    element = getFlatParent(element);
  }
  return found;
}

/** `null` if it has no box or is scrolled out of a clipping element. */
export function measureSelection(selected: Selected, clippers: readonly Element[]): Measured | null {
  const lines = measureLines(selected);
  const line = selected.backward ? lines[0] : lines.at(-1);
  if (line === undefined) return null;
  let span = lines.reduce<Box>(joinBoxes, line);
  for (const clipper of clippers) {
    const clip = clipper.getBoundingClientRect();
    if (!doBoxesOverlap(span, clip)) return null;
    span = intersectBoxes(span, clip);
  }
  const rtl = getComputedStyle(selected.element).direction === 'rtl';
  const x = rtl === selected.backward ? line.right : line.left;
  return { span, focus: { x: Math.max(span.left, Math.min(x, span.right)), line } };
}

function measureLines({ ranges, text, element }: Selected): readonly Box[] {
  return ranges.flatMap((range) => {
    if (text.length < MAX_MEASURED_TEXT) return filterVisible(range.getClientRects());
    return [true, false].flatMap((start) => {
      const found = filterVisible(measureEdge(range, start));
      return found.length > 0 ? found : [element.getBoundingClientRect()];
    });
  });
}

const filterVisible = (boxes: Iterable<Box>): readonly Box[] =>
  [...boxes].filter(({ left, right, top, bottom }) => right > left && bottom > top);

function measureEdge(range: Range, start: boolean): Iterable<Box> {
  const node = start ? range.startContainer : range.endContainer;
  const offset = start ? range.startOffset : range.endOffset;
  const end = range.cloneRange();
  if (node instanceof Text) {
    end.setStart(node, Math.max(0, start ? offset : offset - 1));
    end.setEnd(node, Math.min(node.length, start ? offset + 1 : offset));
    return end.getClientRects();
  }
  const inner = node.childNodes[start ? offset : offset - 1] ?? node;
  if (inner instanceof Element) return [inner.getBoundingClientRect()];
  end.selectNodeContents(inner);
  return end.getClientRects();
}

const joinBoxes = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

export const hasRoom = ({ left, right, top, bottom, scale }: Box & { readonly scale: number }): boolean =>
  (right - left) * scale >= 140 + 2 * EDGE && (bottom - top) * scale >= 60;
