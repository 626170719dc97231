/**
 * Which ground each pixel stands on: the nearest, reached step by step from the edges of all grounds at once. The one rule:
 * every pixel is reached once, however many grounds there are.
 */
import type { Grounds } from './ground.ts';

/** Steps from its ground that ink is still measured against it. */
const REACH = 40;
/** Where two grounds meet with no more than so many steps to each, what parts them is an edge or a drawn line. */
const THIN = 2;

export interface Spread {
  /** For each pixel the one of the ground nearest to it, itself on the ground; -1 where no ground is near. */
  readonly nearest: Int32Array;
  /** Steps to that one. */
  readonly steps: Uint8Array;
  /** The pixels from which a ground reached on, those at its own edge first, then by their steps. */
  readonly reached: Int32Array;
}

export function spreadOf({ stretch, isGround }: Grounds, width: number): Spread {
  const size = stretch.length;
  const nearest = new Int32Array(size).fill(-1);
  const steps = new Uint8Array(size);
  const queue = new Int32Array(size);
  let tail = 0;
  const grounded = (at: number): boolean => isGround[stretch[at] ?? 0] === 1;
  for (let at = 0; at < size; at += 1) {
    if (!grounded(at)) continue;
    nearest[at] = at;
    const x = at % width;
    const inside =
      (x === 0 || grounded(at - 1)) &&
      (x === width - 1 || grounded(at + 1)) &&
      (at < width || grounded(at - width)) &&
      (at >= size - width || grounded(at + width));
    if (!inside) queue[tail++] = at;
  }
  for (let head = 0; head < tail; head += 1) {
    const at = queue[head] ?? 0;
    const from = nearest[at] ?? 0;
    const step = steps[at] ?? 0;
    const reach = (next: number): void => {
      if (nearest[next] !== -1 || step >= REACH) return;
      nearest[next] = from;
      steps[next] = step + 1;
      queue[tail++] = next;
    };
    const x = at % width;
    if (x > 0) reach(at - 1);
    if (x < width - 1) reach(at + 1);
    if (at >= width) reach(at - width);
    if (at < size - width) reach(at + width);
  }
  return { nearest, steps, reached: queue.subarray(0, tail) };
}

/**
 * Each place where two grounds meet: two pixels beside each other, told once from either side that reached so far. They are
 * looked up anew each time, for in a picture of stripes there are more of them than there is room to list.
 */
export function eachMeeting(
  { stretch }: Grounds,
  { nearest, steps, reached }: Spread,
  width: number,
  see: (at: number, next: number) => void,
): void {
  for (const at of reached) {
    if ((steps[at] ?? 0) > THIN) return;
    const from = stretch[nearest[at] ?? 0];
    const look = (next: number): void => {
      const other = nearest[next] ?? -1;
      if (other !== -1 && stretch[other] !== from) see(at, next);
    };
    const x = at % width;
    if (x > 0) look(at - 1);
    if (x < width - 1) look(at + 1);
    if (at >= width) look(at - width);
    if (at < nearest.length - width) look(at + width);
  }
}
