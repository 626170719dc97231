/**
 * A block too large for one part → pieces. The one rule: nothing is lost, and a cut is made at the best place there is:
 * a line's end where lines mean something, a sentence's end, a space, between characters; never inside one.
 */
import type { TokenCounter } from '../../models/tokens.ts';
import type { Block } from './blocks.ts';
import { isLowSurrogate, segments } from './segment.ts';

/** What stands between two pieces: nothing inside a word, a space, a line's end, an empty line between blocks. */
export type Gap = '' | ' ' | '\n' | '\n\n';

export interface Piece {
  readonly text: string;
  readonly tokens: number;
  /** What stood before it. */
  readonly gap: Gap;
}

/** Pieces of a block, each within `max` tokens. Small ones, so that parts can be balanced; code in larger ones. */
export async function cutBlock(block: Block, max: number, counter: TokenCounter): Promise<readonly Piece[]> {
  const lines = block.kind === 'code' || block.kind === 'list' || block.kind === 'table';
  const fence = block.kind === 'code' ? fenceOf(block.text) : undefined;
  if (fence !== undefined) {
    const fences = (await counter.count(`${fence.open}\n\n${fence.mark}`)) + 2;
    if (fences * 4 <= max)
      return fenced(fence, await cutText(fence.body, true, max - fences, max - fences, counter), counter);
  }
  return cutText(block.text, lines, Math.max(1, Math.ceil(max / 8)), max, counter);
}

interface Fence {
  readonly open: string;
  readonly mark: string;
  readonly body: string;
}

function fenceOf(text: string): Fence | undefined {
  const [open = '', ...rest] = text.split('\n');
  const mark = /^[ \t]{0,3}(`{3,}|~{3,})/.exec(open)?.[1];
  if (mark === undefined) return undefined;
  const closed = rest.at(-1)?.trim().startsWith(mark) === true;
  return { open, mark, body: (closed ? rest.slice(0, -1) : rest).join('\n') };
}

/** Each piece of code is a code block of its own; else its end would open a new one and swallow what follows. */
async function fenced(fence: Fence, pieces: readonly Piece[], counter: TokenCounter): Promise<readonly Piece[]> {
  const blocks: Piece[] = [];
  for (const piece of pieces) {
    const text = `${blocks.length === 0 ? fence.open : fence.mark}\n${piece.text}\n${fence.mark}`;
    blocks.push({ text, tokens: await counter.count(text), gap: '\n\n' });
  }
  return blocks;
}

/** Takes from the front as much as `aim` tokens hold; more, up to `max`, only where one character needs it. */
async function cutText(
  text: string,
  lines: boolean,
  aim: number,
  max: number,
  counter: TokenCounter,
): Promise<readonly Piece[]> {
  const pieces: Piece[] = [];
  let guess = aim * 4;
  let gap: Gap = '\n\n';
  for (let start = 0; start < text.length;) {
    let place = placeToCut(text, start, guess, lines);
    let tokens = await counter.count(text.slice(start, place.end));
    while (tokens > aim) {
      const length = Math.floor((place.end - start) * Math.min(0.9, (0.95 * aim) / tokens));
      const smaller = placeToCut(text, start, Math.max(1, length), lines);
      if (smaller.end >= place.end && tokens <= max) break; // one character, a large one: it stays whole
      const point = smaller.end < place.end ? smaller : at(text, nextPoint(text, start));
      if (point.end >= place.end) break;
      place = point;
      tokens = await counter.count(text.slice(start, place.end));
    }
    const piece = text.slice(start, place.end);
    if (piece !== '') pieces.push({ text: piece, tokens, gap });
    if (piece !== '') gap = place.gap;
    start = place.next;
    guess = Math.max(8, Math.floor((aim / Math.max(1, tokens)) * Math.max(1, piece.length)));
  }
  return pieces;
}

interface Place {
  readonly end: number;
  /** Where the next piece begins: after the white space that was cut at. */
  readonly next: number;
  readonly gap: Gap;
}

/** The best place to cut within `length` characters of `start`: in the second half where possible. */
function placeToCut(text: string, start: number, length: number, lines: boolean): Place {
  if (start + length >= text.length) return { end: text.length, next: text.length, gap: '\n\n' };
  const window = text.slice(start, start + length + 1);
  const half = length / 2;
  const line = window.lastIndexOf('\n');
  if (lines && line >= half) return { end: start + line, next: start + line + 1, gap: '\n' };
  const sentence = lines ? 0 : lastSentence(window);
  if (sentence > half) return at(text, start + sentence);
  const space = Math.max(window.lastIndexOf(' '), line);
  if (space > half) return at(text, start + space);
  return at(text, lastCharacter(text, start, start + length));
}

/** A cut here, with the white space around it taken out. */
function at(text: string, index: number): Place {
  let end = index;
  while (end > 0 && isSpace(text, end - 1)) end -= 1;
  let next = index;
  while (next < text.length && isSpace(text, next)) next += 1;
  if (end === next) return { end, next, gap: '' };
  return { end, next, gap: text.slice(end, next).includes('\n') ? '\n' : ' ' };
}

function isSpace(text: string, index: number): boolean {
  const character = text.charAt(index);
  return character === ' ' || character === '\n';
}

/** End of the last sentence that is whole in the window; 0 when there is none. */
function lastSentence(window: string): number {
  let end = 0;
  let last = 0;
  for (const segment of segments(window, 'sentence')) {
    last = end;
    end += segment.length;
  }
  return last;
}

/** Longer graphemes than this are pranks, and may be cut. */
const LONGEST_GRAPHEME = 64;

/** The last end of a grapheme up to `limit`; the first one's, when it ends later. */
function lastCharacter(text: string, start: number, limit: number): number {
  // in plain Latin text every place is one; segmenting what comes before would be most of the work
  if (PLAIN_PAIR.test(text.slice(limit - 1, limit + 1))) return limit;
  let end = start;
  for (const grapheme of segments(text.slice(start, limit + LONGEST_GRAPHEME), 'grapheme')) {
    if (end > start && end + grapheme.length > limit) return end;
    if (grapheme.length > LONGEST_GRAPHEME)
      return Math.max(limit, nextPoint(text, start)) - Number(splitsPair(text, limit));
    end += grapheme.length;
  }
  return end;
}

const PLAIN_PAIR = /^[ -~\u00a1-\u02ff]{2}$/;

function splitsPair(text: string, index: number): boolean {
  return isLowSurrogate(text.charCodeAt(index));
}

function nextPoint(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}
