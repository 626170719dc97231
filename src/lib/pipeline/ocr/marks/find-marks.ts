/** Puts bullets and check boxes at the beginning of lines where the engine has read another sign, or none. */
import { countOverlap, getArea, getBottom, getMiddleY, getRight, mergeBoxes } from '../boxes.ts';
import { cropGray } from '../gray.ts';
import { isRtl } from '../../text/script.ts';
import { groupIntoRows, type PlacedWord } from '../rows.ts';
import { UNSURE } from '../second-look.ts';
import { labelInk } from '../strips.ts';
import type { Box, Gray } from '../types.ts';
import { classifyMark, type Mark } from './mark-shapes.ts';

/** In heights of capitals, all of these: how far from its text a mark may stand, and how near. */
const MAX_DISTANCE = 3.5;
const MIN_DISTANCE = 0.3;
/** What stands nearer to the left makes it a sign within a line. */
const MIN_FREE = 1.2;
/** The height of a word that reaches below its line. */
const MAX_DEPTH = 1.4;
/** Marks of a list begin at one place and are of one size. */
const MAX_SHIFT = 0.25;
/** From the middle of its line. */
const MAX_RISE = 0.4;
/** In signs: what the engine makes of a mark. */
const MAX_SIGNS = 3;
const LETTERS = /^[\p{L}\p{N}]+$/u;
const CONFIDENCE = 90;

interface FoundMark {
  readonly mark: Mark;
  readonly box: Box;
  /** The word after it. */
  readonly before: PlacedWord;
  /** What the engine has read of it. */
  readonly replaced: PlacedWord | null;
}

/** Only marks of which others stand below or above at the same place: alone, one may be a letter. `flat`: where the words stand. */
export function findMarks(words: readonly PlacedWord[], flat: Gray, letter: number): readonly PlacedWord[] {
  if (letter === 0 || isRtl(words.map(({ text }) => text))) return words;
  const found = groupIntoRows(words).flatMap((row) => row.flatMap((_, at) => findMark(row, at, flat, letter) ?? []));
  const marks = new Set<FoundMark>();
  for (const one of found) {
    const next = findNext(one, found, letter);
    if (next && !isParted(one, next, words)) marks.add(one).add(next);
  }
  const replaced = new Set(Array.from(marks, (mark) => mark.replaced));
  return [
    ...words.filter((word) => !replaced.has(word)),
    ...Array.from(marks, ({ mark, box, before }) => ({ text: mark, confidence: CONFIDENCE, box, line: before.line })),
  ];
}

/** The one below at the same place; undefined if there is none. */
const findNext = (one: FoundMark, found: readonly FoundMark[], letter: number): FoundMark | undefined =>
  found
    .filter((other) => other.box.y > getBottom(one.box) && isAligned(one, other, letter))
    .reduce<FoundMark | undefined>((next, other) => (next && next.box.y <= other.box.y ? next : other), undefined);

/** Whether a line between them begins where they stand, as the lines of an item never do. */
const isParted = (one: FoundMark, next: FoundMark, words: readonly PlacedWord[]): boolean =>
  words.some(
    ({ box }) =>
      box.x < getRight(one.box) &&
      getRight(box) > one.box.x &&
      getMiddleY(box) > getBottom(one.box) &&
      getMiddleY(box) < next.box.y,
  );

/** Whether the engine is sure that it is a letter, as of boxed characters. */
const isSureLetter = ({ text, confidence }: PlacedWord): boolean => confidence >= UNSURE && LETTERS.test(text);

const isBoxed = ({ mark }: FoundMark): boolean => mark === '☐' || mark === '☑';

const isAligned = (one: FoundMark, other: FoundMark, letter: number): boolean =>
  Math.abs(one.box.x - other.box.x) <= MAX_SHIFT * letter &&
  Math.abs(one.box.width - other.box.width) <= Math.max(1, MAX_SHIFT * letter) &&
  (isBoxed(one) ? isBoxed(other) : one.mark === other.mark);

/** The mark that the word at this place of its row is, or that stands before it unread; null if there is none. */
function findMark(row: readonly PlacedWord[], at: number, flat: Gray, letter: number): FoundMark | null {
  const word = row[at];
  if (word === undefined) return null;
  const [last, next] = [row[at - 1], row[at + 1]];
  const start = last ? getRight(last.box) + MIN_FREE * letter : 0;
  if (Array.from(word.text).length <= MAX_SIGNS && next && !isSureLetter(word)) {
    const mark = findBetween(start, next, word, flat, letter);
    if (mark) return mark;
  }
  return last && Array.from(last.text).length <= MAX_SIGNS ? null : findBetween(start, word, null, flat, letter);
}

/** The one thing that stands between `start` and a word. */
function findBetween(
  start: number,
  before: PlacedWord,
  replaced: PlacedWord | null,
  flat: Gray,
  letter: number,
): FoundMark | null {
  const { box } = before;
  const left = Math.max(0, Math.ceil(start), Math.floor(box.x - (MAX_DISTANCE + MIN_FREE) * letter));
  const right = Math.floor(box.x - MIN_DISTANCE * letter);
  const middle = getMiddleY(box);
  const top = Math.max(0, Math.floor(middle - 1.5 * letter));
  const bottom = Math.min(flat.height, Math.ceil(middle + 1.5 * letter));
  if (right - left < 2 || bottom <= top) return null;
  const place = { x: left, y: top, width: right - left, height: bottom - top };
  const things = labelInk(cropGray(flat, place))
    .map((thing) => ({ x: thing.x + left, y: thing.y + top, width: thing.width, height: thing.height }))
    .filter((thing) => getBottom(thing) > middle - letter && thing.y < middle + letter);
  const [first] = things;
  if (first === undefined) return null;
  const whole = things.reduce(mergeBoxes, first);
  // the tick of a check box stands inside it; a thin ring may be broken
  const isSmall = Math.max(whole.width, whole.height) <= letter;
  if (!isSmall && !things.some((thing) => getArea(thing) === getArea(whole))) return null;
  const isFree = whole.x - left >= Math.min(MIN_FREE * letter, whole.x) && whole.y > top && getBottom(whole) < bottom;
  if (!isFree || getRight(whole) >= right || Math.abs(getMiddleY(whole) - middle) > MAX_RISE * letter) return null;
  if (replaced && countOverlap(replaced.box, whole) === 0) return null;
  const mark = classifyMark(flat, whole, {
    least: Math.min(letter, box.height),
    most: Math.max(letter, box.height / MAX_DEPTH),
  });
  return mark && { mark, box: whole, before, replaced };
}
