/**
 * Words → runs → rows, by where they stand. The one rule: the order in which the engine names them means nothing, for on a
 * page of chips or cells it follows no line that a reader would.
 */
import { middleOf, rightOf, sharedHeight } from './box.ts';
import type { Box } from './types.ts';

/** A word to be placed. */
export interface Word {
  readonly text: string;
  readonly confidence: number;
  readonly box: Box;
}

/** Words that stand side by side with no more than a space between them. */
export interface Run {
  readonly words: Word[];
  x1: number;
}

/** Of the lower one's height: what two boxes share who stand on one line. */
const SHARED = 0.5;
/** Widest space between words of a run, in heights of letters. */
const SPACE = 1.4;
/** Rows that are still looked at for a box: the last ones to have begun. */
const OPEN_ROWS = 6;

/** Whether two boxes stand on one line. */
export const level = (one: Box, other: Box): boolean =>
  sharedHeight(one, other) >= SHARED * Math.min(one.height, other.height);

const byBox = (one: Box, other: Box): number =>
  one.x - other.x || one.y - other.y || one.width - other.width || one.height - other.height;
export const byPlace = (one: Word, other: Word): number =>
  byBox(one.box, other.box) ||
  (one.text < other.text ? -1 : one.text > other.text ? 1 : one.confidence - other.confidence);

/**
 * From left to right each word is put at the end of the run that it continues. Of the runs only the last to have reached
 * each strip of the picture is known, so that a word costs the same however many there are.
 */
export function runsOf(words: readonly Word[]): Run[] {
  const strip = Math.max(2, median(words.map(({ box }) => box.height)) / 3);
  const stripOf = ({ y, height }: Box): readonly number[] =>
    [0.25, 0.5, 0.75].map((part) => Math.floor((y + part * height) / strip));
  const last = new Map<number, Run>();
  const runs: Run[] = [];
  for (const word of words.toSorted(byPlace)) {
    const strips = stripOf(word.box);
    const found = strips.map((at) => last.get(at)).find((run) => run !== undefined && goesOn(run, word));
    const run = found ?? { words: [], x1: 0 };
    if (found === undefined) runs.push(run);
    run.words.push(word);
    run.x1 = Math.max(run.x1, rightOf(word.box));
    for (const at of strips) last.set(at, run);
  }
  return runs;
}

function goesOn({ words, x1 }: Run, { box }: Word): boolean {
  const end = words.at(-1)?.box;
  return end !== undefined && level(end, box) && box.x - x1 <= SPACE * Math.max(end.height, box.height);
}

/** Boxes that stand on one line with each other, from top to bottom; each row from left to right. */
export function rowsOf<T extends { readonly box: Box }>(
  things: readonly T[],
  fits: (one: Box, other: Box) => boolean = level,
): T[][] {
  const rows: { things: T[]; box: Box }[] = [];
  const down = (one: Box, other: Box): number => middleOf(one) - middleOf(other) || byBox(one, other);
  for (const thing of things.toSorted((one, other) => down(one.box, other.box))) {
    const row = rows.slice(-OPEN_ROWS).findLast(({ box }) => fits(box, thing.box));
    if (row === undefined) rows.push({ things: [thing], box: thing.box });
    else {
      row.things.push(thing);
      if (thing.box.height > row.box.height) row.box = thing.box;
    }
  }
  const sorted = rows.toSorted((one, other) => down(one.box, other.box));
  return sorted.map((row) => row.things.toSorted((one, other) => byBox(one.box, other.box)));
}

/** The value below which that share (0 to 1) of the values lies; 0 where there are none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
export const median = (values: readonly number[]): number => quantile(values, 0.5);
