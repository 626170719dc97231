/** Measures how far lines of text slope, and turns a picture until they are level. */
import { getArea } from './boxes.ts';
import { MIN_LETTERS, type Strip, type Strips } from './strips.ts';
import type { Box, Gray, Size } from './types.ts';

/** In letter heights: the slope of a shorter strip says little. */
const MIN_LENGTH = 7;
/** In letter heights, for each letter: a drawn line has no letters, or a few where it meets some. */
const MAX_LETTER_STEP = 4;
/** Areas of the boxes together, by that of the picture: frames within each other would take too long. */
const MAX_BOXES = 4;
/** Less shifts no letter by half its height within a line. */
const MIN_SLOPE = 0.006;
/** 17 degrees: steeper text is no line that stands askew. */
const MAX_SLOPE = 0.3;
/** Lines of one picture slope alike: most of their length within this of the median. */
const MAX_SPREAD = 0.012;
const MIN_AGREEMENT = 0.75;

interface Slope {
  readonly slope: number;
  readonly length: number;
}

/** Rise of the lines by their length, downwards; 0 if they are level or do not agree. */
export function measureSlant({ strips, owners, letter }: Strips, picture: Size): number {
  const lines = strips.filter((strip) => isTextLine(strip, letter));
  if (lines.reduce((sum, { box }) => sum + getArea(box), 0) > MAX_BOXES * getArea(picture)) return 0;
  const slopes = lines
    .map(({ box, number }) => ({ slope: fitSlope(owners, picture.width, box, number), length: box.width }))
    .toSorted((one, other) => one.slope - other.slope);
  const total = sumLengths(slopes);
  let passed = 0;
  const middle = slopes.find(({ length }) => (passed += length) >= total / 2)?.slope ?? 0;
  if (Math.abs(middle) < MIN_SLOPE || Math.abs(middle) > MAX_SLOPE) return 0;
  const agreeing = slopes.filter(({ slope }) => Math.abs(slope - middle) <= MAX_SPREAD + Math.abs(middle) / 8);
  return sumLengths(agreeing) >= MIN_AGREEMENT * total ? middle : 0;
}

const isTextLine = ({ box, letters }: Strip, letter: number): boolean =>
  letters >= MIN_LETTERS && box.width >= MIN_LENGTH * letter && box.width <= MAX_LETTER_STEP * letter * letters;

const sumLengths = (slopes: readonly Slope[]): number => slopes.reduce((sum, { length }) => sum + length, 0);

/** Least squares through the ink of a strip. */
function fitSlope(owners: Int32Array, width: number, box: Box, number: number): number {
  let [count, sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0, 0];
  for (let y = 0; y < box.height; y += 1)
    for (let x = 0; x < box.width; x += 1) {
      if (owners[(box.y + y) * width + box.x + x] !== number) continue;
      count += 1;
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumXY += x * y;
    }
  const spread = count * sumXX - sumX * sumX;
  return spread > 0 ? (count * sumXY - sumX * sumY) / spread : 0;
}

export interface Turned {
  readonly picture: Gray;
  /** A box of the same size around the same place of the picture as it was. */
  readonly toSource: (box: Box) => Box;
}

/** The size of a picture once it is turned level. */
export function computeTurnedSize({ width, height }: Size, slope: number): Size {
  const cosine = 1 / Math.hypot(1, slope);
  const sine = Math.abs(slope) * cosine;
  return { width: Math.ceil(width * cosine + height * sine), height: Math.ceil(width * sine + height * cosine) };
}

/** How sharply lines of ink are set off from the paper between them: the square of what changes from row to row. */
export function measureSharpness({ width, height, data }: Gray): number {
  let [sum, last] = [0, 0];
  for (let y = 0; y < height; y += 1) {
    let ink = 0;
    for (let x = 0; x < width; x += 1) ink += 255 - (data[y * width + x] ?? 0);
    if (y > 0) sum += (ink - last) ** 2;
    last = ink;
  }
  return sum;
}

/** Turned about its middle, on white; `slope` 0 changes nothing. */
export function turnLevel(source: Gray, slope: number): Turned {
  if (slope === 0) return { picture: source, toSource: (box) => box };
  const { width: from, height: rows } = source;
  const cosine = 1 / Math.hypot(1, slope);
  const sine = slope * cosine;
  const { width, height } = computeTurnedSize(source, slope);
  const toPlace = (x: number, y: number): readonly [number, number] => {
    const [across, down] = [x - width / 2, y - height / 2];
    return [across * cosine - down * sine + from / 2, across * sine + down * cosine + rows / 2];
  };
  const data = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y += 1) {
    const [startX, startY] = toPlace(0.5, y + 0.5);
    for (let x = 0; x < width; x += 1) {
      const [sx, sy] = [startX + x * cosine - 0.5, startY + x * sine - 0.5];
      if (sx >= 0 && sy >= 0 && sx < from - 1 && sy < rows - 1) data[y * width + x] = sampleLight(source, sx, sy);
    }
  }
  return {
    picture: { width, height, data },
    toSource(box) {
      const [x, y] = toPlace(box.x + box.width / 2, box.y + box.height / 2);
      return { ...box, x: x - box.width / 2, y: y - box.height / 2 };
    },
  };
}

/** Between the four pixels around. */
function sampleLight({ width, data }: Gray, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - left, y - top];
  const at = top * width + left;
  const upper = (data[at] ?? 0) * (1 - u) + (data[at + 1] ?? 0) * u;
  const lower = (data[at + width] ?? 0) * (1 - u) + (data[at + width + 1] ?? 0) * u;
  return upper * (1 - v) + lower * v + 0.5;
}
