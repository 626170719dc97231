/** Lines that lean: how far, and how they are made level. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flattenPicture } from '../../../../src/lib/pipeline/ocr/flatten.ts';
import { levelLines } from '../../../../src/lib/pipeline/ocr/level-lines.ts';
import type { PlacedWord } from '../../../../src/lib/pipeline/ocr/rows.ts';
import { measureSharpness, measureSlant, turnLevel } from '../../../../src/lib/pipeline/ocr/slant.ts';
import { findStrips } from '../../../../src/lib/pipeline/ocr/strips.ts';
import { BLACK, painted, WHITE, written } from './kit.ts';

/** Four lines of letters that sink by `slope`. */
function leaning(slope: number) {
  const bars = [0, 1, 2, 3].flatMap((line) =>
    Array.from({ length: 50 }, (_, i) => ({
      x: 40 + i * 8,
      y: Math.round(90 + line * 24 + i * 8 * slope),
      width: 4,
      height: 12,
      colour: BLACK,
    })),
  );
  return flattenPicture(painted(480, 300, WHITE, bars));
}

describe('a picture whose lines lean', () => {
  it.each([-0.2, -0.05, 0.05, 0.1, 0.2])('is measured and turned level: %f', (slope) => {
    const picture = leaning(slope);
    const measured = measureSlant(findStrips(picture), picture);
    expect(Math.abs(measured - slope)).toBeLessThan(0.01);
    const { picture: level } = turnLevel(picture, measured);
    const strips = findStrips(level);
    expect(measureSlant(strips, level)).toBe(0);
    expect(strips.strips).toHaveLength(4);
  });

  it.each([-0.1, 0.1])('has sharper lines when they are level than by %f', (slope) => {
    const [level, askew] = [leaning(0), leaning(slope)];
    expect(measureSharpness(turnLevel(askew, slope).picture)).toBeGreaterThan(measureSharpness(askew));
    expect(measureSharpness(turnLevel(level, slope).picture)).toBeLessThan(measureSharpness(level));
  });

  it('is left as it is when they are level', () => {
    const picture = leaning(0);
    expect(measureSlant(findStrips(picture), picture)).toBe(0);
    expect(turnLevel(picture, 0).picture).toBe(picture);
  });

  it('is not turned by a drawn line: a page of short labels with one stays level', () => {
    const label = (x: number, y: number) =>
      [0, 1, 2].map((i) => ({ x: x + i * 8, y, width: 4, height: 12, colour: BLACK }));
    const labels = [0, 1, 2, 3].flatMap((row) =>
      [0, 1, 2].flatMap((column) => label(30 + column * 150, 30 + row * 70)),
    );
    const line = Array.from({ length: 380 }, (_, i) => ({
      x: 50 + i,
      y: Math.round(56 + i * 0.1),
      width: 1,
      height: 3,
      colour: BLACK,
    }));
    const picture = flattenPicture(painted(480, 300, WHITE, [...labels, ...line]));
    const strips = findStrips(picture);
    expect(strips.strips.some(({ box, letters }) => box.width > 300 && letters < 3)).toBe(true);
    expect(measureSlant(strips, picture)).toBe(0);
  });

  it('is not measured where the boxes cover it many times over', () => {
    const picture = leaning(0.1);
    const found = findStrips(picture);
    const frame = { x: 0, y: 0, width: picture.width, height: picture.height };
    const framed = (times: number) => ({
      ...found,
      strips: Array.from({ length: times }, () => found.strips.map((strip) => ({ ...strip, box: frame }))).flat(),
    });
    expect(measureSlant(framed(1), picture)).toBeCloseTo(0.1, 1);
    expect(measureSlant(framed(2), picture)).toBe(0);
  });

  it('gives every place back: what is at a point of the level picture was at that of the source', () => {
    const slopes = fc.double({ min: -0.3, max: 0.3, noNaN: true });
    const point = fc.integer({ min: 60, max: 140 });
    fc.assert(
      fc.property(slopes, point, point, (slope, x, y) => {
        const dot = { x: x - 2, y: y - 2, width: 5, height: 5, colour: BLACK };
        const { picture, toSource } = turnLevel(flattenPicture(painted(200, 200, WHITE, [dot])), slope);
        const darkest = picture.data.reduce((best, light, at) => (light < (picture.data[best] ?? 0) ? at : best), 0);
        const [u, v] = [darkest % picture.width, Math.floor(darkest / picture.width)];
        const back = toSource({ x: u, y: v, width: 1, height: 1 });
        expect(Math.hypot(back.x - x, back.y - y)).toBeLessThan(6);
      }),
      { numRuns: 20 },
    );
  });
});

describe('lines of the engine', () => {
  const lean = (words: readonly PlacedWord[], line: number, slope: number): PlacedWord[] =>
    words.map((word) => ({
      ...word,
      line,
      box: { ...word.box, y: word.box.y + (word.box.x + word.box.width / 2) * slope },
    }));
  const ROWS = ['one two three four five six', 'seven eight nine ten eleven', 'twelve dozen score gross many'];

  it('become level, each by its own slope, and keep their words', () => {
    const words = ROWS.flatMap((row, i) => lean(written(row, 20, 40 + i * 20), i, 0.1 + i * 0.02));
    for (const line of [0, 1, 2]) {
      const ys = levelLines(words, 100)
        .filter((word) => word.line === line)
        .map(({ box }) => box.y);
      expect(Math.max(...ys) - Math.min(...ys)).toBeLessThan(1);
    }
    expect(levelLines(words, 100).map(({ text }) => text)).toEqual(words.map(({ text }) => text));
  });

  it('are left alone when they are level', () => {
    const words = ROWS.flatMap((row, i) => lean(written(row, 20, 40 + i * 20), i, 0));
    expect(levelLines(words, 100)).toBe(words);
  });
});
