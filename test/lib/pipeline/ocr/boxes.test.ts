import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildLineBoxes,
  countOverlap,
  findWordAtOffset,
  findWordAtPoint,
  findWordsInRange,
  mergeBoxes,
  mergeNearBoxes,
} from '../../../../src/lib/pipeline/ocr/boxes.ts';
import type { Box, Reading, ReadWord } from '../../../../src/lib/pipeline/ocr/types.ts';

const MOST = 30;
const boxes = fc.record({
  x: fc.integer({ min: -50, max: 5000 }),
  y: fc.integer({ min: -50, max: 5000 }),
  width: fc.integer({ min: 0, max: 900 }),
  height: fc.integer({ min: 0, max: 90 }),
});

/** Lines of words, each where an engine may put it: somewhere about the picture, not always inside it. */
const readings: fc.Arbitrary<Reading> = fc
  .record({
    width: fc.integer({ min: 1, max: 4000 }),
    height: fc.integer({ min: 1, max: 4000 }),
    lines: fc.array(fc.array(fc.stringMatching(/^[a-zé1]{1,8}$/), { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
    places: fc.array(boxes, { minLength: MOST, maxLength: MOST }),
  })
  .map(({ width, height, lines, places }) => {
    const text = lines.map((line) => line.join(' ')).join('\n');
    return { width, height, text, words: Array.from(text.matchAll(/\S+/g), (match, at) => wordOf(match, places[at])) };
  });

function wordOf({ index, 0: { length } }: RegExpExecArray, box: Box | undefined): ReadWord {
  return { start: index, end: index + length, confidence: 50, box: box ?? { x: 0, y: 0, width: 1, height: 1 } };
}

describe('boxes that are near', () => {
  const near = fc.record({ x: fc.nat(300), y: fc.nat(100), width: fc.nat(60), height: fc.nat(20) });

  it('become one that holds them all, are as far apart as asked for, and never cover what they may not', () => {
    fc.assert(
      fc.property(fc.array(near, { maxLength: 30 }), fc.array(near, { maxLength: 5 }), fc.nat(20), (all, kept, gap) => {
        const isFree = (box: Box): boolean => kept.every((one) => countOverlap(one, box) === 0);
        const free = all.filter(isFree);
        const merged = mergeNearBoxes(free, gap, isFree);
        const isWithin = (box: Box, whole: Box): boolean =>
          JSON.stringify(mergeBoxes(whole, box)) === JSON.stringify(whole);
        for (const box of free) expect(merged.some((whole) => isWithin(box, whole))).toBe(true);
        expect(merged.every(isFree)).toBe(true);
        expect(mergeNearBoxes(merged, gap, isFree)).toEqual(merged);
      }),
    );
  });

  it('stay two where they are not near', () => {
    const [one, other] = [0, 50].map((x) => ({ x, y: 0, width: 40, height: 10 }));
    if (one === undefined || other === undefined) throw new Error('There are two.');
    expect(mergeNearBoxes([one, other], 9, () => true)).toEqual([one, other]);
    expect(mergeNearBoxes([one, other], 10, () => true)).toEqual([{ ...one, width: 90 }]);
    expect(mergeNearBoxes([one, other], 10, () => false)).toEqual([one, other]);
  });
});

describe('the boxes of words', () => {
  it('never leave the picture, and are as many as the lines that have such words', () => {
    fc.assert(
      fc.property(readings, fc.nat(200), fc.nat(200), (reading, start, length) => {
        const words = findWordsInRange(reading, start, start + length);
        const drawn = buildLineBoxes(reading, words);
        for (const { x, y, width, height } of drawn) {
          expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(reading.width);
          expect(y + height).toBeLessThanOrEqual(reading.height);
        }
        const lines = new Set(words.map((word) => reading.text.slice(0, word.start).split('\n').length));
        expect(drawn).toHaveLength(lines.size);
      }),
      { numRuns: 300 },
    );
  });

  it('hold every word of their line', () => {
    const word = (start: number, x: number, y: number): ReadWord => ({
      start,
      end: start + 3,
      confidence: 90,
      box: { x, y, width: 30, height: 10 },
    });
    const words = [word(0, 10, 20), word(4, 60, 18), word(8, 10, 40)];
    expect(buildLineBoxes({ width: 100, height: 60, text: 'one two\nsix', words }, words)).toEqual([
      { x: 10, y: 18, width: 80, height: 12 },
      { x: 10, y: 40, width: 30, height: 10 },
    ]);
  });
});

describe('the word at a place', () => {
  it('of the text is the one that has it, or ends there', () => {
    fc.assert(
      fc.property(readings, fc.nat(120), (reading, offset) => {
        const there = reading.words.filter(({ start, end }) => start <= offset && offset <= end);
        expect(findWordAtOffset(reading, offset)).toEqual(there.at(-1) ?? null);
      }),
      { numRuns: 300 },
    );
  });

  it('of the picture is the smallest that is there', () => {
    const square = (x: number, size: number): ReadWord => ({
      start: x,
      end: x + 1,
      confidence: 90,
      box: { x, y: 0, width: size, height: size },
    });
    const [large, small] = [square(0, 90), square(40, 10)];
    const words = [large, small];
    expect(findWordAtPoint({ words }, 45, 5)).toBe(small);
    expect(findWordAtPoint({ words }, 20, 20)).toBe(large);
    expect(findWordAtPoint({ words }, 95, 95)).toBeNull();
  });
});
