/** Cuts a text where it disturbs least: after a sentence, at a space, never within a character. */
import type { TokenCounter } from '../../models/tokens/token-counter.ts';
import { getNextOffset, isLowSurrogate, iterateSegments } from './segment.ts';

/** Separator between two pieces; '' inside a word. */
type Gap = '' | ' ' | '\n' | '\n\n';

export interface Piece {
  readonly text: string;
  readonly tokens: number;
  readonly gap: Gap;
}

/** At most `aim` tokens each; up to `max` only if a single character needs it. */
export async function cutText(
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
    let place = findCutPoint(text, start, guess, lines);
    let tokens = await counter.count(text.slice(start, place.end));
    while (tokens > aim) {
      const length = Math.floor((place.end - start) * Math.min(0.9, (0.95 * aim) / tokens));
      const smaller = findCutPoint(text, start, Math.max(1, length), lines);
      if (smaller.end >= place.end && tokens <= max) break; // a single large character stays whole
      const point = smaller.end < place.end ? smaller : createCutPoint(text, getNextOffset(text, start));
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

interface CutPoint {
  readonly end: number;
  readonly next: number;
  readonly gap: Gap;
}

function findCutPoint(text: string, start: number, length: number, lines: boolean): CutPoint {
  if (start + length >= text.length) return { end: text.length, next: text.length, gap: '\n\n' };
  const window = text.slice(start, start + length + 1);
  const half = length / 2;
  const line = window.lastIndexOf('\n');
  if (lines && line >= half) return { end: start + line, next: start + line + 1, gap: '\n' };
  const sentence = lines ? 0 : findLastSentenceEnd(window);
  if (sentence > half) return createCutPoint(text, start + sentence);
  const space = Math.max(window.lastIndexOf(' '), line);
  if (space > half) return createCutPoint(text, start + space);
  return createCutPoint(text, findGraphemeEnd(text, start, start + length));
}

function createCutPoint(text: string, index: number): CutPoint {
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

/** 0 if none. */
function findLastSentenceEnd(window: string): number {
  let end = 0;
  let last = 0;
  for (const segment of iterateSegments(window, 'sentence')) {
    last = end;
    end += segment.length;
  }
  return last;
}

/** Longer graphemes are abuse and may be cut. */
const LONGEST_GRAPHEME = 64;

/** Last grapheme end up to `limit`, or the first one's end if later. */
function findGraphemeEnd(text: string, start: number, limit: number): number {
  // in plain Latin text every index is a boundary
  if (PLAIN_PAIR.test(text.slice(limit - 1, limit + 1))) return limit;
  let end = start;
  for (const grapheme of iterateSegments(text.slice(start, limit + LONGEST_GRAPHEME), 'grapheme')) {
    if (end > start && end + grapheme.length > limit) return end;
    if (grapheme.length > LONGEST_GRAPHEME)
      return Math.max(limit, getNextOffset(text, start)) - Number(isInsideSurrogatePair(text, limit));
    end += grapheme.length;
  }
  return end;
}

const PLAIN_PAIR = /^[ -~\u00a1-\u02ff]{2}$/;

function isInsideSurrogatePair(text: string, index: number): boolean {
  return isLowSurrogate(text.charCodeAt(index));
}
