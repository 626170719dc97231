/** Tells what is inked and hangs together, corners counted, row by row: a strip of text is a few long runs of pixels. */
import type { Box } from './types.ts';

export interface Piece extends Box {
  /** Index of its first pixel. */
  readonly seed: number;
}

export interface Pieces {
  /** In order of their first pixels. */
  readonly boxes: readonly Piece[];
  /** By pixel, from 1; 0 for none. */
  readonly numbers: Int32Array;
}

/** Indices of pixels, the end exclusive. */
interface Runs {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** The first run of the same piece. */
  readonly roots: readonly number[];
}

/** `ink` is 1 where there is any. */
export function labelPieces(ink: Uint8Array, width: number): Pieces {
  const { starts, ends, roots } = joinRuns(ink, width);
  const numbers = new Int32Array(ink.length);
  const numberOf: number[] = [];
  const left: number[] = [];
  const right: number[] = [];
  const bottom: number[] = [];
  const seeds: number[] = [];
  for (const [run, start] of starts.entries()) {
    const end = ends[run] ?? start;
    const root = roots[run] ?? run;
    if (root === run) numberOf[run] = seeds.push(start);
    const number = numberOf[root] ?? 0;
    numbers.fill(number, start, end);
    const x = start % width;
    left[number - 1] = Math.min(left[number - 1] ?? x, x);
    right[number - 1] = Math.max(right[number - 1] ?? 0, x + end - start);
    bottom[number - 1] = (start - x) / width + 1;
  }
  const boxes = seeds.map((seed, i) => {
    const [x, y] = [left[i] ?? 0, Math.floor(seed / width)];
    return { x, y, width: (right[i] ?? 0) - x, height: (bottom[i] ?? 0) - y, seed };
  });
  return { boxes, numbers };
}

function joinRuns(ink: Uint8Array, width: number): Runs {
  const starts: number[] = [];
  const ends: number[] = [];
  const roots: number[] = [];
  const findRoot = (run: number): number => {
    let root = run;
    for (let next = roots[root] ?? root; next !== root; next = roots[root] ?? root) root = next;
    roots[run] = root;
    return root;
  };
  let above = 0;
  for (let row = 0; row < ink.length; row += width) {
    const own = starts.length;
    for (let at = row; at < row + width; at += 1) {
      if (ink[at] !== 1) continue;
      const start = at;
      while (at < row + width && ink[at] === 1) at += 1;
      while (above < own && (ends[above] ?? 0) + width < start) above += 1;
      let root = starts.length;
      starts.push(start);
      ends.push(at);
      roots.push(root);
      for (let run = above; run < own && (starts[run] ?? 0) + width <= at; run += 1) {
        const other = findRoot(run);
        const [first, second] = other < root ? [other, root] : [root, other];
        roots[second] = first;
        root = first;
      }
    }
    above = own;
  }
  for (let run = 0; run < roots.length; run += 1) roots[run] = roots[roots[run] ?? run] ?? run; // those before it are at theirs
  return { starts, ends, roots };
}
