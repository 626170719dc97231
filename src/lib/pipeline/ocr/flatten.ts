/** Converts any picture to dark ink on white; ink is a pixel's distance from the ground around it. */
import { toGray } from './gray.ts';
import { type Grounds, findGrounds, forEachNeighbour } from './ground.ts';
import type { Gray, Pixels } from './types.ts';

const DARKEST_SHARE = 0.05;
const FAINT_INK = 16;
const MAX_GAIN = 5;
const BINS = 32;

export function flattenPicture(pixels: Pixels): Gray {
  const grounds = findGrounds(pixels);
  const spread = spreadGrounds(grounds, pixels.width);
  const edges = findEdges(pixels, grounds, spread);
  const { data } = toGray(pixels);
  const { nearest } = spread;
  const ink = new Uint8Array(data.length);
  for (let at = 0; at < ink.length; at += 1) {
    const groundPixel = nearest[at] ?? -1;
    if (groundPixel !== -1 && groundPixel !== at && edges[at] !== 1)
      ink[at] = measureContrast(pixels.data, at, groundPixel);
  }
  const gains = computeGains(ink, nearest, grounds);
  for (let at = 0; at < ink.length; at += 1) {
    const groundPixel = nearest[at] ?? -1;
    if (groundPixel !== -1)
      data[at] = Math.max(0, 255 - (ink[at] ?? 0) * (gains[grounds.stretch[groundPixel] ?? 0] ?? 1));
  }
  return { width: pixels.width, height: pixels.height, data };
}

/** In the channel that differs most: yellow on white differs only in blue. */
function measureContrast(data: Uint8ClampedArray, one: number, other: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel += 1)
    most = Math.max(most, Math.abs((data[one * 4 + channel] ?? 0) - (data[other * 4 + channel] ?? 0)));
  return most;
}

function computeGains(ink: Uint8Array, nearest: Int32Array, { stretch, isGround }: Grounds): Float32Array {
  const counts = new Map<number, Int32Array>();
  for (let at = 0; at < ink.length; at += 1) {
    const dark = ink[at] ?? 0;
    if (dark < FAINT_INK) continue;
    const ground = stretch[nearest[at] ?? 0] ?? 0;
    const bins = counts.get(ground) ?? new Int32Array(BINS);
    if (bins[BINS - 1] === 0) counts.set(ground, bins);
    const bin = dark >> 3;
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const gains = new Float32Array(isGround.length).fill(1);
  for (const [ground, bins] of counts) {
    const enough = DARKEST_SHARE * bins.reduce((sum, count) => sum + count, 0);
    let top = BINS;
    for (let seen = 0; seen <= enough && top > 0;) seen += bins[--top] ?? 0;
    gains[ground] = Math.min(MAX_GAIN, 255 / ((top + 1) * 8));
  }
  return gains;
}

/** In steps of 255. */
const COLOUR_TOLERANCE = 6;

/** If fewer places are soft or direct, the border is a drawn line. */
const MIN_SOFT_SHARE = 0.5;

const MIN_TOUCHING_SHARE = 0.05;

/** Above the number of grounds of any picture: two combine into one key. */
const MAX_GROUNDS = 2 ** 26;

interface Border {
  met: number;
  soft: number;
  touching: number;
}

function findEdges(pixels: Pixels, grounds: Grounds, spread: Spread): Uint8Array {
  const { width, height, data } = pixels;
  const { stretch } = grounds;
  const { nearest } = spread;
  const borders = new Map<number, Border>();
  const getBorder = (one: number, other: number): Border => {
    const key = one < other ? one * MAX_GROUNDS + other : other * MAX_GROUNDS + one;
    const border = borders.get(key) ?? { met: 0, soft: 0, touching: 0 };
    if (border.met === 0) borders.set(key, border);
    return border;
  };
  const countTouch = (one: number, other: number): void => {
    if (one === other || grounds.isGround[one] === 0 || grounds.isGround[other] === 0) return;
    const border = getBorder(one, other);
    border.met += 1;
    border.touching += 1;
  };
  for (let at = 0; at < stretch.length; at += 1) {
    if ((at + 1) % width !== 0) countTouch(stretch[at] ?? 0, stretch[at + 1] ?? 0);
    if (at + width < stretch.length) countTouch(stretch[at] ?? 0, stretch[at + width] ?? 0);
  }
  const visitMeetings = (
    visit: (at: number, next: number, border: Border, atSoft: boolean, nextSoft: boolean) => void,
  ): void =>
    forEachMeeting(grounds, spread, width, (at, next) => {
      const [one, other] = [nearest[at] ?? 0, nearest[next] ?? 0];
      const border = getBorder(stretch[one] ?? 0, stretch[other] ?? 0);
      visit(at, next, border, isBetween(data, at, one, other), isBetween(data, next, one, other));
    });
  visitMeetings((_at, _next, border, atSoft, nextSoft) => {
    border.met += 1;
    if (atSoft && nextSoft) border.soft += 1;
  });
  const edges = new Uint8Array(width * height);
  visitMeetings((at, next, { met, soft, touching }, atSoft, nextSoft) => {
    const drawn = soft < MIN_SOFT_SHARE * met && touching < MIN_TOUCHING_SHARE * met;
    if (drawn || atSoft) edges[at] = 1;
    if (drawn || nextSoft) edges[next] = 1;
  });
  return edges;
}

function isBetween(data: Uint8ClampedArray, at: number, one: number, other: number): boolean {
  for (let channel = 0; channel < 3; channel += 1) {
    const value = data[at * 4 + channel] ?? 0;
    const a = data[one * 4 + channel] ?? 0;
    const b = data[other * 4 + channel] ?? 0;
    if (value < Math.min(a, b) - COLOUR_TOLERANCE || value > Math.max(a, b) + COLOUR_TOLERANCE) return false;
  }
  return true;
}

const MAX_STEPS = 40;

/** Grounds that meet within so many steps are separated by an edge or a drawn line. */
const MAX_EDGE_STEPS = 2;

interface Spread {
  /** Index of the nearest ground pixel (itself on ground); -1 if none is near. */
  readonly nearest: Int32Array;
  readonly steps: Uint8Array;
  readonly reached: Int32Array;
}

/** Spreads grounds over the pixels between them: each pixel's nearest ground, and where two meet. */
function spreadGrounds({ stretch, isGround }: Grounds, width: number): Spread {
  const size = stretch.length;
  const nearest = new Int32Array(size).fill(-1);
  const steps = new Uint8Array(size);
  const queue = new Int32Array(size);
  let tail = 0;
  const isOnGround = (at: number): boolean => isGround[stretch[at] ?? 0] === 1;
  for (let at = 0; at < size; at += 1) {
    if (!isOnGround(at)) continue;
    nearest[at] = at;
    const x = at % width;
    const inside =
      (x === 0 || isOnGround(at - 1)) &&
      (x === width - 1 || isOnGround(at + 1)) &&
      (at < width || isOnGround(at - width)) &&
      (at >= size - width || isOnGround(at + width));
    if (!inside) queue[tail++] = at;
  }
  for (let head = 0; head < tail; head += 1) {
    const at = queue[head] ?? 0;
    const from = nearest[at] ?? 0;
    const step = steps[at] ?? 0;
    if (step >= MAX_STEPS) continue;
    forEachNeighbour(at, width, size, (next) => {
      if (nearest[next] !== -1) return;
      nearest[next] = from;
      steps[next] = step + 1;
      queue[tail++] = next;
    });
  }
  return { nearest, steps, reached: queue.subarray(0, tail) };
}

/** Calls `see` for each adjacent pair where two grounds meet, once from each side that spread. */
function forEachMeeting(
  { stretch }: Grounds,
  { nearest, steps, reached }: Spread,
  width: number,
  see: (at: number, next: number) => void,
): void {
  for (const at of reached) {
    if ((steps[at] ?? 0) > MAX_EDGE_STEPS) return;
    const from = stretch[nearest[at] ?? 0];
    forEachNeighbour(at, width, nearest.length, (next) => {
      const other = nearest[next] ?? -1;
      if (other !== -1 && stretch[other] !== from) see(at, next);
    });
  }
}
