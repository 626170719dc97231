/** Converts any picture to dark ink on white; ink is a pixel's distance from the ground around it. */
import { toGray } from './gray.ts';
import { type Grounds, findGrounds, forEachNeighbour } from './ground.ts';
import { spreadGrounds, forEachMeeting, type Spread } from './ground-spread.ts';
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
  // as thick as it is: from where two grounds meet back to each of them
  const erase = (from: number, other: number, drawn: boolean): void => {
    const ground = nearest[from] ?? 0;
    let at = from;
    while (at !== -1 && (drawn || isBetween(data, at, ground, other))) {
      edges[at] = 1;
      const step = (spread.steps[at] ?? 0) - 1;
      at = -1;
      if (step > 0)
        forEachNeighbour(from, width, edges.length, (beside) => {
          const isOwn = stretch[nearest[beside] ?? 0] === stretch[ground];
          if (isOwn && edges[beside] === 0 && spread.steps[beside] === step) at = beside;
        });
      from = at;
    }
  };
  visitMeetings((at, next, { met, soft, touching }) => {
    const drawn = soft < MIN_SOFT_SHARE * met && touching < MIN_TOUCHING_SHARE * met;
    erase(at, nearest[next] ?? 0, drawn);
    erase(next, nearest[at] ?? 0, drawn);
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
