/** Boxes in pixels: of words of a reading, of their lines, and of a region to crop. */
import type { Box, Reading, ReadWord, Size } from './types.ts';

export const getMiddleY = ({ y, height }: Box): number => y + height / 2;

export const getMiddleX = ({ x, width }: Box): number => x + width / 2;

export const getRight = ({ x, width }: Box): number => x + width;

export const getBottom = ({ y, height }: Box): number => y + height;

export function mergeBoxes(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(getRight(one), getRight(other));
  const bottom = Math.max(getBottom(one), getBottom(other));
  return { x, y, width: right - x, height: bottom - y };
}

/** Merges boxes that are `gap` pixels apart or less, where what becomes of them fits. Quadratic. */
export function mergeNearBoxes(boxes: readonly Box[], gap: number, fits: (merged: Box) => boolean): readonly Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    let whole = box;
    const isMergeable = (other: Box): boolean => isNear(other, whole, gap) && fits(mergeBoxes(other, whole));
    for (let at = merged.findIndex(isMergeable); at !== -1; at = merged.findIndex(isMergeable))
      for (const other of merged.splice(at, 1)) whole = mergeBoxes(other, whole);
    merged.push(whole);
  }
  return merged;
}

const isNear = (one: Box, other: Box, gap: number): boolean =>
  measureSharedHeight(one, other) >= -gap &&
  Math.min(getRight(one), getRight(other)) - Math.max(one.x, other.x) >= -gap;

/** The part of a box, given by its edges, that is inside a picture. */
export function clipBox(edges: readonly [left: number, top: number, right: number, bottom: number], within: Size): Box {
  const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
  const [x, y] = [clamp(edges[0], within.width), clamp(edges[1], within.height)];
  return { x, y, width: clamp(edges[2], within.width) - x, height: clamp(edges[3], within.height) - y };
}

/** The whole pixels of a picture that a box touches, and `margin` of them around it. */
export const coverPixels = (box: Box, within: Size, margin = 0): Box =>
  clipBox(
    [
      Math.floor(box.x - margin),
      Math.floor(box.y - margin),
      Math.ceil(getRight(box) + margin),
      Math.ceil(getBottom(box) + margin),
    ],
    within,
  );

/** Below 0 if one is under the other. */
export const measureSharedHeight = (one: Box, other: Box): number =>
  Math.min(getBottom(one), getBottom(other)) - Math.max(one.y, other.y);

/** Pixels in both. */
export function countOverlap(one: Box, other: Box): number {
  const width = Math.min(getRight(one), getRight(other)) - Math.max(one.x, other.x);
  return Math.max(0, width) * Math.max(0, measureSharedHeight(one, other));
}

/** Words with a character in [start, end). */
export function findWordsInRange({ words }: Pick<Reading, 'words'>, start: number, end: number): readonly ReadWord[] {
  return words.filter((word) => word.start < end && word.end > start);
}

export function findWordAtOffset({ words }: Pick<Reading, 'words'>, offset: number): ReadWord | null {
  const word = words.findLast(({ start }) => start <= offset);
  return word !== undefined && offset <= word.end ? word : null;
}

export function findWordAtPoint({ words }: Pick<Reading, 'words'>, x: number, y: number): ReadWord | null {
  let best: ReadWord | null = null;
  for (const word of words) {
    const { box } = word;
    const isHit = x >= box.x && x <= getRight(box) && y >= box.y && y <= getBottom(box);
    if (isHit && (best === null || getArea(box) < getArea(best.box))) best = word;
  }
  return best;
}

/** One box per line; words must be in text order. */
export function buildLineBoxes(reading: Reading, words: readonly ReadWord[]): readonly Box[] {
  const boxes: Box[] = [];
  let end = 0;
  for (const word of words) {
    const { x, y } = word.box;
    const box = clipBox([x, y, getRight(word.box), getBottom(word.box)], reading);
    const last = boxes.at(-1);
    if (last !== undefined && !reading.text.slice(end, word.start).includes('\n'))
      boxes.splice(-1, 1, mergeBoxes(last, box));
    else boxes.push(box);
    end = word.end;
  }
  return boxes;
}

export const getArea = ({ width, height }: Size): number => width * height;

/** In CSS pixels. */
export interface ViewRegion extends Box {
  readonly viewWidth: number;
  readonly viewHeight: number;
}

/** null if the picture is of another view, or the region is outside it. */
export function computeCrop(region: ViewRegion, picture: Size): Box | null {
  const { x, y, viewWidth, viewHeight } = region;
  if (!(viewWidth >= 1) || !(viewHeight >= 1) || !hasSameScale(region, picture)) return null;
  const [across, down] = [picture.width / viewWidth, picture.height / viewHeight];
  const [left, top] = [roundDown(x * across), roundDown(y * down)];
  const crop = clipBox([left, top, roundUp(getRight(region) * across), roundUp(getBottom(region) * down)], picture);
  return crop.width > 0 && crop.height > 0 ? crop : null;
}

/** Equal but for rounding: a zoomed view reports whole pixels. */
function hasSameScale({ viewWidth, viewHeight }: ViewRegion, { width, height }: Size): boolean {
  const across = width / viewWidth;
  const down = height / viewHeight;
  const tolerance = 1.5 / viewWidth + 1.5 / viewHeight + 1.5 / width + 1.5 / height;
  return Math.abs(across - down) <= tolerance * Math.max(across, down);
}

const roundDown = (at: number): number => Math.floor(at + 1e-6);
const roundUp = (at: number): number => Math.ceil(at - 1e-6);
