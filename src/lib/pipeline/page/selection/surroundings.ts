/** Reads the text on either side of a place, up to a sentence, block or line boundary. */
import { isLowSurrogate } from '../../text/segment.ts';
import { iterateLines, iterateSentences } from '../../text/ranges.ts';
import { LANDMARKS } from '../read/cleaning/clean.ts';
import { DROPPED_ELEMENTS } from '../read/element-rules.ts';
import { type FlatTree, isText } from '../read/flat-tree.ts';
import { isVisible, iterateLeaves, type DomPlace, getLeafText } from './leaves.ts';
import type { DomSpan } from './selected-places.ts';
import { SELECTED_BOUNDS } from './selection.ts';
import { isHidden, getStyle } from '../read/visibility.ts';

const SIDE_LENGTH = SELECTED_BOUNDS.side;
/** Twice the length kept, so that sentence boundaries are found within what is kept. */
const GATHERED_LENGTH = 2 * SIDE_LENGTH;
/** One text node may hold a long run of white space. */
const MAX_RAW = 8_000;
const MAX_NODES = 3_000;

interface Strip {
  readonly text: string;
  readonly at: readonly DomPlace[];
}

export interface Side extends DomSpan {
  readonly text: string;
}

export const isExcludedBeside = (el: Element, style: CSSStyleDeclaration | null): boolean =>
  DROPPED_ELEMENTS.has(el.localName) || el.localName === 'iframe' || el.matches(LANDMARKS) || isHidden(el, style);

/** Null if there is no text before the place. */
export function readTextBefore(place: DomPlace, tree: FlatTree, language: string): Side | null {
  const strip = gatherStrip(place, tree, false);
  return createSide(strip, findTailStart(strip.text, SIDE_LENGTH, language), strip.text.trimEnd().length);
}

export function readTextAfter(place: DomPlace, tree: FlatTree, language: string): Side | null {
  const strip = gatherStrip(place, tree, true);
  const start = strip.text.length - strip.text.trimStart().length;
  return createSide(strip, start, findHeadEnd(strip.text, SIDE_LENGTH, language));
}

function createSide({ text, at }: Strip, start: number, end: number): Side | null {
  const [from, last] = [at[start], at[end - 1]];
  if (!from || !last || start >= end) return null;
  return { text: text.slice(start, end), from, to: { node: last.node, offset: last.offset + 1 } };
}

function gatherStrip(place: DomPlace, tree: FlatTree, forward: boolean): Strip {
  const strips: Strip[] = [];
  let length = 0;
  const add = (strip: Strip, apart: boolean): void => {
    const boundary = forward ? strip.at[0] : strip.at.at(-1);
    if (apart && length > 0 && boundary) strips.push({ text: '\n\n', at: [boundary, boundary] });
    strips.push(strip);
    length += strip.text.trim().length;
  };
  if (isText(place.node)) add(createStrip(place.node, place.offset, tree, forward), false);
  const skips = (el: Element): boolean => isExcludedBeside(el, getStyle(el));
  for (const { node, apart } of iterateLeaves(tree, place.node, { forward, maxNodes: MAX_NODES, shouldSkip: skips })) {
    if (length >= GATHERED_LENGTH) break;
    if (isVisible(node, tree)) add(createStrip(node, forward ? 0 : Infinity, tree, forward), apart);
  }
  if (!forward) strips.reverse();
  return { text: strips.map(({ text }) => text).join(''), at: strips.flatMap(({ at }) => at) };
}

/** White space collapsed, or line by line where line ends count. */
function createStrip(node: Node, offset: number, tree: FlatTree, forward: boolean): Strip {
  const whole = getLeafText(node);
  const start = forward ? offset : Math.max(0, Math.min(whole.length, offset) - MAX_RAW);
  const raw = forward ? whole.slice(start, start + MAX_RAW) : whole.slice(start, offset);
  const holder = tree.getParent(node);
  const lines = isText(node) && holder !== null && /^(?:pre|break)/.test(getStyle(holder)?.whiteSpace ?? '');
  let text = '';
  const at: DomPlace[] = [];
  for (let i = 0; i < raw.length; i += 1) {
    const character = raw.charAt(i);
    const normalised = !/\s/.test(character) ? character : lines && character === '\n' ? '\n' : ' ';
    if (normalised === ' ' && !lines && text.endsWith(' ')) continue;
    text += normalised;
    at.push({ node, offset: isText(node) ? start + i : 0 });
  }
  return { text, at };
}

/** Start of the longest tail of at most `max` units of whole sentences or lines. */
export function findTailStart(text: string, max: number, language: string): number {
  const end = text.trimEnd().length;
  const minStart = end - max;
  for (const { start } of iterateBounds(text, language)) if (start >= minStart && start < end) return start;
  const space = text.slice(Math.max(0, minStart), end).search(/\s\S/);
  const start = Math.max(0, minStart) + (space === -1 ? 0 : space + 1);
  return isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start;
}

/** End of the longest head of at most `max` units of whole sentences or lines. */
export function findHeadEnd(text: string, max: number, language: string): number {
  const maxEnd = text.length - text.trimStart().length + max;
  let end = 0;
  for (const bound of iterateBounds(text, language)) if (bound.end <= maxEnd) end = bound.end;
  if (end > 0) return end;
  if (text.length <= maxEnd) return text.trimEnd().length;
  const space = text.slice(0, maxEnd + 1).search(/\s\S*$/);
  const cut = space > maxEnd / 2 ? space : maxEnd;
  return isLowSurrogate(text.charCodeAt(cut)) ? cut - 1 : cut;
}

function* iterateBounds(text: string, language: string): Generator<{ start: number; end: number }, void, undefined> {
  for (const line of iterateLines(text, { start: 0, end: text.length })) yield* iterateSentences(text, line, language);
}
