/** Spreads grounds over the pixels between them: each pixel's nearest ground, and where two meet. */
import { forEachNeighbour, type Grounds } from './ground.ts';

const MAX_STEPS = 40;

/** Grounds that meet within so many steps are separated by an edge or a drawn line: one of two pixels, askew in a corner. */
const MAX_EDGE_STEPS = 3;

export interface Spread {
  /** Index of the nearest ground pixel (itself on ground); -1 if none is near. */
  readonly nearest: Int32Array;
  readonly steps: Uint8Array;
  readonly reached: Int32Array;
}

export function spreadGrounds({ stretch, isGround }: Grounds, width: number): Spread {
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
export function forEachMeeting(
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
