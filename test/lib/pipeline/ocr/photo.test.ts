/** When the photo reader is asked, what becomes of what it says, and how its networks' scores become words. */
import fc from 'fast-check';
import { type Box as Quad, normalizeInputToRgb } from 'paddleocr';
import { describe, expect, it } from 'vitest';
import { decodeLine } from '../../../../src/lib/pipeline/ocr/photo/decode-line.ts';
import { coversLanguages, listAlphabet } from '../../../../src/lib/pipeline/ocr/photo/models.ts';
import type { ReadPhoto } from '../../../../src/lib/pipeline/ocr/photo/photo-reader.ts';
import { measureLine, placeWords } from '../../../../src/lib/pipeline/ocr/photo/place-words.ts';
import { readPixels } from '../../../kit/screens/read-pixels.ts';
import type { RawWord, Reading, Recognise } from '../../../../src/lib/pipeline/ocr/types.ts';
import type { PlacedWord } from '../../../../src/lib/pipeline/ocr/rows.ts';
import { BLACK, painted, WHITE } from './kit.ts';

const { signal } = new AbortController();
const PAGE = painted(200, 100, WHITE, [
  ...Array.from({ length: 20 }, (_, i) => ({ x: 20 + i * 8, y: 20, width: 4, height: 12, colour: BLACK })),
]);
const PLACE = { x: 20, y: 20, width: 156, height: 12 };

/** The engine says the words on each look at the picture, and counts them. */
async function read(
  words: readonly RawWord[],
  readPhoto: ReadPhoto | null,
): Promise<{ reading: Reading; looks: number }> {
  let looks = 0;
  const recognise = (): Promise<readonly RawWord[]> => {
    looks += 1;
    return Promise.resolve(words);
  };
  const reading = await readPixels(PAGE, recognise, { signal, readPhoto });
  return { reading, looks };
}

/** All over the picture that the engine is shown, whatever its size. */
const anyWord: fc.Arbitrary<RawWord> = fc.record({
  text: fc.constantFrom('Tea', 'ferry', '|', 'a', '12'),
  confidence: fc.integer({ min: 0, max: 100 }),
  box: fc.record({
    x: fc.integer({ min: 0, max: 500 }),
    y: fc.integer({ min: 0, max: 60 }),
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 50 }),
  }),
  line: fc.nat(3),
});
const place = (text: string, confidence: number): PlacedWord => ({ text, confidence, box: PLACE, line: 0 });
const answer =
  (reading: readonly PlacedWord[] | null): ReadPhoto =>
  () =>
    Promise.resolve(reading);

describe('the photo reader', () => {
  it('changes nothing where its files are not there, or it fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyWord, { maxLength: 12 }), async (words) => {
        const without = await read(words, null);
        expect(await read(words, answer(null))).toEqual(without);
        expect(await read(words, () => Promise.reject(new Error('No memory.')))).toEqual(without);
      }),
      { numRuns: 20 },
    );
  });

  it('is not asked about a picture that was read surely', async () => {
    let asked = 0;
    const readPhoto: ReadPhoto = () => {
      asked += 1;
      return Promise.resolve(null);
    };
    const say =
      (confidence: number): Recognise =>
      ({ width, height }) =>
        Promise.resolve([{ text: 'Ferry', confidence, box: { x: 0, y: 0, width, height }, line: 0 }]);
    await readPixels(PAGE, say(95), { signal, readPhoto });
    expect(asked).toBe(0);
    await readPixels(PAGE, say(30), { signal, readPhoto });
    expect(asked).toBe(1);
  });

  it('is asked in place of the second look, and what it is surer of is taken', async () => {
    const unsure: RawWord = { text: 'Fcrry', confidence: 40, box: { x: 0, y: 0, width: 300, height: 40 }, line: 0 };
    const { reading, looks } = await read([unsure], answer([place('Ferry', 97)]));
    expect([reading.text, looks]).toEqual(['Ferry', 1]);
  });

  it('never replaces a reading by one that is less sure', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 60, max: 100 }), fc.integer({ min: 0, max: 100 }), async (one, other) => {
        fc.pre(other < one);
        // sure, but of a mere part of the ink
        const word: RawWord = { text: 'Ferry', confidence: one, box: { x: 0, y: 0, width: 40, height: 30 }, line: 0 };
        const { reading } = await read([word], answer([place('Fcrry', other)]));
        expect(reading.text).toContain('Ferry');
      }),
    );
  });

  it.each([
    [['eng'], true],
    [['eng', 'chi_sim'], true],
    [['eng', 'deu'], false],
    [['fra'], false],
  ])('of %j: %s', (languages, covered) => {
    expect(coversLanguages(languages)).toBe(covered);
  });
});

describe('scores of a line', () => {
  const DICTIONARY = 'a\nb\n港\n';
  const BOTH = listAlphabet(DICTIONARY, ['eng', 'chi_sim']);
  const [BLANK, A, B, PORT, SPACE] = [0, 1, 2, 3, 4] as const;
  /** The most likely character of each step, and at last how likely a space is there. */
  const decode = (alphabet: readonly string[], ...steps: readonly (readonly [best: number, space?: number])[]) => {
    const data = new Float32Array(steps.length * 5);
    for (const [i, [best, space = 0]] of steps.entries()) {
      data[i * 5 + SPACE] = space;
      data[i * 5 + best] = 0.9;
    }
    return decodeLine({ data, characters: 5 }, alphabet);
  };
  const join = (letters: ReturnType<typeof decode>): string => letters.map(({ text }) => text).join('');

  it('are letters once each, but for blanks between them, with spaces that are likely enough', () => {
    expect(join(decode(BOTH, [A], [A], [B]))).toBe('ab');
    expect(join(decode(BOTH, [A], [BLANK], [A]))).toBe('aa');
    expect(join(decode(BOTH, [A], [BLANK, 0.02], [B]))).toBe('a b');
    expect(join(decode(BOTH, [A], [BLANK, 0.001], [B]))).toBe('ab');
  });

  it('are Chinese only if that is chosen', () => {
    expect(join(decode(BOTH, [PORT]))).toBe('港');
    expect(join(decode(listAlphabet(DICTIONARY, ['eng']), [PORT]))).toBe('');
  });

  it('are never surer than certain, and their words stand in their line', () => {
    const step = fc.tuple(fc.constantFrom(BLANK, A, B, PORT), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        for (const { box, confidence } of placeWords(decode(BOTH, ...steps), PLACE, 0)) {
          expect(confidence).toBeLessThanOrEqual(100);
          expect(box.x).toBeGreaterThanOrEqual(PLACE.x);
          expect(box.x + box.width).toBeLessThanOrEqual(PLACE.x + PLACE.width + 1);
        }
      }),
    );
  });
});

describe('a line that stands upright', () => {
  const frame = (x: number, y: number, width: number, height: number): Quad & Required<Pick<Quad, 'points'>> => ({
    ...{ x, y, width, height },
    points: [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
  });

  it('is always measured as PP-OCR turns it', () => {
    const image = normalizeInputToRgb({ ...PAGE, data: new Uint8Array(PAGE.data) });
    const side = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const quad = frame(5, 5, width, height);
        const crop = image.cropRotated(quad.points);
        expect(measureLine(quad)).toMatchObject({ length: crop.width, height: crop.height });
      }),
    );
  });

  it('has its words below each other, one letter wide', () => {
    const letters = 'to be'.split('').map((text, i) => ({ text, confidence: 1, at: (i + 0.5) / 5 }));
    expect(placeWords(letters, frame(20, 10, 12, 50), 0).map(({ text, box }) => ({ text, ...box }))).toEqual([
      { text: 'to', x: 20, y: 10, width: 12, height: 20 },
      { text: 'be', x: 20, y: 40, width: 12, height: 20 },
    ]);
  });
});
