/** Finds the words of a reading, and their highlight boxes inside the picture. */
import { getBottom, mergeBoxes, getRight } from './box.ts';
import type { Box, Reading, ReadWord } from './types.ts';

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
