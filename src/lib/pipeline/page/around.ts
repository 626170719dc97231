/**
 * What stands on either side of a place, as far as the bound of a sentence, block or line within some 500 characters.
 * Rule: no more of the page is looked at than that takes.
 */
import { isLowSurrogate } from '../text/segment.ts';
import { linesIn, sentencesIn } from '../text/ranges.ts';
import { LANDMARKS } from './clean.ts';
import { DROPPED } from './flatten.ts';
import type { FlatTree } from './flat-tree.ts';
import { isSeen, isText, leaves, type Place, textOfLeaf } from './leaves.ts';
import type { Places } from './selected-places.ts';
import { SELECTED_BOUNDS } from './selected.ts';
import { isHidden, styleOf } from './visibility.ts';

const SIDE = SELECTED_BOUNDS.side;
/** Gathered of the page, so that bounds of sentences are found within what is kept. */
const GATHERED = 2 * SIDE;
/** Of one text node; a run of white space may be long. */
const MAX_RAW = 8_000;
const MAX_NODES = 3_000;

/** Text of the page as it reads, and where each of its units stands. */
interface Strip {
  readonly text: string;
  readonly at: readonly Place[];
}

export interface Side extends Places {
  /** The same as plain text. */
  readonly text: string;
}

/** Left out beside a selection: what nobody sees, and what is around the content rather than of it. */
export const isBeside = (el: Element, style: CSSStyleDeclaration | null): boolean =>
  DROPPED.has(el.localName) || el.localName === 'iframe' || el.matches(LANDMARKS) || isHidden(el, style);

/** Null where nothing stands before. */
export function sideBefore(place: Place, tree: FlatTree, language: string): Side | null {
  const strip = gather(place, tree, false);
  return sideOf(strip, tailStart(strip.text, SIDE, language), strip.text.trimEnd().length);
}

export function sideAfter(place: Place, tree: FlatTree, language: string): Side | null {
  const strip = gather(place, tree, true);
  const start = strip.text.length - strip.text.trimStart().length;
  return sideOf(strip, start, headEnd(strip.text, SIDE, language));
}

function sideOf({ text, at }: Strip, start: number, end: number): Side | null {
  const [from, last] = [at[start], at[end - 1]];
  if (!from || !last || start >= end) return null;
  return { text: text.slice(start, end), from, to: { node: last.node, offset: last.offset + 1 } };
}

function gather(place: Place, tree: FlatTree, forward: boolean): Strip {
  const strips: Strip[] = [];
  let length = 0;
  const add = (strip: Strip, apart: boolean): void => {
    const beside = forward ? strip.at[0] : strip.at.at(-1);
    if (apart && length > 0 && beside) strips.push({ text: '\n\n', at: [beside, beside] });
    strips.push(strip);
    length += strip.text.trim().length;
  };
  if (isText(place.node)) add(stripOf(place.node, place.offset, tree, forward), false);
  const skips = (el: Element): boolean => isBeside(el, styleOf(el));
  for (const { node, apart } of leaves(tree, place.node, { forward, nodes: MAX_NODES, skips })) {
    if (length >= GATHERED) break;
    if (isSeen(node, tree)) add(stripOf(node, forward ? 0 : Infinity, tree, forward), apart);
  }
  if (!forward) strips.reverse();
  return { text: strips.map(({ text }) => text).join(''), at: strips.flatMap(({ at }) => at) };
}

/** A leaf's text from `offset` on, or up to it: white space as one space, or line by line where lines count. */
function stripOf(node: Node, offset: number, tree: FlatTree, forward: boolean): Strip {
  const whole = textOfLeaf(node);
  const start = forward ? offset : Math.max(0, Math.min(whole.length, offset) - MAX_RAW);
  const raw = forward ? whole.slice(start, start + MAX_RAW) : whole.slice(start, offset);
  const holder = tree.parent(node);
  const lines = isText(node) && holder !== null && /^(?:pre|break)/.test(styleOf(holder)?.whiteSpace ?? '');
  let text = '';
  const at: Place[] = [];
  for (let i = 0; i < raw.length; i += 1) {
    const character = raw.charAt(i);
    const shown = !/\s/.test(character) ? character : lines && character === '\n' ? '\n' : ' ';
    if (shown === ' ' && !lines && text.endsWith(' ')) continue;
    text += shown;
    at.push({ node, offset: isText(node) ? start + i : 0 });
  }
  return { text, at };
}

/** Where the longest end of `text` begins that is whole sentences or lines, of at most `max` units. */
export function tailStart(text: string, max: number, language: string): number {
  const end = text.trimEnd().length;
  const least = end - max;
  for (const { start } of boundsIn(text, language)) if (start >= least && start < end) return start;
  const space = text.slice(Math.max(0, least), end).search(/\s\S/);
  const start = Math.max(0, least) + (space === -1 ? 0 : space + 1);
  return isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start;
}

/** Where the longest beginning of `text` ends that is whole sentences or lines, of at most `max` units. */
export function headEnd(text: string, max: number, language: string): number {
  const most = text.length - text.trimStart().length + max;
  let end = 0;
  for (const bound of boundsIn(text, language)) if (bound.end <= most) end = bound.end;
  if (end > 0) return end;
  if (text.length <= most) return text.trimEnd().length;
  const space = text.slice(0, most + 1).search(/\s\S*$/);
  const cut = space > most / 2 ? space : most;
  return isLowSurrogate(text.charCodeAt(cut)) ? cut - 1 : cut;
}

function* boundsIn(text: string, language: string): Generator<{ start: number; end: number }, void, undefined> {
  for (const line of linesIn(text, { start: 0, end: text.length })) yield* sentencesIn(text, line, language);
}
