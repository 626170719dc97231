/** Reads a picture with two engines at once, cut between two lines of text. */
import type { Gray, RawWord, Recognise } from './types.ts';

/** In pixels: smaller pictures are read as fast by one. */
const MIN_SPLIT_PIXELS = 100_000;
/** In pixels; more than stands between the dots of a letter and its stem. */
const MIN_GAP = 12;
/** In steps of 255: the grain of a plain ground. */
const MAX_GRAIN = 8;

/** Null where it could not. */
export type TryRecognise = (picture: Gray) => Promise<readonly RawWord[] | null>;

/** A picture that has a gap near its middle is read below it by `second`; `first` reads all else, and what `second` could not. */
export function recogniseInHalves(first: Recognise, second: TryRecognise): Recognise {
  return async (picture) => {
    const row = picture.width * picture.height < MIN_SPLIT_PIXELS ? null : findMiddleGap(picture);
    if (row === null) return first(picture);
    const lower = cutRows(picture, row, picture.height);
    const reading = second(lower);
    const above = await first(cutRows(picture, 0, row));
    const below = (await reading) ?? (await first(lower));
    const lines = above.reduce((most, { line }) => Math.max(most, line + 1), 0);
    return [...above, ...below.map((word) => moveDown(word, row, lines))];
  };
}

const cutRows = ({ width, data }: Gray, from: number, to: number): Gray => ({
  width,
  height: to - from,
  data: data.subarray(from * width, to * width),
});

const moveDown = (word: RawWord, rows: number, lines: number): RawWord => ({
  ...word,
  box: { ...word.box, y: word.box.y + rows },
  line: word.line + lines,
});

/** The middle row of the gap above and below which there is about as much to read; null if there is none. */
function findMiddleGap(picture: Gray): number | null {
  const inked = listInkedRows(picture);
  const total = inked.reduce((sum, ink) => sum + ink, 0);
  let [best, difference, above, start] = [null as number | null, total, 0, -1];
  for (let row = 0; row <= inked.length; row += 1) {
    const ink = inked[row] ?? 1;
    if (ink === 0) {
      if (start === -1) start = row;
      continue;
    }
    if (start > 0 && row < inked.length && row - start >= MIN_GAP && Math.abs(total - 2 * above) < difference) {
      difference = Math.abs(total - 2 * above);
      best = (start + row) >> 1;
    }
    start = -1;
    above += ink;
  }
  return best;
}

/** How many pixels of each row differ from the one before them. */
function listInkedRows({ width, height, data }: Gray): Uint32Array {
  const inked = new Uint32Array(height);
  for (let row = 0, at = 0; row < height; row += 1) {
    let [least, most] = [255, 0];
    let changes = 0;
    let last = data[at] ?? 0;
    for (const end = at + width; at < end; at += 1) {
      const value = data[at] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
      if (Math.abs(value - last) > MAX_GRAIN) changes += 1;
      last = value;
    }
    inked[row] = most - least > MAX_GRAIN ? changes + 1 : 0;
  }
  return inked;
}
