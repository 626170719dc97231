/**
 * Where there is text in a flattened picture: strips of ink, most of them a line, a cell or a label. The one rule: to cut too
 * little is harmless, for a strip of several lines is read as well; so what hangs together is never cut.
 */
import { bottomOf, joined } from './box.ts';
import { quantile } from './rows.ts';
import type { Box, Gray } from './types.ts';

/** Darker than this is ink. */
const INK = 165;
/** Pixels of the lowest thing that may be a letter, and of the highest that the usual height is taken from. */
const LETTER = { least: 5, most: 120 };
/** Of the letters: so many are lower than a capital. */
const TALL = 0.75;
/** All of these in heights of letters. What is no further apart is one strip: more than a space between words. */
const GAP = 1.1;
/** A lower strip is a dot, a quotation mark or an accent: it goes with the strip that it is this near to. */
const SMALL = 0.55;
const NEAR = 0.9;
/** What is lower than this … and so many times as long is a line that was drawn. */
const DRAWN = { thick: 0.3, long: 4 };

export interface Strip {
  readonly box: Box;
  /** Whose pixels are its own: its number in `owners`. */
  readonly number: number;
}

export interface Strips {
  /** From top to bottom. Their boxes may overlap: where lines stand close, letters of one reach between those of the next. */
  readonly strips: readonly Strip[];
  /** For each pixel the number of the strip that it belongs to; 0 for none. */
  readonly owners: Int32Array;
  /** Of most letters, in pixels; 0 where there are none. */
  readonly letter: number;
}

export function stripsOf(flat: Gray): Strips {
  const ink = flat.data.map((light) => (light < INK ? 1 : 0));
  const letters = piecesOf(ink, flat.width).boxes.filter(
    ({ height }) => height >= LETTER.least && height <= LETTER.most,
  );
  const letter = quantile(
    letters.map(({ height }) => height),
    TALL,
  );
  if (letter === 0) return { strips: [], owners: new Int32Array(0), letter };
  const { boxes, numbers } = piecesOf(smeared(ink, flat.width, Math.round(GAP * letter)), flat.width);
  const { strips, hosts } = withStrays(boxes, numbers, flat, letter);
  const whole = strips.filter(({ box }) => !isDrawn(box, letter) && !isSpeck(box, letter));
  const down = (one: Strip, other: Strip): number => one.box.y - other.box.y || one.box.x - other.box.x;
  return { strips: whole.toSorted(down), owners: numbers.map((number) => hosts[number] ?? number), letter };
}

const isDrawn = ({ width, height }: Box, letter: number): boolean => {
  const [thin, long] = width < height ? [width, height] : [height, width];
  return thin <= Math.max(2, DRAWN.thick * letter) && long >= DRAWN.long * letter;
};
const isSpeck = ({ width, height }: Box, letter: number): boolean =>
  Math.max(width, height) < Math.max(2, 0.2 * letter);

/** Ink with the gaps of each row closed. */
function smeared(ink: Uint8Array, width: number, gap: number): Uint8Array {
  const out = ink.slice();
  for (let start = 0; start < ink.length; start += width) {
    let last = -1;
    for (let x = 0; x < width; x += 1) {
      if (ink[start + x] !== 1) continue;
      if (last !== -1 && x - last <= gap) out.fill(1, start + last + 1, start + x);
      last = x;
    }
  }
  return out;
}

/** What hangs together, corners included: the box of each piece, and for each pixel the number of its piece, from 1. */
function piecesOf(ink: Uint8Array, width: number): { readonly boxes: Box[]; readonly numbers: Int32Array } {
  const numbers = new Int32Array(ink.length);
  const open = new Int32Array(ink.length);
  const boxes: Box[] = [];
  for (let seed = 0; seed < ink.length; seed += 1) {
    if (ink[seed] !== 1 || numbers[seed] !== 0) continue;
    const number = boxes.length + 1;
    let [x0, x1, y1] = [width, 0, 0];
    const y0 = Math.floor(seed / width);
    numbers[seed] = number;
    open[0] = seed;
    for (let left = 1; left > 0;) {
      left -= 1;
      const at = open[left] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x);
      y1 = Math.max(y1, y);
      for (let down = -width; down <= width; down += width)
        for (let aside = x > 0 ? -1 : 0; aside <= (x < width - 1 ? 1 : 0); aside += 1) {
          const next = at + down + aside;
          if (ink[next] !== 1 || numbers[next] !== 0) continue;
          numbers[next] = number;
          open[left] = next;
          left += 1;
        }
    }
    boxes.push({ x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 });
  }
  return { boxes, numbers };
}

/** Strips with the small pieces that belong to them. `hosts`: for each piece's number that of its strip. */
function withStrays(
  boxes: readonly Box[],
  numbers: Int32Array,
  flat: Gray,
  letter: number,
): { readonly strips: readonly Strip[]; readonly hosts: Int32Array } {
  const whole = [...boxes];
  const hosts = Int32Array.from({ length: boxes.length + 1 }, (_, number) => number);
  const isSmall = ({ height }: Box): boolean => height < SMALL * letter;
  for (const [i, box] of boxes.entries()) {
    if (!isSmall(box) || box.width > 3 * letter) continue;
    const fits = (number: number): boolean => number !== i + 1 && !isSmall(boxes[number - 1] ?? box);
    // a dot of a line that stands close below another is nearer to that one, and yet among its own line's letters
    const among = (number: number): boolean => fits(number) && isAmong(box, boxes[number - 1]);
    const reach = NEAR * letter;
    const host = hostOf(box, numbers, flat, reach, among) || hostOf(box, numbers, flat, reach, fits);
    if (host === 0) continue;
    whole[host - 1] = joined(whole[host - 1] ?? box, box);
    hosts[i + 1] = host;
  }
  const strips = whole.flatMap((box, i) => (hosts[i + 1] === i + 1 ? [{ box, number: i + 1 }] : []));
  return { strips, hosts };
}

const isAmong = (box: Box, line: Box | undefined): boolean =>
  line !== undefined && box.y >= line.y - 1 && bottomOf(box) <= bottomOf(line) + 1;

/** The number of a fitting piece near the box, beside it before above or below it; 0 for none. */
function hostOf(
  box: Box,
  numbers: Int32Array,
  { width, height }: Gray,
  reach: number,
  fits: (number: number) => boolean,
): number {
  const far = Math.ceil(reach);
  const x = box.x + (box.width >> 1);
  const y = box.y + (box.height >> 1);
  const at = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= width || row >= height ? 0 : (numbers[row * width + column] ?? 0);
  for (let away = 1; away <= far; away += 1)
    for (let step = -far; step <= far; step += 2)
      for (const number of [
        at(box.x - away, y + step),
        at(box.x + box.width - 1 + away, y + step),
        at(x + step, box.y + box.height - 1 + away),
        at(x + step, box.y - away),
      ])
        if (number !== 0 && fits(number)) return number;
  return 0;
}
