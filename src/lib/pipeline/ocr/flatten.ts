/**
 * Any picture → dark ink on white. The one rule: ink is how far a pixel is from the ground around it, so that white on
 * blue, grey on black and black on a gradient all come out alike.
 */
import { groundsOf } from './ground.ts';
import type { Gray, Pixels } from './types.ts';

export interface Flat {
  readonly picture: Gray;
  readonly ground: Int32Array;
}

/** How far from any ground ink is still measured against it. */
const REACH = 40;

export function flattened(pixels: Pixels): Gray {
  const { width, height, data } = pixels;
  const { stretch, isGround } = groundsOf(pixels);
  const size = width * height;
  const source = new Int32Array(size).fill(-1);
  const steps = new Uint8Array(size);
  const queue = new Int32Array(size);
  const edge = new Uint8Array(size);
  const meetings: number[] = [];
  let tail = 0;
  for (let i = 0; i < size; i += 1)
    if (isGround[stretch[i] ?? 0] === 1) {
      source[i] = i;
      const x = i % width;
      if (
        (x > 0 && isGround[stretch[i - 1] ?? 0] === 0) ||
        (x < width - 1 && isGround[stretch[i + 1] ?? 0] === 0) ||
        (i >= width && isGround[stretch[i - width] ?? 0] === 0) ||
        (i < size - width && isGround[stretch[i + width] ?? 0] === 0)
      ) {
        queue[tail] = i;
        tail += 1;
      }
    }
  for (let head = 0; head < tail; head += 1) {
    const at = queue[head] ?? 0;
    const from = source[at] ?? 0;
    const step = steps[at] ?? 0;
    const x = at % width;
    const reach = (next: number): void => {
      const other = source[next] ?? -1;
      if (other !== -1) {
        if (step <= 2 && stretch[other] !== stretch[from]) meet(at, next, from, other);
        return;
      }
      if (step >= REACH) return;
      source[next] = from;
      steps[next] = step + 1;
      queue[tail] = next;
      tail += 1;
    };
    if (x > 0) reach(at - 1);
    if (x < width - 1) reach(at + 1);
    if (at >= width) reach(at - width);
    if (at < size - width) reach(at + width);
  }
  function meet(at: number, next: number, a: number, b: number): void {
    meetings.push(at, next, a, b);
  }
  const pairs = new Map<number, { total: number; soft: number }>();
  const pairOf = (a: number, b: number): { total: number; soft: number } => {
    const [p, q] = [stretch[a] ?? 0, stretch[b] ?? 0];
    const key = Math.min(p, q) * 2 ** 26 + Math.max(p, q);
    let pair = pairs.get(key);
    if (!pair) pairs.set(key, (pair = { total: 0, soft: 0 }));
    return pair;
  };
  for (let i = 0; i < meetings.length; i += 4) {
    const [at = 0, next = 0, a = 0, b = 0] = meetings.slice(i, i + 4);
    const pair = pairOf(a, b);
    pair.total += 1;
    if (between(data, at * 4, a * 4, b * 4) && between(data, next * 4, a * 4, b * 4)) pair.soft += 1;
  }
  for (let i = 0; i < meetings.length; i += 4) {
    const [at = 0, next = 0, a = 0, b = 0] = meetings.slice(i, i + 4);
    const { total, soft } = pairOf(a, b);
    const drawn = soft < 0.5 * total;
    for (const p of [at, next]) if (drawn || between(data, p * 4, a * 4, b * 4)) edge[p] = 1;
  }
  const far = new Uint8Array(size);
  const regions = isGround.length;
  const BINS = 32;
  const bins = new Map<number, Int32Array>();
  for (let i = 0; i < size; i += 1) {
    const from = source[i] ?? -1;
    if (from === -1 || from === i || edge[i] === 1) continue;
    const d = apart(data, i * 4, from * 4);
    far[i] = d;
    const id = stretch[from] ?? 0;
    let of = bins.get(id);
    if (!of) bins.set(id, (of = new Int32Array(BINS)));
    const bin = d >> 3;
    of[bin] = (of[bin] ?? 0) + 1;
  }
  const gain = new Float32Array(regions).fill(1);
  for (const [id, of] of bins) {
    let total = 0;
    for (let bin = 2; bin < BINS; bin += 1) total += of[bin] ?? 0;
    let seen = 0;
    let top = BINS - 1;
    for (; top > 2; top -= 1) {
      seen += of[top] ?? 0;
      if (seen > total * 0.05) break;
    }
    gain[id] = Math.min(5, 255 / ((top + 1) * 8));
  }
  const out = new Uint8Array(size).fill(255);
  for (let i = 0; i < size; i += 1) {
    const from = source[i] ?? -1;
    if (from === -1) {
      out[i] = ((data[i * 4] ?? 0) * 77 + (data[i * 4 + 1] ?? 0) * 150 + (data[i * 4 + 2] ?? 0) * 29) >> 8;
      continue;
    }
    const ink = (far[i] ?? 0) * (gain[stretch[from] ?? 0] ?? 1);
    out[i] = ink >= 255 ? 0 : 255 - ink;
  }
  return { width, height, data: out };
}

function between(data: Uint8ClampedArray, at: number, a: number, b: number): boolean {
  for (let c = 0; c < 3; c += 1) {
    const [v, p, q] = [data[at + c] ?? 0, data[a + c] ?? 0, data[b + c] ?? 0];
    if (v < Math.min(p, q) - 6 || v > Math.max(p, q) + 6) return false;
  }
  return true;
}

function apart(data: Uint8ClampedArray, a: number, b: number): number {
  const d = (c: number): number => Math.abs((data[a + c] ?? 0) - (data[b + c] ?? 0));
  const [r, g, bl] = [d(0), d(1), d(2)];
  return MODE === 'max' ? Math.max(r, g, bl) : (r * 77 + g * 150 + bl * 29) >> 8;
}
const MODE: string = 'max';
