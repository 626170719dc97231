/** Finds where a picture can be cut from its left to its right edge without crossing ink. */
import type { Pixels, Size } from '../types.ts';

/** In steps of 255 on white, in the channel that differs most: faint letters, but not the grain of a good photograph. */
const MIN_EDGE = 16;
/** In pixels: what stands upright for longer, and for half of the rows, may be a rule or the edge of a frame. */
export const MIN_RULE = 120;
/** In pixels, above and below the cut: the soft edges of letters. */
const CLEARANCE = 2;
/** Up and down, as a share of the width: steeper than text that is read as askew. */
const MAX_CLIMB = 0.3;

/** The row of the cut in each column. */
export type Seam = Int32Array;

/** Returns a cut that crosses rules only where each crosses one; null if each crosses ink. */
export function findSeam(pixels: Pixels): Seam | null {
  const edges = findEdges(pixels);
  const longest = Math.max(MIN_RULE, pixels.height / 2);
  return (
    findClearSeam(pixels, findInked(pixels, edges, Infinity)) ??
    findClearSeam(pixels, findInked(pixels, edges, longest))
  );
}

/** Returns the most level of all cuts, and of equals the one in the widest gap. */
function findClearSeam({ width, height: rows }: Size, isInk: Uint8Array): Seam | null {
  /** For each pixel, the row at which the best cut comes from the column to its left. */
  const entries = new Int32Array(width * rows);
  let climbs = new Float32Array(rows);
  for (let x = 0; x < width; x += 1) climbs = advance(climbs, isInk, x, width, entries);
  let best = Infinity;
  for (const climb of climbs) best = Math.min(best, climb);
  if (!(best <= MAX_CLIMB * width)) return null;
  const seam = new Int32Array(width);
  let row = findWidest(climbs, best);
  for (let x = width - 1; x >= 0; x -= 1) {
    row = entries[row * width + x] ?? 0;
    seam[x] = row;
  }
  return seam;
}

/** The climb of the best cut to each row of column `x`; Infinity where there is none. */
function advance(
  climbs: Float32Array,
  isInk: Uint8Array,
  x: number,
  width: number,
  entries: Int32Array,
): Float32Array<ArrayBuffer> {
  const rows = climbs.length;
  const next = new Float32Array(rows).fill(Infinity);
  const relax = (row: number, step: -1 | 1): void => {
    const before = row - step;
    if (before < 0 || before >= rows || !((next[before] ?? Infinity) + 1 < (next[row] ?? 0))) return;
    next[row] = (next[before] ?? 0) + 1;
    entries[row * width + x] = entries[before * width + x] ?? 0;
  };
  for (let row = 0; row < rows; row += 1) {
    if (isInk[row * width + x] === 1) continue;
    next[row] = climbs[row] ?? Infinity;
    entries[row * width + x] = row;
  }
  // a cut may run up and down in a column as far as that is free
  for (let row = 1; row < rows; row += 1) if (isInk[row * width + x] === 0) relax(row, 1);
  for (let row = rows - 2; row >= 0; row -= 1) if (isInk[row * width + x] === 0) relax(row, -1);
  return next;
}

/** The middle of the longest stretch of rows with this climb; of equals the lowest. */
function findWidest(climbs: Float32Array, climb: number): number {
  let [longest, middle] = [0, 0];
  for (let row = 0, length = 0; row < climbs.length; row += 1) {
    length = climbs[row] === climb ? length + 1 : 0;
    if (length < longest || length === 0) continue;
    longest = length;
    middle = row - (length >> 1);
  }
  return middle;
}

/** 1 on both sides of a step. */
function findEdges({ width, height: rows, data }: Pixels): Uint8Array {
  const edges = new Uint8Array(width * rows);
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const isAcross = x > 0 && differs(data, at, at - 1);
      const isDown = row > 0 && differs(data, at, at - width);
      if (isAcross || isDown) edges[at] = 1;
      if (isAcross) edges[at - 1] = 1;
      if (isDown) edges[at - width] = 1;
    }
  return edges;
}

/** 1 where a cut would come too near to ink: edges that stand upright for less than `longest`. */
function findInked({ width, height: rows }: Size, edges: Uint8Array, longest: number): Uint8Array {
  const inked = new Uint8Array(edges.length);
  for (let x = 0; x < width; x += 1)
    for (let row = 0; row < rows;) {
      const start = row;
      while (row < rows && edges[row * width + x] === 1) row += 1;
      if (row > start && row - start < longest) {
        const [first, end] = [Math.max(0, start - CLEARANCE), Math.min(rows, row + CLEARANCE)];
        for (let near = first; near < end; near += 1) inked[near * width + x] = 1;
      }
      row += 1;
    }
  return inked;
}

/** What lets light through is seen on white. */
function differs(data: Uint8ClampedArray, one: number, other: number): boolean {
  const [first, second] = [data[one * 4 + 3] ?? 0, data[other * 4 + 3] ?? 0];
  for (let channel = 0; channel < 3; channel += 1) {
    const a = ((data[one * 4 + channel] ?? 0) - 255) * first;
    const b = ((data[other * 4 + channel] ?? 0) - 255) * second;
    if (Math.abs(a - b) > MIN_EDGE * 255) return true;
  }
  return false;
}
