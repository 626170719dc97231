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
  /** Four numbers for each meeting of two grounds: two pixels beside each other, and the nearest of each. */
  readonly meetings: readonly number[];
}

export function spreadOf({ stretch, isGround }: Grounds, width: number): Spread {
  const size = stretch.length;
  const nearest = new Int32Array(size).fill(-1);
  const steps = new Uint8Array(size);
  const queue = new Int32Array(size);
  const meetings: number[] = [];
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
      const other = nearest[next] ?? -1;
      if (other !== -1) {
        if (step <= THIN && stretch[other] !== stretch[from]) meetings.push(at, next, from, other);
      } else if (step < REACH) {
        nearest[next] = from;
        steps[next] = step + 1;
        queue[tail++] = next;
      }
    };
    const x = at % width;
    if (x > 0) reach(at - 1);
    if (x < width - 1) reach(at + 1);
    if (at >= width) reach(at - width);
    if (at < size - width) reach(at + width);
  }
  return { nearest, meetings };
}
