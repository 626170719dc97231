/** What holds of every reading, whatever the picture and the engine. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pixels, RawWord, Reading } from '../../../../src/lib/pipeline/ocr/types.ts';
import { readPixels } from '../../../kit/screens/read-pixels.ts';
import { flattenPicture } from '../../../../src/lib/pipeline/ocr/flatten.ts';
import { scaleGray, toGray } from '../../../../src/lib/pipeline/ocr/gray.ts';
import { layOutWords } from '../../../../src/lib/pipeline/ocr/layout/layout.ts';
import { BLACK, painted, WHITE, written } from './kit.ts';

const signal = new AbortController().signal;
const reading = (pixels: Pixels, words: readonly RawWord[]): Promise<Reading> =>
  readPixels(pixels, () => Promise.resolve(words), { signal });

/** Something to read, so that the engine is asked. */
const PAGE = painted(120, 80, WHITE, [{ x: 20, y: 20, width: 4, height: 12, colour: BLACK }]);

const anyNumber = fc.oneof(
  fc.double({ min: -500, max: 500, noNaN: true }),
  fc.constantFrom(0, -1, 1e9, -1e9, Infinity, NaN),
);
const anyWord: fc.Arbitrary<RawWord> = fc.record({
  text: fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('', ' ', 'a b', '字', 'שלום', '\ud83d\ude00')),
  confidence: anyNumber,
  box: fc.record({ x: anyNumber, y: anyNumber, width: anyNumber, height: anyNumber }),
  line: fc.nat(9),
});
const anyPicture: fc.Arbitrary<Pixels> = fc
  .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
      .map((bytes) => ({ width, height, data: new Uint8ClampedArray(bytes) })),
  );

describe('whatever the engine says', () => {
  it('each word stands in the text, in order and apart from the others, and lies inside the picture', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyWord, { maxLength: 40 }), async (found) => {
        const { text, words } = await reading(PAGE, found);
        const said = new Set(found.map((word) => word.text.replace(/\s+/gu, '')));
        let last = 0;
        for (const { start, end, box, confidence } of words) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(said).toContain(text.slice(start, end));
          expect(text.slice(last, start).trim()).toBe('');
          expect(Math.min(box.x, box.y, box.width - 1, box.height - 1)).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(PAGE.width);
          expect(box.y + box.height).toBeLessThanOrEqual(PAGE.height);
          expect(confidence >= 0 && confidence <= 100).toBe(true);
          last = end;
        }
        expect(text.slice(last).trim()).toBe('');
      }),
    );
  });

  it('its order changes nothing', async () => {
    const shuffled = fc
      .array(anyWord, { maxLength: 30 })
      .chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })));
    await fc.assert(
      fc.asyncProperty(shuffled, async ([words, other]) => {
        expect(await reading(PAGE, other)).toEqual(await reading(PAGE, words));
      }),
    );
  });

  it('no word is lost, and a hundred thousand in one place are put in order', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => written(`w${i}`, i % 7, i % 5)).flat();
    expect(layOutWords(many).words).toHaveLength(many.length);
  });
});

describe('whatever the picture', () => {
  it('it is read without an error, and only its size decides the size of what is made of it', async () => {
    await fc.assert(
      fc.asyncProperty(anyPicture, fc.nat(40), fc.nat(40), async (pixels, w, h) => {
        const { width, height } = pixels;
        for (const made of [toGray(pixels), flattenPicture(pixels)])
          expect([made.width, made.height, made.data.length]).toEqual([width, height, width * height]);
        const large = scaleGray(toGray(pixels), w + 1, h + 1);
        expect([large.width, large.height, large.data.length]).toEqual([w + 1, h + 1, (w + 1) * (h + 1)]);
        expect(await reading(pixels, [])).toMatchObject({ width, height, text: '', words: [] });
      }),
    );
  });

  it('a blank one is not shown to the engine', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
        fc.integer({ min: 0, max: 90 }),
        async (colour, size) => {
          const refuse = (): never => {
            throw new Error('There is nothing to read.');
          };
          const { text, words } = await readPixels(painted(size, size, colour), refuse, { signal });
          expect([text, words]).toEqual(['', []]);
        },
      ),
    );
  });
});
