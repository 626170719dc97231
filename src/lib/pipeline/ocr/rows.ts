/** Groups words into runs and rows by position: the engine's order is unreliable for chips and cells. */
import { computeMedian } from '../../base/numbers.ts';
import { getFirstCharacter, getLastCharacter, isDense } from '../text/script.ts';
import type { Box } from './types.ts';
import { getMiddleY, getRight, measureSharedHeight } from './boxes.ts';

export interface PlacedWord {
  readonly text: string;
  readonly confidence: number;
  readonly box: Box;
  /** The engine's line, for words of one reading; null if it is not known. */
  readonly line: number | null;
}

interface WordRun {
  readonly words: PlacedWord[];
  x1: number;
}

const MIN_SHARED_HEIGHT = 0.5;
/** In letter heights. */
export const MAX_WORD_GAP = 1.4;
/** Times the median: a taller word does not say how high its row is. */
const MAX_ROW_HEIGHT = 1.8;
const OPEN_ROWS = 6;
/** For letters of one width, as code has them: their columns are kept. */
const MIN_STEPS = 6;
/** In letter widths: one space, and the paper beside a thin letter. */
export const MAX_SPACE = 2;
/** In letter widths, between words: a space is a letter wide, and letters leave paper beside them, but their edges are soft. */
const LEAST_SPACE = 0.9;
/** In letter widths, since letters differ within their cells. */
const MAX_OFFSET = 0.35;
/** Share of words as expected; about a third in proportional text. */
const MIN_AGREEMENT = 0.7;
const MAX_INDENT = 60;

export const isSameLine = (one: Box, other: Box): boolean =>
  measureSharedHeight(one, other) >= MIN_SHARED_HEIGHT * Math.min(one.height, other.height);

const compareBoxes = (one: Box, other: Box): number =>
  one.x - other.x || one.y - other.y || one.width - other.width || one.height - other.height;
export const compareWords = (one: PlacedWord, other: PlacedWord): number =>
  compareBoxes(one.box, other.box) ||
  (one.text < other.text
    ? -1
    : one.text > other.text
      ? 1
      : one.confidence - other.confidence || (one.line ?? -1) - (other.line ?? -1));

/** `maxGap` is in letter heights. Constant cost per word: only the last run of each strip of the picture is kept. */
export function groupIntoRuns(
  words: readonly PlacedWord[],
  maxGap: number,
  isApart: (one: Box, other: Box) => boolean,
): WordRun[] {
  const strip = Math.max(2, computeMedian(words.map(({ box }) => box.height)) / 3);
  const getStrips = ({ y, height }: Box): readonly number[] =>
    [0.25, 0.5, 0.75].map((part) => Math.floor((y + part * height) / strip));
  const last = new Map<number, WordRun>();
  const runs: WordRun[] = [];
  for (const word of words.toSorted(compareWords)) {
    const strips = getStrips(word.box);
    const found = strips
      .map((at) => last.get(at))
      .find((run) => run !== undefined && continuesRun(run, word, maxGap, isApart));
    const run = found ?? { words: [], x1: 0 };
    if (found === undefined) runs.push(run);
    run.words.push(word);
    run.x1 = Math.max(run.x1, getRight(word.box));
    for (const at of strips) last.set(at, run);
  }
  return runs;
}

function continuesRun(
  { words, x1 }: WordRun,
  { box }: PlacedWord,
  maxGap: number,
  isApart: (one: Box, other: Box) => boolean,
): boolean {
  const end = words.at(-1)?.box;
  if (end === undefined || !isSameLine(end, box) || isApart(end, box)) return false;
  return box.x - x1 <= maxGap * Math.max(end.height, box.height);
}

export function groupIntoRows<T extends { readonly box: Box }>(
  things: readonly T[],
  fits: (one: Box, other: Box) => boolean = isSameLine,
): T[][] {
  const rows: { things: T[]; box: Box }[] = [];
  // a word read out of two lines at once would join them
  const tallest = MAX_ROW_HEIGHT * computeMedian(things.map(({ box }) => box.height));
  const compareDown = (one: Box, other: Box): number => getMiddleY(one) - getMiddleY(other) || compareBoxes(one, other);
  for (const thing of things.toSorted((one, other) => compareDown(one.box, other.box))) {
    const row = rows.slice(-OPEN_ROWS).findLast(({ box }) => fits(box, thing.box));
    if (row === undefined) rows.push({ things: [thing], box: thing.box });
    else {
      row.things.push(thing);
      if (thing.box.height > row.box.height && thing.box.height <= tallest) row.box = thing.box;
    }
  }
  const sorted = rows.toSorted((one, other) => compareDown(one.box, other.box));
  return sorted.map((row) => row.things.toSorted((one, other) => compareBoxes(one.box, other.box)));
}

/** Width of letters that are all of one width, in pixels; null if letters differ in width. */
export function measurePitch(rows: readonly (readonly PlacedWord[])[]): number | null {
  // what stands further apart is in another column, as code is from the numbers of its lines
  const broad = computeMedian(rows.flat().map(({ text, box }) => box.width / Array.from(text).length));
  const steps = rows.flatMap((row) =>
    row.slice(1).flatMap((word, i) => {
      const last = row[i];
      if (last === undefined || word.box.x - getRight(last.box) > MAX_SPACE * broad) return [];
      // no space stands between letters of scripts without spaces
      if (isDense(getLastCharacter(last.text)) && isDense(getFirstCharacter(word.text))) return [];
      const across = word.box.x - last.box.x;
      return [{ letters: Array.from(last.text).length + 1, across, space: across - last.box.width }];
    }),
  );
  const pitch = computeMedian(steps.map(({ letters, across }) => across / letters));
  const agree = steps.filter(({ letters, across }) => Math.abs(across - letters * pitch) <= MAX_OFFSET * pitch);
  const isPitch = pitch > 0 && computeMedian(steps.map(({ space }) => space)) >= LEAST_SPACE * pitch;
  return isPitch && steps.length >= MIN_STEPS && agree.length >= MIN_AGREEMENT * steps.length ? pitch : null;
}

export function computeIndent(row: readonly PlacedWord[], left: number, pitch: number): number {
  const x = row.reduce((least, { box }) => Math.min(least, box.x), Infinity);
  const spaces = Math.round((x - left) / pitch);
  return Number.isFinite(spaces) ? Math.min(MAX_INDENT, Math.max(0, spaces)) : 0;
}
