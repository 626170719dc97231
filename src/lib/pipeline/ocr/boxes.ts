/** Where the words of a reading stand in their picture, for the eye. The one rule: no box leaves the picture. */
import { bottomOf, joined, rightOf } from './box.ts';
import type { Box, Reading, ReadWord } from './types.ts';

/** The words that have a character in [start, end). */
export function wordsBetween({ words }: Pick<Reading, 'words'>, start: number, end: number): readonly ReadWord[] {
  return words.filter((word) => word.start < end && word.end > start);
}

/** The word at a place of the text, or one that ends there. */
export function wordAtOffset({ words }: Pick<Reading, 'words'>, offset: number): ReadWord | null {
  const word = words.findLast(({ start }) => start <= offset);
  return word !== undefined && offset <= word.end ? word : null;
}

/** The word at a point of the picture: of several, the smallest. */
export function wordAtPoint({ words }: Pick<Reading, 'words'>, x: number, y: number): ReadWord | null {
  let best: ReadWord | null = null;
  for (const word of words) {
    const { box } = word;
    const isThere = x >= box.x && x <= rightOf(box) && y >= box.y && y <= bottomOf(box);
    if (isThere && (best === null || areaOf(box) < areaOf(best.box))) best = word;
  }
  return best;
}

/** A box for each line of the text that has some of these words, which are in its order. */
export function lineBoxes({ text, width, height }: Reading, words: readonly ReadWord[]): readonly Box[] {
  const boxes: Box[] = [];
  let end = 0;
  for (const word of words) {
    const box = inside(word.box, width, height);
    const last = boxes.at(-1);
    if (last !== undefined && !text.slice(end, word.start).includes('\n')) boxes.splice(-1, 1, joined(last, box));
    else boxes.push(box);
    end = word.end;
  }
  return boxes;
}

const areaOf = ({ width, height }: Box): number => width * height;

/** What of the box lies in the picture. */
function inside({ x, y, width, height }: Box, mostX: number, mostY: number): Box {
  const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
  const [left, top] = [within(x, mostX), within(y, mostY)];
  return { x: left, y: top, width: within(x + width, mostX) - left, height: within(y + height, mostY) - top };
}
