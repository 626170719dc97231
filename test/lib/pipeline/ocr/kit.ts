/** Pictures and words made by hand. */
import type { Pixels } from '../../../../src/lib/pipeline/ocr/types.ts';
import type { PlacedWord } from '../../../../src/lib/pipeline/ocr/rows.ts';

export type Colour = readonly [number, number, number];
export const WHITE: Colour = [255, 255, 255];
export const BLACK: Colour = [0, 0, 0];

/** A picture of one colour, with rectangles painted over it in turn. */
export function painted(
  width: number,
  height: number,
  paper: Colour,
  plates: readonly { x: number; y: number; width: number; height: number; colour: Colour }[] = [],
): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  const fill = (at: number, colour: Colour): void => data.set([...colour, 255], at * 4);
  for (let at = 0; at < width * height; at += 1) fill(at, paper);
  for (const plate of plates)
    for (let y = plate.y; y < plate.y + plate.height; y += 1)
      for (let x = plate.x; x < plate.x + plate.width; x += 1) fill(y * width + x, plate.colour);
  return { width, height, data };
}

/** A line of words as letters `letter` pixels wide put them. */
export function written(text: string, x: number, y: number, letter = 8, height = 12): PlacedWord[] {
  const words: PlacedWord[] = [];
  for (const { 0: said, index } of text.matchAll(/\S+/g))
    words.push({
      text: said,
      confidence: 90,
      box: { x: x + index * letter, y, width: said.length * letter - 1, height },
      line: null,
    });
  return words;
}
