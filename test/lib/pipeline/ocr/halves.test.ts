import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseInHalves } from '../../../../src/lib/pipeline/ocr/halves.ts';
import type { EnginePicture, RawWord } from '../../../../src/lib/pipeline/ocr/types.ts';

const WIDTH = 1000;
const LINE = 28;

/** Lines of strokes in the first column, with gaps below each. */
const drawn = fc
  .record({
    lines: fc.array(fc.record({ strokes: fc.integer({ min: 1, max: 60 }), gap: fc.integer({ min: 0, max: 40 }) }), {
      maxLength: 20,
    }),
    top: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ lines, top }): EnginePicture => {
    const height = top + lines.reduce((sum, { gap }) => sum + LINE + gap, 0) + 200;
    const data = new Uint8Array(WIDTH * height).fill(255);
    let y = top;
    for (const { strokes, gap } of lines) {
      for (let row = y; row < y + LINE; row += 1)
        for (let stroke = 0; stroke < strokes; stroke += 1) data[row * WIDTH + 4 + stroke * 8] = 0;
      y += LINE + gap;
    }
    return { width: WIDTH, height, data, isDark: height % 2 === 0 };
  });

/** Each run of rows with ink as a word on a line of its own; what it was shown. */
function createEngine() {
  const shown: EnginePicture[] = [];
  const recognise = (picture: EnginePicture): Promise<readonly RawWord[]> => {
    shown.push(picture);
    const words: RawWord[] = [];
    let start = -1;
    for (let row = 0; row <= picture.height; row += 1) {
      const isInked = row < picture.height && picture.data.subarray(row * WIDTH, (row + 1) * WIDTH).includes(0);
      if (isInked && start === -1) start = row;
      if (isInked || start === -1) continue;
      const box = { x: 4, y: start, width: 8, height: row - start };
      words.push({ text: 'Tea', confidence: 90, box, line: words.length });
      start = -1;
    }
    return Promise.resolve(words);
  };
  return { shown, recognise };
}

describe('recogniseInHalves', () => {
  it('reads what one engine reads, in the same places and lines, also where the second fails', () =>
    fc.assert(
      fc.asyncProperty(drawn, fc.boolean(), async (picture, fails) => {
        const [first, second] = [createEngine(), createEngine()];
        const read = recogniseInHalves(first.recognise, (part) =>
          fails ? Promise.resolve(null) : second.recognise(part),
        );
        expect(await read(picture)).toEqual(await createEngine().recognise(picture));
        expect([...first.shown, ...second.shown].reduce((sum, { height }) => sum + height, 0)).toBe(picture.height);
        for (const { isDark } of [...first.shown, ...second.shown]) expect(isDark).toBe(picture.isDark);
      }),
    ));

  it('gives both about as much, cut in the gap between two lines', async () => {
    const [first, second] = [createEngine(), createEngine()];
    const data = new Uint8Array(WIDTH * 400).fill(255);
    for (const [from, to] of [
      [10, 40],
      [60, 90],
      [120, 150],
      [180, 210],
    ] as const)
      for (let row = from; row < to; row += 1) for (let x = 0; x < WIDTH; x += 8) data[row * WIDTH + x] = 0;
    await recogniseInHalves(first.recognise, second.recognise)({ width: WIDTH, height: 400, data });
    expect([first.shown, second.shown].map((shown) => shown.map(({ height }) => height))).toEqual([[105], [295]]);
  });

  it('leaves a picture to the first that is small, or has no gap', async () => {
    const [first, second] = [createEngine(), createEngine()];
    const read = recogniseInHalves(first.recognise, second.recognise);
    await read({ width: WIDTH, height: 200, data: new Uint8Array(WIDTH * 200).fill(255) });
    await read({ width: WIDTH, height: 600, data: new Uint8Array(WIDTH * 600).map((_, i) => (i % 8 === 0 ? 0 : 255)) });
    expect([first.shown.length, second.shown.length]).toEqual([2, 0]);
  });
});
