/** Measures the selection on the screen by a few boxes, however long it is. */
import { EDGE, intersectBoxes, doBoxesOverlap, type Box } from './place.ts';
import { getFlatParent, type Selected } from './selected.ts';

export interface Measured {
  readonly span: Box;
  readonly focus: { readonly x: number; readonly line: Box };
}

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
