/** Converts any picture to dark ink on white; ink is a pixel's distance from the ground around it. */
import { findEdges } from './edges.ts';
import { toGray } from './gray.ts';
import { type Grounds, findGrounds } from './ground.ts';
import { spreadGrounds } from './spread.ts';
import type { Gray, Pixels } from './types.ts';

const DARKEST_SHARE = 0.05;
const FAINT_INK = 16;
const MAX_GAIN = 5;
const BINS = 32;

export interface FlatPicture {
  readonly picture: Gray;
  /** Share of ground pixels: nine tenths for dense text, little for a photograph. */
  readonly ground: number;
}

export function flattenPicture(pixels: Pixels): FlatPicture {
  const grounds = findGrounds(pixels);
  const spread = spreadGrounds(grounds, pixels.width);
  const edges = findEdges(pixels, grounds, spread);
  const { data } = toGray(pixels);
  const { nearest } = spread;
  const ink = new Uint8Array(data.length);
  for (let at = 0; at < ink.length; at += 1) {
    const groundPixel = nearest[at] ?? -1;
    if (groundPixel !== -1 && groundPixel !== at && edges[at] !== 1)
      ink[at] = measureContrast(pixels.data, at * 4, groundPixel * 4);
  }
  const gains = computeGains(ink, nearest, grounds);
  for (let at = 0; at < ink.length; at += 1) {
    const groundPixel = nearest[at] ?? -1;
    if (groundPixel !== -1)
      data[at] = Math.max(0, 255 - (ink[at] ?? 0) * (gains[grounds.stretch[groundPixel] ?? 0] ?? 1));
  }
  const ground = nearest.reduce((count, from, at) => count + (from === at ? 1 : 0), 0) / data.length;
  return { picture: { width: pixels.width, height: pixels.height, data }, ground };
}

/** In the channel that differs most: yellow on white differs only in blue. */
function measureContrast(data: Uint8ClampedArray, one: number, other: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel += 1)
    most = Math.max(most, Math.abs((data[one + channel] ?? 0) - (data[other + channel] ?? 0)));
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
