/** Which strips of ink are taken for text. */
import { describe, expect, it } from 'vitest';
import { flattenPicture } from '../../../../src/lib/pipeline/ocr/flatten.ts';
import { findStrips } from '../../../../src/lib/pipeline/ocr/strips.ts';
import { BLACK, type Colour, painted, WHITE } from './kit.ts';

const BLUE: Colour = [26, 115, 232];
const bar = (x: number, y: number, colour: Colour) => ({ x, y, width: 3, height: 12, colour });

describe('what is taken for text', () => {
  it('has no paper outside the round corners along which the picture was cut, and all letters', () => {
    const row = (x: number, y: number, width: number) => ({ x, y, width, height: 1, colour: WHITE });
    const corners = [0, 1, 2, 3, 4].flatMap((y) => [row(0, y, 5 - y), row(100 - 5 + y, 31 - y, 5 - y)]);
    const letters = Array.from({ length: 8 }, (_, i) => bar(20 + i * 8, 10, WHITE));
    const { strips } = findStrips(flattenPicture(painted(100, 32, BLUE, [...letters, ...corners])));
    expect(strips.map(({ box, letters: count }) => [box.x, box.width, count])).toEqual([[20, 59, 8]]);
    const cut = { ...row(0, 29, 5), height: 3 };
    expect(findStrips(flattenPicture(painted(100, 32, BLUE, [...letters, cut]))).strips).toHaveLength(2);
  });

  it('has no edge of a frame along which the picture was cut', () => {
    const letters = Array.from({ length: 8 }, (_, i) => bar(20 + i * 8, 10, BLACK));
    const edge = { x: 97, y: 0, width: 3, height: 32, colour: BLACK };
    expect(findStrips(flattenPicture(painted(100, 32, WHITE, [...letters, edge]))).strips).toHaveLength(1);
  });

  it('has the dots of large letters with their line, though they are as high as small ones', () => {
    const small = Array.from({ length: 40 }, (_, i) => bar(20 + i * 8, 70, BLACK));
    const large = Array.from({ length: 6 }, (_, i) => ({ ...bar(20 + i * 14, 10, BLACK), width: 8, height: 48 }));
    const low = [0, 1, 2, 3].map((i) => ({ x: 104 + i * 14, y: 28, width: 8, height: 30, colour: BLACK }));
    const dot = { x: 145, y: 10, width: 10, height: 10, colour: BLACK };
    const { strips } = findStrips(flattenPicture(painted(360, 100, WHITE, [...small, ...large, ...low, dot])));
    expect(strips.map(({ box }) => [box.x, box.y, box.height])).toEqual([
      [20, 10, 48],
      [20, 70, 12],
    ]);
  });

  it('has no upper edge of a menu with its corners', () => {
    const letters = Array.from({ length: 8 }, (_, i) => bar(20 + i * 8, 20, BLACK));
    const side = (x: number) => ({ x, y: 4, width: 1, height: 8, colour: BLACK });
    const frame = [{ x: 10, y: 4, width: 150, height: 1, colour: BLACK }, side(10), side(159)];
    expect(findStrips(flattenPicture(painted(200, 80, WHITE, [...letters, ...frame]))).strips).toHaveLength(1);
  });

  it('has nothing left of an edge, which is much thinner than letters, and a stroke that stands alone, which is not', () => {
    const line = (y: number) => Array.from({ length: 8 }, (_, i) => bar(80 + i * 8, y, BLACK));
    const stroke = (y: number, width: number) => ({ ...bar(20, y, BLACK), width });
    const corner = (y: number) => [stroke(y, 1), { x: 20, y, width: 16, height: 1, colour: BLACK }];
    const count = (beside: readonly ReturnType<typeof stroke>[]): number => {
      const rows = [20, 50, 80].flatMap(line);
      return findStrips(flattenPicture(painted(200, 160, WHITE, [...rows, ...beside]))).strips.length - 3;
    };
    expect(count([stroke(20, 1)])).toBe(0);
    expect(count(corner(120))).toBe(0);
    expect(count([stroke(20, 2)])).toBe(1);
  });

  it('has no grain of a photograph, and all figures that stand alone, however many', () => {
    const text = Array.from({ length: 60 }, (_, i) => bar(20 + i * 8, 10, BLACK));
    const pieces = (height: number) =>
      [40, 70, 100].flatMap((y) => [40, 80, 120, 160, 200].map((x) => ({ ...bar(x, y, BLACK), height })));
    const count = (height: number): number =>
      findStrips(flattenPicture(painted(520, 140, WHITE, [...text, ...pieces(height)]))).strips.length;
    expect(count(8)).toBe(1);
    expect(count(22)).toBe(1);
    expect(count(12)).toBe(16);
  });
});
