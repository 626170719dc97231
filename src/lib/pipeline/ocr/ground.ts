/**
 * The grounds that text stands on: the page, a chip, a selected row. The one rule: a ground is a stretch of pixels each
 * nearly the colour of the next, and large or shaped like a plate; what is neither is ink, or a picture.
 */
import type { Pixels } from './types.ts';

/** Steps of 255 between neighbours of one stretch, for red, green and blue each: enough for a gradient, too few for an edge. */
const NEAR = 4;
/** Pixels of a stretch that is ground whatever its shape, as is half of a small picture. */
const LARGE = 4_000;
/** Plates are at least so big … */
const PLATE = { width: 14, height: 11 };
/** … fill their box but for round corners, and are mostly free of ink. */
const FILLED = 0.8;
const FREE = 0.5;
/** Pixels of the smallest plate. */
const LEAST = FREE * FILLED * PLATE.width * PLATE.height;
/** The number of all stretches that are too small to be ground: a photograph has millions of them. */
const SMALL = 1;

export interface Grounds {
  /** For each pixel the number of its stretch, from 2; 1 for all that are too small. */
  readonly stretch: Int32Array;
  /** For each number: 1 when that stretch is ground. */
  readonly isGround: Uint8Array;
}

export function groundsOf(pixels: Pixels): Grounds {
  const { stretch, count } = stretchesOf(pixels);
  return { stretch, isGround: judged(pixels, stretch, count) };
}

/** Numbers every stretch of pixels that hang together, by flooding each once. `count`: the last number. */
function stretchesOf({ width, height, data }: Pixels): { stretch: Int32Array; count: number } {
  const stretch = new Int32Array(width * height);
  const flood = new Int32Array(width * height);
  const least = Math.min(LEAST, largeIn(width, height));
  let count = SMALL;
  let begin = 0;
  for (let seed = 0; seed < stretch.length; seed += 1) {
    if (stretch[seed] !== 0) continue;
    const number = count + 1;
    stretch[seed] = number;
    flood[begin] = seed;
    let end = begin + 1;
    for (let next = begin; next < end; next += 1) {
      const at = flood[next] ?? 0;
      const x = at % width;
      const reach = (beside: number): void => {
        if (stretch[beside] !== 0 || !near(data, at * 4, beside * 4)) return;
        stretch[beside] = number;
        flood[end] = beside;
        end += 1;
      };
      if (x > 0) reach(at - 1);
      if (x < width - 1) reach(at + 1);
      if (at >= width) reach(at - width);
      if (at < stretch.length - width) reach(at + width);
    }
    if (end - begin >= least) count = number;
    else for (let of = begin; of < end; of += 1) stretch[flood[of] ?? 0] = SMALL;
    begin = end;
  }
  return { stretch, count };
}

/** Pixels of what is ground by its size alone. */
const largeIn = (width: number, height: number): number => Math.min(LARGE, (width * height) / 2);

function near(data: Uint8ClampedArray, a: number, b: number): boolean {
  for (let channel = 0; channel < 3; channel += 1)
    if (Math.abs((data[a + channel] ?? 0) - (data[b + channel] ?? 0)) > NEAR) return false;
  return true;
}

/** In one pass, row by row: how many pixels each stretch has, its box, and the room between its two ends in each row. */
function judged({ width, height }: Pixels, stretch: Int32Array, count: number): Uint8Array {
  const make = (): Int32Array => new Int32Array(count + 1);
  const [area, span, first, last] = [make(), make(), make(), make()];
  const [left, right, top, bottom] = [make(), make(), make(), make()];
  left.fill(width);
  bottom.fill(-1);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const id = stretch[at] ?? 0;
      if (area[id] === 0) top[id] = y;
      if (bottom[id] !== y) {
        if (bottom[id] !== -1) span[id] = (span[id] ?? 0) + (last[id] ?? 0) - (first[id] ?? 0) + 1;
        bottom[id] = y;
        first[id] = x;
      }
      last[id] = x;
      area[id] = (area[id] ?? 0) + 1;
      if (x < (left[id] ?? 0)) left[id] = x;
      if (x > (right[id] ?? 0)) right[id] = x;
    }
  }
  const isGround = new Uint8Array(count + 1);
  for (let id = SMALL + 1; id <= count; id += 1) {
    const size = area[id] ?? 0;
    const [w, h] = [(right[id] ?? 0) - (left[id] ?? 0) + 1, (bottom[id] ?? 0) - (top[id] ?? 0) + 1];
    const within = (span[id] ?? 0) + (last[id] ?? 0) - (first[id] ?? 0) + 1;
    const plate = w >= PLATE.width && h >= PLATE.height && w > h && within >= FILLED * w * h && size >= FREE * within;
    if (plate || size >= largeIn(width, height)) isGround[id] = 1;
  }
  return isGround;
}
