/** Where the selection lies on the screen. The one rule: however much is selected, only a few boxes are asked for. */
import { EDGE, meet, overlaps, type Box } from './place.ts';
import { parentOf, type Selected } from './selected.ts';

export interface Measured {
  readonly span: Box;
  readonly focus: { readonly x: number; readonly line: Box };
}

/** Beyond this many characters only the two ends are measured. */
const WHOLE = 4_000;
const MAX_ANCESTORS = 100;

/** The part of the page that is on the screen, pinch zoom included. */
export function currentView(): Box & { readonly scale: number } {
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

/** What clips the selection: elements that scroll or cut off, from the inside out. Looked up once, when the toolbar comes. */
export function clippersOf(selected: Selected): readonly Element[] {
  const found: Element[] = [];
  let element: Element | null = selected.element;
  for (let i = 0; element !== null && i < MAX_ANCESTORS; i += 1) {
    const outside = element === document.documentElement || element === document.body;
    if (!outside && getComputedStyle(element).overflow !== 'visible') found.push(element);
    element = parentOf(element);
  }
  return found;
}

/** `null` when it has no box, or is scrolled out of what clips it. */
export function measure(selected: Selected, clippers: readonly Element[]): Measured | null {
  const lines = linesOf(selected);
  const line = selected.backward ? lines[0] : lines.at(-1);
  if (line === undefined) return null;
  let span = lines.reduce<Box>(join, line);
  for (const clipper of clippers) {
    const clip = clipper.getBoundingClientRect();
    if (!overlaps(span, clip)) return null;
    span = meet(span, clip);
  }
  const rtl = getComputedStyle(selected.element).direction === 'rtl';
  const x = rtl === selected.backward ? line.right : line.left;
  return { span, focus: { x: Math.max(span.left, Math.min(x, span.right)), line } };
}

function linesOf({ ranges, text, element }: Selected): readonly Box[] {
  return ranges.flatMap((range) => {
    if (text.length < WHOLE) return seen(range.getClientRects());
    return [true, false].flatMap((start) => {
      const found = seen(edge(range, start));
      return found.length > 0 ? found : [element.getBoundingClientRect()];
    });
  });
}

const seen = (boxes: Iterable<Box>): readonly Box[] =>
  [...boxes].filter(({ left, right, top, bottom }) => right > left && bottom > top);

/** The character at one end of a long range; at a boundary between elements, the element inside it. */
function edge(range: Range, start: boolean): Iterable<Box> {
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

const join = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

/** The room a toolbar needs to be of use; smaller frames have the context menu. */
export const hasRoom = ({ left, right, top, bottom, scale }: Box & { readonly scale: number }): boolean =>
  (right - left) * scale >= 140 + 2 * EDGE && (bottom - top) * scale >= 60;
