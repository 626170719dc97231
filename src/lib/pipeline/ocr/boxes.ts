/** Boxes in pixels: of words of a reading, of their lines, and of a region to crop. */
import type { Box, Reading, ReadWord, Size } from './types.ts';

export const getMiddleY = ({ y, height }: Box): number => y + height / 2;

export const getRight = ({ x, width }: Box): number => x + width;

export const getBottom = ({ y, height }: Box): number => y + height;

export function mergeBoxes(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(getRight(one), getRight(other));
  const bottom = Math.max(getBottom(one), getBottom(other));
  return { x, y, width: right - x, height: bottom - y };
}

/** Below 0 if one is under the other. */
export const measureSharedHeight = (one: Box, other: Box): number =>
  Math.min(getBottom(one), getBottom(other)) - Math.max(one.y, other.y);

/** With a character in [start, end). */
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
export function buildLineBoxes({ text, width, height }: Reading, words: readonly ReadWord[]): readonly Box[] {
  const boxes: Box[] = [];
  let end = 0;
  for (const word of words) {
    const box = clipBox(word.box, width, height);
    const last = boxes.at(-1);
    if (last !== undefined && !text.slice(end, word.start).includes('\n')) boxes.splice(-1, 1, mergeBoxes(last, box));
    else boxes.push(box);
    end = word.end;
  }
  return boxes;
}

const getArea = ({ width, height }: Box): number => width * height;

function clipBox({ x, y, width, height }: Box, mostX: number, mostY: number): Box {
  const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
  const [left, top] = [clamp(x, mostX), clamp(y, mostY)];
  return { x: left, y: top, width: clamp(x + width, mostX) - left, height: clamp(y + height, mostY) - top };
}

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
  const [left, right] = roundOutwards(x * across, (x + region.width) * across, picture.width);
  const [top, bottom] = roundOutwards(y * down, (y + region.height) * down, picture.height);
  const [width, height] = [right - left, bottom - top];
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : null;
}

/** Equal but for rounding: a zoomed view reports whole pixels. */
function hasSameScale({ viewWidth, viewHeight }: ViewRegion, { width, height }: Size): boolean {
  const across = width / viewWidth;
  const down = height / viewHeight;
  const tolerance = 1.5 / viewWidth + 1.5 / viewHeight + 1.5 / width + 1.5 / height;
  return Math.abs(across - down) <= tolerance * Math.max(across, down);
}

function roundOutwards(from: number, to: number, end: number): readonly [number, number] {
  const clamp = (at: number): number => Math.min(end, Math.max(0, at));
  return [clamp(Math.floor(from + 1e-6)), clamp(Math.ceil(to - 1e-6))];
}
