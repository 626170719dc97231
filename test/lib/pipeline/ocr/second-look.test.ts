/** What is doubted, and what becomes of two readings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOverlap } from '../../../../src/lib/pipeline/ocr/boxes.ts';
import { toGray } from '../../../../src/lib/pipeline/ocr/gray.ts';
import { findInk, measureMissed } from '../../../../src/lib/pipeline/ocr/ink.ts';
import type { PlacedWord } from '../../../../src/lib/pipeline/ocr/rows.ts';
import { isDoubtful, joinReadings } from '../../../../src/lib/pipeline/ocr/second-look.ts';
import { BLACK, painted, WHITE, written } from './kit.ts';

const bars = Array.from({ length: 40 }, (_, i) => ({
  x: 20 + (i % 20) * 8,
  y: 20 + Math.floor(i / 20) * 40,
  width: 4,
  height: 12,
  colour: BLACK,
}));
const rule = { x: 0, y: 45, width: 200, height: 2, colour: BLACK };
const page = toGray(painted(200, 100, WHITE, [...bars, rule]));
const UPPER = { x: 18, y: 18, width: 164, height: 16 };
const LOWER = { x: 18, y: 58, width: 164, height: 16 };
const word = (text: string, confidence: number, box = UPPER): PlacedWord => ({ text, confidence, box, line: 0 });

describe('ink', () => {
  it('is accounted for where words stand, and a straight line is none', () => {
    const ink = findInk(page, 12);
    expect(measureMissed(ink, [UPPER, LOWER])).toBe(0);
    expect(measureMissed(ink, [UPPER])).toBeGreaterThan(0.3);
    expect(measureMissed(findInk(toGray(painted(200, 100, WHITE, [rule])), 12), [])).toBe(0);
  });
});

describe('a reading is doubted', () => {
  it('when a line is missing, when words are unsure, and not else', () => {
    expect(isDoubtful([word('upper', 95), word('lower', 95, LOWER)], page, 12)).toBe(false);
    expect(isDoubtful([word('upper', 95)], page, 12)).toBe(true);
    expect(isDoubtful([word('upper', 95), word('lower', 40, LOWER)], page, 12)).toBe(true);
    expect(isDoubtful([], page, 12)).toBe(true);
  });
});

describe('two readings of one picture', () => {
  it('give the surer one, and what only the other has', () => {
    const one = [word('Calendar', 95), word('~~', 12, LOWER)];
    const other = [word('Colandor', 50), word('Harvest', 90, LOWER)];
    expect(joinReadings(one, other).words.map(({ text }) => text)).toEqual(['Calendar', 'Harvest']);
    expect(joinReadings(other, one)).toEqual(joinReadings(one, other));
  });

  it('say where something stands that neither made out', () => {
    const { words, illegible } = joinReadings([word('Calendar', 95), word('~~', 12, LOWER)], []);
    expect(words.map(({ text }) => text)).toEqual(['Calendar']);
    expect(illegible).toEqual([LOWER]);
  });

  it('never lose a word without saying where, and never invent one', () => {
    const anyWord = fc
      .record({
        text: fc.constantFrom('a', '|', 'to', 'word', '12.40'),
        x: fc.nat(30),
        y: fc.nat(5),
        confidence: fc.nat(100),
      })
      .map(({ text, x, y, confidence }) => written(text, x * 10, y * 20).map((it) => ({ ...it, confidence })));
    const reading = fc.array(anyWord).map((words) => words.flat());
    fc.assert(
      fc.property(reading, reading, (one, other) => {
        const { words, illegible } = joinReadings(one, other);
        for (const { text, box } of words)
          expect([...one, ...other].some((it) => it.text === text && it.box === box)).toBe(true);
        const places = [...words.map(({ box }) => box), ...illegible];
        const isSaid = ({ box }: PlacedWord): boolean => places.some((place) => countOverlap(place, box) > 0);
        expect(one.every(isSaid) || other.every(isSaid)).toBe(true);
      }),
    );
  });
});
