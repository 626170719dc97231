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
  const pixels = new Uint32Array(width * height); // a whole pixel at a time
  const fill = (from: number, to: number, colour: Colour): void => {
    const [pixel = 0] = new Uint32Array(Uint8Array.of(...colour, 255).buffer);
    pixels.fill(pixel, from, to);
  };
  fill(0, pixels.length, paper);
  for (const plate of plates)
    for (let y = plate.y; y < plate.y + plate.height; y += 1)
      fill(y * width + plate.x, y * width + plate.x + plate.width, plate.colour);
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
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
