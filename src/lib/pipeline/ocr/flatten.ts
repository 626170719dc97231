/**
 * Any picture → dark ink on white. The one rule: ink is how far a pixel is from the ground around it, so that white on
 * blue, grey on black and black on a gradient all come out alike.
 */
import { edgesOf } from './edges.ts';
import { grayOf } from './gray.ts';
import { type Grounds, groundsOf } from './ground.ts';
import { spreadOf } from './spread.ts';
import type { Gray, Pixels } from './types.ts';

/** Of a ground's ink, its faint edges aside: so much is as dark as ink gets there. */
const DARKEST = 0.05;
const FAINT = 16;
/** Faint ink is made darker, but no more than so: what is on an empty ground is dirt. */
const MOST_GAIN = 5;
const BINS = 32;

export interface Flat {
  /** Of the picture's size. Where there is no ground near, it is the picture in gray. */
  readonly picture: Gray;
  /** How much of the picture is ground: nine tenths of a page of dense text, little of a photograph. */
  readonly ground: number;
}

export function flattened(pixels: Pixels): Flat {
  const grounds = groundsOf(pixels);
  const spread = spreadOf(grounds, pixels.width);
  const edges = edgesOf(pixels, grounds, spread);
  const { data } = grayOf(pixels);
  const { nearest } = spread;
  const ink = new Uint8Array(data.length);
  for (let at = 0; at < ink.length; at += 1) {
    const from = nearest[at] ?? -1;
    if (from !== -1 && from !== at && edges[at] !== 1) ink[at] = apart(pixels.data, at * 4, from * 4);
  }
  const gains = gainsOf(ink, nearest, grounds);
  for (let at = 0; at < ink.length; at += 1) {
    const from = nearest[at] ?? -1;
    if (from !== -1) data[at] = Math.max(0, 255 - (ink[at] ?? 0) * (gains[grounds.stretch[from] ?? 0] ?? 1));
  }
  const ground = nearest.reduce((count, from, at) => count + (from === at ? 1 : 0), 0) / data.length;
  return { picture: { width: pixels.width, height: pixels.height, data }, ground };
}

/** The channel that differs most: yellow on white is told by blue alone. */
function apart(data: Uint8ClampedArray, one: number, other: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel += 1)
    most = Math.max(most, Math.abs((data[one + channel] ?? 0) - (data[other + channel] ?? 0)));
  return most;
}

/** For each stretch that is ground: what its ink is to be multiplied with, so that the darkest is black. */
function gainsOf(ink: Uint8Array, nearest: Int32Array, { stretch, isGround }: Grounds): Float32Array {
  const counts = new Map<number, Int32Array>();
  for (let at = 0; at < ink.length; at += 1) {
    const dark = ink[at] ?? 0;
    if (dark < FAINT) continue;
    const ground = stretch[nearest[at] ?? 0] ?? 0;
    const bins = counts.get(ground) ?? new Int32Array(BINS);
    if (bins[BINS - 1] === 0) counts.set(ground, bins);
    const bin = dark >> 3;
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const gains = new Float32Array(isGround.length).fill(1);
  for (const [ground, bins] of counts) {
    const enough = DARKEST * bins.reduce((sum, count) => sum + count, 0);
    let top = BINS;
    for (let seen = 0; seen <= enough && top > 0;) seen += bins[--top] ?? 0;
    gains[ground] = Math.min(MOST_GAIN, 255 / ((top + 1) * 8));
  }
  return gains;
}
