import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encloseBoxes, hasOverlap, buildTiles } from '../../../../src/lib/pipeline/ocr/tiles.ts';
import type { Box, Reading } from '../../../../src/lib/pipeline/ocr/types.ts';
import { readingOf } from '../../../kit/runs/seeing.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '1', '.'), minLength: 1, maxLength: 6 });
const line = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '  ', '          ')), { maxLength: 12 })
  .map((parts) => parts.flat().join('').trimEnd());
/** Readings as engines give them, and ones in which the boxes are anywhere. */
const readings: fc.Arbitrary<Reading> = fc
  .tuple(
    fc.array(line, { maxLength: 14 }),
    fc.option(fc.array(fc.record({ x: fc.nat(900), y: fc.nat(600), width: fc.nat(90), height: fc.nat(40) }))),
  )
  .map(([lines, anywhere]) => {
    const reading = readingOf(lines.join('\n'));
    const words = reading.words.map((one, i) => ({ ...one, box: anywhere?.[i] ?? one.box }));
    return { ...reading, words };
  });

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

describe('the tiles of a reading', () => {
  it('hold every word of it exactly once, each inside the box of its tile [J3]', () => {
    fc.assert(
      fc.property(readings, (reading) => {
        const tiles = buildTiles(reading);
        const said = reading.words.map(({ start, end }) => reading.text.slice(start, end)).sort();
        expect(tiles.flatMap(({ text }) => text.split(/\s+/)).sort()).toEqual(said);
        for (const { start, box } of tiles) {
          const first = reading.words.find((one) => one.start === start);
          expect(first && isWithin(first.box, box)).toBe(true);
        }
        expect(new Set(tiles.map(({ start }) => start)).size).toBe(tiles.length);
      }),
      { numRuns: 300 },
    );
  });

  it('are a few lines at most, whatever the reading', () => {
    fc.assert(
      fc.property(readings, (reading) => {
        for (const { text } of buildTiles(reading)) {
          expect(text.split('\n').length).toBeLessThanOrEqual(5);
          expect(text.split(/\s+/).length).toBeLessThanOrEqual(60);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('keep columns apart that stand beside each other, and lines of one together', () => {
    const tiles = buildTiles(readingOf('Name          Price\nTea           two\nCoffee        three'));
    expect(tiles.map(({ text }) => text)).toEqual(['Name\nTea\nCoffee', 'Price\ntwo\nthree']);
  });

  it('part what stands far below', () => {
    expect(buildTiles(readingOf('Title\n\n\nText of it\ngoes on')).map(({ text }) => text)).toEqual([
      'Title',
      'Text of it\ngoes on',
    ]);
  });

  it('are found in time that grows with the words alone', () => {
    const reading = readingOf(Array.from({ length: 20_000 }, (_, i) => `word${String(i)}`).join('\n'));
    expect(buildTiles(reading)).toHaveLength(4000);
  });
});

it('a box around several holds each of them, and shares a place with each that has any', () => {
  const boxes = fc.record({
    x: fc.nat(99),
    y: fc.nat(99),
    width: fc.integer({ min: 1, max: 9 }),
    height: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(boxes, { minLength: 1, maxLength: 6 }), (all) => {
      const whole = encloseBoxes(all);
      for (const each of all) {
        expect(isWithin(each, whole)).toBe(true);
        expect(hasOverlap(each, whole)).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});
