/** Finds text in a flattened picture as strips of ink. Connected ink is never cut. */
import { computeMedian, computeQuantile } from '../../base/numbers.ts';
import { labelPieces, type Piece, type Pieces } from './label-pieces.ts';
import type { Box, Gray, Size } from './types.ts';
import { getArea, getBottom, getRight, mergeBoxes } from './boxes.ts';

export const INK_BELOW = 165;
/** In pixels. */
const LETTER_HEIGHT = { least: 5, most: 120 };
const CAPITAL_QUANTILE = 0.75;
/** Times the median: with more, most pieces are small ones beside a few large words. */
const MAX_CAPITAL = 1.6;
/** Times the usual height: letters of an own size. */
const LARGER = 1.5;
const SMALLER = 0.6;
export const MIN_LETTERS = 3;
/** In letter heights, as all below; more than a space between words. */
const MAX_GAP = 1.1;
const SMALL_HEIGHT = 0.55;
const MAX_STRAY_DISTANCE = 0.9;
/** Share of the height of a line of large letters; and how much broader or higher than itself a dot is at most. */
const DOT_HEIGHT = 0.3;
const MAX_DOT_ASPECT = 1.3;
const DRAWN_LINE = { thick: 0.3, long: 4 };
/** In letter heights, and as a share of how thick the strokes of text are. */
const HAIRLINE = { long: 0.3, thick: 0.45 };
/** So many strips, their share of all, and how high in letter heights: below the one or above the other. */
const GRAIN = { least: 10, share: 0.55, low: 0.75, high: 1.4 };
/** Share of its box that is dark. */
const MAX_CORNER = 0.6;

export interface Strip {
  readonly box: Box;
  readonly number: number;
  /** Height of its letters in pixels: that of most in the picture, unless it clearly differs. */
  readonly letter: number;
  /** How many pieces of a letter's height it has. */
  readonly letters: number;
}

export interface Strips {
  /** From top to bottom; boxes may overlap. */
  readonly strips: readonly Strip[];
  /** Strip number by pixel; 0 for none. */
  readonly owners: Int32Array;
  /** Height of most letters in pixels; 0 if there are none. */
  readonly letter: number;
}

/** What is dark and hangs together, each as a box. */
export const labelInk = (flat: Gray): readonly Box[] => labelPieces(maskInk(flat), flat.width).boxes;

function maskInk({ data }: Gray): Uint8Array {
  const ink = new Uint8Array(data.length);
  for (let at = 0; at < ink.length; at += 1) if ((data[at] ?? 0) < INK_BELOW) ink[at] = 1;
  return ink;
}

export function findStrips(flat: Gray): Strips {
  const ink = maskInk(flat);
  const pieces = labelPieces(ink, flat.width);
  const letters = pieces.boxes.filter(({ height }) => height >= LETTER_HEIGHT.least && height <= LETTER_HEIGHT.most);
  const heights = letters.map(({ height }) => height);
  const letter = Math.min(computeQuantile(heights, CAPITAL_QUANTILE), MAX_CAPITAL * computeMedian(heights));
  if (letter === 0) return { strips: [], owners: new Int32Array(0), letter };
  eraseCorners(ink, pieces, flat, letter);
  const { boxes, numbers } = labelPieces(closeGaps(ink, flat.width, Math.round(MAX_GAP * letter)), flat.width);
  const { strips, hosts } = attachStrays(boxes, numbers, flat, letter);
  const owners = numbers.map((number) => hosts[number] ?? number);
  const found = groupHeights(letters, owners);
  /** Whether it is a line, or lines along its edges alone, as a frame is. */
  const isDrawn = ({ x, y, width, height }: Box, number: number): boolean => {
    if (Math.max(width, height) < DRAWN_LINE.long * letter) return false;
    const thick = Math.floor(Math.max(2, DRAWN_LINE.thick * letter));
    for (let row = y + thick; row < y + height - thick; row += 1)
      for (let at = row * flat.width + x + thick; at < row * flat.width + x + width - thick; at += 1)
        if (ink[at] === 1 && owners[at] === number) return false;
    return true;
  };
  const whole = strips.flatMap(({ box, number }) => {
    const own = found.get(number) ?? [];
    if ((own.length < MIN_LETTERS && (isDrawn(box, number) || isFrameEdge(box, flat, letter))) || isSpeck(box, letter))
      return [];
    return [{ box, number, letter: chooseLetter(own, letter), letters: own.length }];
  });
  const compareDown = (one: Strip, other: Strip): number => one.box.y - other.box.y || one.box.x - other.box.x;
  const text = dropHairlines(whole, letter, createInkCounter(ink, owners, flat.width));
  return { strips: dropGrain(text, letter).toSorted(compareDown), owners, letter };
}

/**
 * Takes out what is left of an edge, as of a sheet of paper: one or two strokes that stand alone and are much thinner than those
 * of letters.
 */
function dropHairlines(strips: readonly Strip[], letter: number, countInk: (strip: Strip) => Ink): readonly Strip[] {
  const measured = strips.map((strip) => ({ strip, ...countInk(strip) }));
  const text = measured.filter(({ strip }) => strip.letters >= MIN_LETTERS);
  const thin = HAIRLINE.thick * computeMedian(text.map(({ area, outline }) => (2 * area) / outline));
  return measured.flatMap(({ strip, area }) => {
    const { width, height } = strip.box;
    const isHairline = Math.max(width, height) >= HAIRLINE.long * letter && area < thin * (width + height);
    return isHairline ? [] : [strip];
  });
}

/** Takes out the grain of a photograph: most of what is found, a piece or two each, and not as high as a letter. */
function dropGrain(strips: readonly Strip[], letter: number): readonly Strip[] {
  const isGrain = ({ box: { height }, letters }: Strip): boolean =>
    letters < MIN_LETTERS && (height < GRAIN.low * letter || height > GRAIN.high * letter);
  const text = strips.filter((strip) => !isGrain(strip));
  const found = strips.length - text.length;
  return found >= Math.max(GRAIN.least, GRAIN.share * strips.length) ? text : strips;
}

/** Both in pixels. */
interface Ink {
  readonly area: number;
  readonly outline: number;
}

function createInkCounter(ink: Uint8Array, owners: Int32Array, width: number): (strip: Strip) => Ink {
  return ({ box, number }) => {
    const isOwn = (at: number): boolean => ink[at] === 1 && owners[at] === number;
    let [area, outline] = [0, 0];
    for (let y = box.y; y < getBottom(box); y += 1)
      for (let at = y * width + box.x; at < y * width + getRight(box); at += 1) {
        if (!isOwn(at)) continue;
        area += 1;
        for (const beside of [at - width, at - 1, at + 1, at + width]) if (!isOwn(beside)) outline += 1;
      }
    return { area, outline };
  };
}

/** Heights of letters by the strip that owns them. */
function groupHeights(letters: readonly Piece[], owners: Int32Array): ReadonlyMap<number, number[]> {
  const heights = new Map<number, number[]>();
  for (const { seed, height } of letters) {
    const owner = owners[seed] ?? 0;
    const own = heights.get(owner) ?? [];
    if (own.length === 0) heights.set(owner, own);
    own.push(height);
  }
  return heights;
}

function chooseLetter(heights: readonly number[], usual: number): number {
  const own = computeQuantile(heights, CAPITAL_QUANTILE);
  const differs = own > LARGER * usual || (heights.length >= MIN_LETTERS && own < SMALLER * usual);
  return differs ? own : usual;
}

/** The edge of a frame that the picture was cut along, with its corners. */
const isFrameEdge = ({ width, height }: Box, picture: Size, letter: number): boolean =>
  (height === picture.height && height > 2 * letter && width <= letter) ||
  (width === picture.width && width > 2 * letter && height <= letter);

/** Takes out what lies outside the round corners of what the picture was cut along: dark all along both edges, and little more. */
function eraseCorners(ink: Uint8Array, { boxes, numbers }: Pieces, { width, height }: Size, letter: number): void {
  for (const y of [0, height - 1])
    for (const x of [0, width - 1]) {
      const number = numbers[y * width + x] ?? 0;
      const box = boxes[number - 1];
      if (box === undefined || Math.max(box.width, box.height) >= letter) continue;
      const columns = Array.from({ length: box.width }, (_, i) => box.x + i);
      const places = Array.from({ length: box.height }, (_, i) =>
        columns.map((column) => ({ column, row: box.y + i, at: (box.y + i) * width + column })),
      ).flat();
      const own = places.filter(({ at }) => numbers[at] === number);
      const along = own.filter(({ column, row }) => column === x || row === y);
      if (along.length === box.width + box.height - 1 && own.length <= MAX_CORNER * getArea(box))
        for (const { at } of own) ink[at] = 0;
    }
}

const isSpeck = ({ width, height }: Box, letter: number): boolean =>
  Math.max(width, height) < Math.max(2, 0.2 * letter);

function closeGaps(ink: Uint8Array, width: number, gap: number): Uint8Array {
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

function attachStrays(
  boxes: readonly Box[],
  numbers: Int32Array,
  flat: Gray,
  letter: number,
): { readonly strips: readonly Pick<Strip, 'box' | 'number'>[]; readonly hosts: Int32Array } {
  const whole = [...boxes];
  const hosts = Int32Array.from({ length: boxes.length + 1 }, (_, number) => number);
  const isSmall = ({ height }: Box): boolean => height < SMALL_HEIGHT * letter;
  for (const [i, box] of boxes.entries()) {
    if (box.width > 3 * letter || !(isSmall(box) || isDot(box))) continue;
    const isCandidate = (number: number): boolean => {
      const line = boxes[number - 1];
      if (line === undefined || number === i + 1) return false;
      return isSmall(box) ? !isSmall(line) : box.height <= DOT_HEIGHT * line.height && isWithinLine(box, line);
    };
    // a dot below another line is nearer to that line, but within the height of its own
    const fitsWithinLine = (number: number): boolean => isCandidate(number) && isWithinLine(box, boxes[number - 1]);
    const reach = Math.max(MAX_STRAY_DISTANCE * letter, box.height);
    const host =
      findHost(box, numbers, flat, reach, fitsWithinLine) || findHost(box, numbers, flat, reach, isCandidate);
    if (host === 0) continue;
    whole[host - 1] = mergeBoxes(whole[host - 1] ?? box, box);
    hosts[i + 1] = host;
  }
  const strips = whole.flatMap((box, i) => (hosts[i + 1] === i + 1 ? [{ box, number: i + 1 }] : []));
  return { strips, hosts };
}

const isDot = ({ width, height }: Box): boolean => Math.max(width, height) <= MAX_DOT_ASPECT * Math.min(width, height);

const isWithinLine = (box: Box, line: Box | undefined): boolean =>
  line !== undefined && box.y >= line.y - 1 && getBottom(box) <= getBottom(line) + 1;

/** Prefers the sides to above and below; 0 for none. */
function findHost(
  box: Box,
  numbers: Int32Array,
  { width, height }: Gray,
  reach: number,
  fits: (number: number) => boolean,
): number {
  const far = Math.ceil(reach);
  const x = box.x + (box.width >> 1);
  const y = box.y + (box.height >> 1);
  const numberAt = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= width || row >= height ? 0 : (numbers[row * width + column] ?? 0);
  for (let away = 1; away <= far; away += 1)
    for (let step = -far; step <= far; step += 2)
      for (const number of [
        numberAt(box.x - away, y + step),
        numberAt(box.x + box.width - 1 + away, y + step),
        numberAt(x + step, box.y + box.height - 1 + away),
        numberAt(x + step, box.y - away),
      ])
        if (number !== 0 && fits(number)) return number;
  return 0;
}
