/** Reads a white sheet with two engines at once, cut between two lines of text. */
import type { EnginePicture, Gray, RawWord, Recognise } from './types.ts';

/** In pixels: what is smaller is read better by one. */
const MIN_SPLIT_PIXELS = 300_000;
/** In pixels; more than stands between the dots of a letter and its stem. */
const MIN_GAP = 12;

/** Null where it could not. */
type TryRecognise = (picture: EnginePicture) => Promise<readonly RawWord[] | null>;

/** A sheet that has a gap near its middle is read below it by `second`; `first` reads all else, and what `second` could not. */
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

const cutRows = ({ data, ...sheet }: EnginePicture, from: number, to: number): EnginePicture => ({
  ...sheet,
  height: to - from,
  data: data.slice(from * sheet.width, to * sheet.width), // not a view, of which a message would copy the whole
});

const moveDown = (word: RawWord, rows: number, lines: number): RawWord => ({
  ...word,
  box: { ...word.box, y: word.box.y + rows },
  line: word.line + lines,
});

/** The middle row of the gap above and below which there is about as much to read; null if there is none. */
function findMiddleGap(picture: Gray): number | null {
  const inked = countInk(picture);
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

/** How many pixels of each row are not white. */
function countInk({ width, height, data }: Gray): Uint32Array {
  const inked = new Uint32Array(height);
  for (let row = 0, at = 0; row < height; row += 1)
    for (const end = at + width; at < end; at += 1) if ((data[at] ?? 255) < 255) inked[row] = (inked[row] ?? 0) + 1;
  return inked;
}
