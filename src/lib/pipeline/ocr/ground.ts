/** Finds the grounds behind text: stretches of similar pixels that are large or shaped like a plate. */
import type { Box, Pixels } from './types.ts';

/** Between neighbours, per channel, in steps of 255: a gradient, but no edge. */
const MAX_COLOUR_STEP = 4;
/** In pixels; half of a small picture also suffices. */
const LARGE_AREA = 4_000;
/** In pixels. */
const MIN_PLATE = { width: 14, height: 11 };
const MIN_FILLED = 0.8;
const MIN_FREE = 0.5;
/** Share of what lies between a plate's edges and belongs to a large stretch. */
const MAX_STRANGE = 0.04;
/** Share of the height of a plate, at its upper and its lower edge, in which there is a row without ink. */
const MARGIN = 0.25;
const MIN_PLATE_AREA = MIN_FREE * MIN_FILLED * MIN_PLATE.width * MIN_PLATE.height;
/** Shared by all stretches too small: a photograph has millions. */
const TOO_SMALL = 1;

export interface Grounds {
  /** Number of each pixel's stretch, from 2; 1 for all that are too small. */
  readonly stretch: Int32Array;
  readonly isGround: Uint8Array;
}

export function findGrounds(pixels: Pixels): Grounds {
  const { stretch, count } = labelStretches(pixels);
  return { stretch, isGround: selectGrounds(pixels, stretch, count) };
}

/** In one pass: each pixel joins what it resembles on its left and above it, whose roots are their first pixels. */
function labelStretches({ width, height, data }: Pixels): { stretch: Int32Array; count: number } {
  const parent = new Int32Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      parent[at] = x > 0 && isNearColour(data, at * 4, at * 4 - 4) ? findRoot(parent, at - 1) : at;
      if (y > 0 && parent[at] !== parent[at - width] && isNearColour(data, at * 4, (at - width) * 4))
        joinRoots(parent, at, at - width);
    }
  const area = new Int32Array(parent.length);
  for (let at = 0; at < parent.length; at += 1) {
    const root = parent[parent[at] ?? 0] ?? 0; // that before it is at its root already
    parent[at] = root;
    area[root] = (area[root] ?? 0) + 1;
  }
  const minArea = Math.min(MIN_PLATE_AREA, getLargeArea(width, height));
  let count = TOO_SMALL;
  const numbers = area; // those of roots, in place of their areas
  const stretch = parent; // a root comes before all others of its stretch
  for (let at = 0; at < stretch.length; at += 1) {
    const root = parent[at] ?? 0;
    if (root === at) numbers[at] = (area[at] ?? 0) < minArea ? TOO_SMALL : (count += 1);
    stretch[at] = numbers[root] ?? 0;
  }
  return { stretch, count };
}

/** Halves the way to the root, so that the next one finds it sooner. */
function findRoot(parent: Int32Array, at: number): number {
  let root = at;
  for (let next = parent[root] ?? 0; next !== root; next = parent[root] ?? 0) {
    parent[root] = parent[next] ?? 0;
    root = next;
  }
  return root;
}

function joinRoots(parent: Int32Array, one: number, other: number): void {
  const [a, b] = [findRoot(parent, one), findRoot(parent, other)];
  const root = Math.min(a, b);
  parent[a] = root;
  parent[b] = root;
  parent[one] = root;
}

/** Left, right, above, below, in a picture of `size` pixels. */
export function forEachNeighbour(at: number, width: number, size: number, see: (beside: number) => void): void {
  const x = at % width;
  if (x > 0) see(at - 1);
  if (x < width - 1) see(at + 1);
  if (at >= width) see(at - width);
  if (at < size - width) see(at + width);
}

const getLargeArea = (width: number, height: number): number => Math.min(LARGE_AREA, (width * height) / 2);

function isNearColour(data: Uint8ClampedArray, a: number, b: number): boolean {
  return (
    Math.abs((data[a] ?? 0) - (data[b] ?? 0)) <= MAX_COLOUR_STEP &&
    Math.abs((data[a + 1] ?? 0) - (data[b + 1] ?? 0)) <= MAX_COLOUR_STEP &&
    Math.abs((data[a + 2] ?? 0) - (data[b + 2] ?? 0)) <= MAX_COLOUR_STEP
  );
}

function selectGrounds({ width, height }: Pixels, stretch: Int32Array, count: number): Uint8Array {
  const createCounts = (): Int32Array => new Int32Array(count + 1);
  const [area, span, first, last] = [createCounts(), createCounts(), createCounts(), createCounts()];
  const [left, right, top, bottom] = [createCounts(), createCounts(), createCounts(), createCounts()];
  left.fill(width);
  bottom.fill(-1);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const id = stretch[at] ?? 0;
      if (area[id] === 0) top[id] = y;
      if (bottom[id] !== y) {
        if (bottom[id] !== -1) span[id] = (span[id] ?? 0) + (last[id] ?? 0) - (first[id] ?? 0) + 1;
        bottom[id] = y;
        first[id] = x;
      }
      last[id] = x;
      area[id] = (area[id] ?? 0) + 1;
      if (x < (left[id] ?? 0)) left[id] = x;
      if (x > (right[id] ?? 0)) right[id] = x;
    }
  }
  const isGround = new Uint8Array(count + 1);
  const isLarge = area.map((size) => (size >= getLargeArea(width, height) ? 1 : 0));
  isLarge[TOO_SMALL] = 0;
  for (let id = TOO_SMALL + 1; id <= count; id += 1) {
    const size = area[id] ?? 0;
    const [w, h] = [(right[id] ?? 0) - (left[id] ?? 0) + 1, (bottom[id] ?? 0) - (top[id] ?? 0) + 1];
    const within = (span[id] ?? 0) + (last[id] ?? 0) - (first[id] ?? 0) + 1;
    const plate =
      w >= MIN_PLATE.width &&
      h >= MIN_PLATE.height &&
      w > h &&
      within >= MIN_FILLED * w * h &&
      size >= MIN_FREE * within;
    const box = { x: left[id] ?? 0, y: top[id] ?? 0, width: w, height: h };
    if (isLarge[id] === 1 || (plate && holdsOwnInk(stretch, width, box, id, isLarge))) isGround[id] = 1;
  }
  return isGround;
}

/**
 * Between the strokes of a broad letter is what is around it, up to its upper or lower edge; between the edges of a plate are
 * its own letters. Their strokes are thinner than its margin; what a round letter encloses is broader than its own stroke.
 */
function holdsOwnInk(stretch: Int32Array, width: number, box: Box, id: number, isLarge: Int32Array): boolean {
  let [strange, within, ink, strokes, margins, inked, highest, lowest] = [0, 0, 0, 0, 0, 0, box.height, 0];
  for (let y = box.y; y < box.y + box.height; y += 1) {
    const row = stretch.subarray(y * width + box.x, y * width + box.x + box.width);
    const [first, last] = [row.indexOf(id), row.lastIndexOf(id)];
    if (first === -1) continue;
    within += last - first + 1;
    let [left, right] = [-1, -1];
    for (let x = first; x <= last; x += 1) {
      if (row[x] === id) continue;
      strange += isLarge[row[x] ?? 0] ?? 0;
      ink += 1;
      if (right !== x - 1 || right === -1) strokes += 1;
      if (left === -1) left = x;
      right = x;
    }
    if (left === -1) {
      highest = Math.min(highest, y - box.y);
      lowest = Math.max(lowest, y - box.y);
      continue;
    }
    inked += 1;
    margins += (left - first + last - right) / 2;
  }
  const isOpen = highest > MARGIN * box.height || lowest < (1 - MARGIN) * box.height - 1;
  return !isOpen && strange <= MAX_STRANGE * within && ink * inked <= margins * strokes;
}
