/** A picture → its text: what the engine is shown, where its words are, when it stops. */
import { describe, expect, it } from 'vitest';
import type { Gray, Recognise } from '../../../../src/lib/pipeline/ocr/types.ts';
import { readPixels } from '../../../kit/screens/read-pixels.ts';
import { flattenPicture } from '../../../../src/lib/pipeline/ocr/flatten.ts';
import { buildSheet } from '../../../../src/lib/pipeline/ocr/sheet.ts';
import { LETTER_HEIGHT } from '../../../../src/lib/pipeline/ocr/looks.ts';
import { findStrips } from '../../../../src/lib/pipeline/ocr/strips.ts';
import { BLACK, type Colour, painted, WHITE } from './kit.ts';

const signal = new AbortController().signal;
const BLUE: Colour = [26, 115, 232];
const bar = (x: number, y: number, colour: Colour) => ({ x, y, width: 3, height: 12, colour });

/** Light at a place of a picture. */
const at = ({ width, data }: Gray, x: number, y: number): number => data[y * width + x] ?? -1;

describe('what the engine is shown', () => {
  it('is dark on white, on a page and on a chip of the other polarity', () => {
    const chip = { x: 60, y: 30, width: 80, height: 30, colour: BLUE };
    const flat = flattenPicture(painted(200, 100, WHITE, [bar(20, 38, BLACK), chip, bar(90, 38, WHITE)]));
    for (const [x, y] of [
      [10, 10],
      [61, 31],
      [100, 40],
    ] as const)
      expect(at(flat, x, y)).toBe(255);
    for (const x of [21, 91]) expect(at(flat, x, 44)).toBeLessThan(40);
  });

  it('has round letters with what they enclose, which is no text on a plate', () => {
    const ring = { x: 80, y: 30, width: 17, height: 15, colour: BLACK };
    const within = { x: 84, y: 34, width: 9, height: 7, colour: WHITE };
    const flat = flattenPicture(painted(200, 100, WHITE, [ring, within]));
    expect(at(flat, 82, 37)).toBeLessThan(40);
    expect(at(flat, 88, 37)).toBe(255);
  });

  it('has broad letters with what is between their strokes, open above or below', () => {
    const letter = { x: 80, y: 30, width: 30, height: 20, colour: BLUE };
    const stroke = (x: number, y: number) => ({ x, y, width: 3, height: 12, colour: BLACK });
    const flat = flattenPicture(painted(200, 100, WHITE, [letter, stroke(93, 30), stroke(86, 38), stroke(101, 38)]));
    for (const x of [82, 90, 99, 107]) expect(at(flat, x, 35)).toBeLessThan(80);
  });

  it('has no line around a field', () => {
    const frame = { x: 40, y: 20, width: 100, height: 40, colour: BLACK };
    const field = { x: 41, y: 21, width: 98, height: 38, colour: WHITE };
    const flat = flattenPicture(painted(200, 100, WHITE, [frame, field, bar(90, 32, BLACK)]));
    expect(at(flat, 40, 40)).toBe(255);
    expect(at(flat, 91, 38)).toBeLessThan(40);
  });

  it('has no soft edge of a chip, as thick as it may be', () => {
    const edge = { x: 40, y: 20, width: 100, height: 40, colour: [140, 185, 243] as const };
    const chip = { x: 44, y: 24, width: 92, height: 32, colour: BLUE };
    const flat = flattenPicture(painted(200, 100, WHITE, [edge, chip, bar(90, 32, WHITE)]));
    for (const x of [40, 41, 42, 43]) expect(at(flat, x, 40)).toBe(255);
    expect(at(flat, 91, 38)).toBeLessThan(40);
  });

  it('is each line without what reaches into it from the next, however close they stand', async () => {
    const upper = Array.from({ length: 12 }, (_, i) => bar(20 + i * 8, 20, BLACK));
    // a dot of the lower line, nearer to the line above than to its own letters, which stand as high as it does
    const dot = { x: 64, y: 33, width: 3, height: 2, colour: BLACK };
    const tall = Array.from({ length: 4 }, (_, i) => ({ ...bar(20 + i * 8, 33, BLACK), height: 15 }));
    const short = Array.from({ length: 6 }, (_, i) => bar(52 + i * 8, 38, BLACK));
    const plates = [...upper, dot, ...tall, ...short];
    let shown = 0;
    const see: Recognise = ({ data }) => {
      shown = data.reduce((ink, light) => ink + 255 - light, 0) / 255;
      return Promise.resolve([]);
    };
    await readPixels(painted(200, 80, WHITE, plates), see, { signal });
    const ink = plates.reduce((sum, { width, height }) => sum + width * height, 0);
    const factor = LETTER_HEIGHT / 12;
    expect(shown / (ink * factor ** 2)).toBeGreaterThan(0.95);
    expect(shown / (ink * factor ** 2)).toBeLessThan(1.03); // nothing is shown twice
  });

  it('is no larger than the engine can take', async () => {
    let pixels = 0;
    const see: Recognise = ({ width, height }) => {
      pixels = width * height;
      return Promise.resolve([]);
    };
    const bars = Array.from({ length: 400 }, (_, i) => bar(10 + (i % 20) * 118, 10 + Math.floor(i / 20) * 88, BLACK));
    await readPixels(painted(2400, 1800, WHITE, bars), see, { signal });
    expect(pixels).toBeGreaterThan(0);
    expect(pixels).toBeLessThanOrEqual(16_000_000);
  });
});

describe('the engine counts in 16 bits', () => {
  it('so no edge of a sheet is longer, however long a line is', () => {
    const bars = Array.from({ length: 1360 }, (_, i) => ({ x: 10 + i * 8, y: 6, width: 4, height: 8, colour: BLACK }));
    const flat = flattenPicture(painted(10_900, 24, WHITE, bars));
    const { picture } = buildSheet(flat, findStrips(flat), 32, 16_000_000);
    expect(picture.width).toBeGreaterThan(20_000);
    expect(picture.width).toBeLessThanOrEqual(32_767);
  });

  it('and no edge of the whole picture is, in the second look', async () => {
    const edges: number[] = [];
    const see: Recognise = ({ width, height }) => {
      edges.push(Math.max(width, height));
      return Promise.resolve([]);
    };
    const bars = Array.from({ length: 20 }, (_, i) => ({ x: 10 + i * 8, y: 6, width: 4, height: 8, colour: BLACK }));
    await readPixels(painted(11_500, 24, WHITE, bars), see, { signal });
    expect(edges).toHaveLength(2);
    expect(Math.max(...edges)).toBeLessThanOrEqual(32_767);
  });
});

describe('a long narrow picture', () => {
  it('is not turned where that would make it many times larger', async () => {
    const lines = [0, 1, 2].flatMap((line) =>
      Array.from({ length: 40 }, (_, i) => ({
        x: 40 + i * 8,
        y: Math.round(20 + line * 30 + i * 8 * 0.29),
        width: 4,
        height: 12,
        colour: BLACK,
      })),
    );
    const shapes: number[] = [];
    const see: Recognise = ({ width, height }) => {
      shapes.push(width / height);
      return Promise.resolve([]);
    };
    await readPixels(painted(10_400, 200, WHITE, lines), see, { signal });
    expect(shapes).toHaveLength(2);
    expect(shapes[1]).toBeGreaterThan(40);
  });
});

describe('the second look', () => {
  const bars = Array.from({ length: 20 }, (_, i) => bar(20 + i * 8, 20, BLACK));
  const line = painted(200, 60, WHITE, bars);
  const unsure = ({ width, height }: Gray) => [
    { text: 'Tea', confidence: 40, line: 0, box: { x: 0, y: 0, width, height } },
  ];

  it('sees what is too large to be letters of a line', async () => {
    const large = [0, 1].flatMap((i) => [
      { x: 30 + i * 160, y: 20, width: 30, height: 180, colour: BLACK },
      { x: 30 + i * 160, y: 170, width: 100, height: 30, colour: BLACK },
    ]);
    const read: Recognise = ({ width, height }) =>
      Promise.resolve([{ text: 'LL', confidence: 90, line: 0, box: { x: 0, y: 0, width, height } }]);
    expect((await readPixels(painted(340, 220, WHITE, large), read, { signal })).text).toBe('LL');
  });

  it('is of the line alone that is not sure, and is taken where it is surer', async () => {
    const lines = painted(
      260,
      100,
      WHITE,
      [20, 60].flatMap((y) => Array.from({ length: 28 }, (_, i) => bar(16 + i * 8, y, BLACK))),
    );
    const heights: number[] = [];
    const dark: unknown[] = [];
    const row = (
      words: readonly string[],
      confidence: (i: number) => number,
      [y, height]: [number, number],
      width: number,
    ) =>
      words.map((text, i) => ({
        text,
        confidence: confidence(i),
        line: y,
        box: { x: (i * width) / words.length, y, width: width / words.length - 1, height },
      }));
    const upper = Array.from({ length: 12 }, () => 'up');
    const read: Recognise = ({ width, height, isDark }) => {
      heights.push(height);
      dark.push(isDark ?? false);
      if (heights.length === 2)
        return Promise.resolve(row(['low', 'tide', 'at', 'three'], () => 93, [0, height], width));
      return Promise.resolve([
        ...row(upper, () => 95, [0, height / 2 - 1], width),
        ...row(['low', 'tlde', 'at', 'three'], (i) => (i === 1 ? 30 : 95), [height / 2 + 1, height / 2 - 1], width),
      ]);
    };
    const { text } = await readPixels(lines, read, { signal });
    expect(text.split('\n').map((each) => each.trim())).toEqual([upper.join(' '), 'low tide at three']);
    expect(heights).toHaveLength(2);
    expect(heights[1]).toBeLessThan(0.75 * (heights[0] ?? 0));
    expect(dark).toEqual([false, true]);
  });

  it('of the whole is of dark text, for the engine reads each line of light text twice', async () => {
    for (const [paper, ink] of [
      [WHITE, BLACK],
      [BLACK, WHITE],
    ] as const) {
      const light: number[] = [];
      const read: Recognise = (picture) => {
        light.push(picture.data.filter((tone) => tone > 128).length / picture.data.length);
        return Promise.resolve(unsure(picture));
      };
      const letters = Array.from({ length: 20 }, (_, i) => bar(20 + i * 8, 20, ink));
      await readPixels(painted(200, 60, paper, letters), read, { signal });
      expect(light).toHaveLength(2);
      expect(light[1]).toBeGreaterThan(0.5);
    }
  });

  it('has half of the pixels of the first, or as many as the picture', async () => {
    const sizes: number[] = [];
    const read: Recognise = (picture) => {
      sizes.push(picture.width * picture.height);
      return Promise.resolve(unsure(picture));
    };
    const short = painted(
      400,
      60,
      WHITE,
      Array.from({ length: 45 }, (_, i) => ({ ...bar(20 + i * 8, 20, BLACK), height: 9 })),
    );
    await readPixels(short, read, { signal });
    expect(sizes).toHaveLength(2);
    expect(sizes[1]).toBeLessThanOrEqual(Math.max(0.5 * (sizes[0] ?? 0), 400 * 60));
    expect(sizes[1]).toBeGreaterThan(0.4 * (sizes[0] ?? 0));
  });

  it('is not taken where there is no time, and where it fails the first reading stays', async () => {
    let looks = 0;
    const failing: Recognise = (picture) =>
      (looks += 1) === 1 ? Promise.resolve(unsure(picture)) : Promise.reject(new Error('There is no memory.'));
    expect((await readPixels(line, failing, { signal, hasTime: () => false })).text).toBe('Tea');
    expect(looks).toBe(1);
    looks = 0;
    expect((await readPixels(line, failing, { signal })).text).toBe('Tea');
    expect(looks).toBe(2);
  });

  it('is taken without time where there is nothing to lose, and its failure is told', async () => {
    let looks = 0;
    const failing: Recognise = () =>
      (looks += 1) === 1 ? Promise.resolve([]) : Promise.reject(new Error('There is no memory.'));
    await expect(readPixels(line, failing, { signal, hasTime: () => false })).rejects.toThrow('no memory');
  });
});

it('a word where no ink is was not read', async () => {
  const letters = Array.from({ length: 12 }, (_, i) => bar(20 + i * 8, 30, BLACK));
  const read: Recognise = ({ width, height }) => {
    const say = (text: string, x: number) => ({
      text,
      confidence: 95,
      line: 0,
      box: { x, y: 0, width: width / 3, height },
    });
    return Promise.resolve([say('Tea', width / 3), { ...say('~~', 0), box: { x: 0, y: 0, width, height: 4 } }]);
  };
  expect((await readPixels(painted(160, 80, WHITE, letters), read, { signal })).text).toBe('Tea');
});

describe('where a word is', () => {
  it('is said in pixels of the picture as it came', async () => {
    const one = { x: 30, y: 40, width: 10, height: 12, colour: BLACK };
    const other = { x: 150, y: 70, width: 10, height: 12, colour: BLACK };
    const boxesOf: Recognise = ({ width, height, data }) => {
      const inked = [...data.keys()].filter((i) => (data[i] ?? 255) < 128);
      const bands = [inked.filter((i) => i < (width * height) / 2), inked.filter((i) => i >= (width * height) / 2)];
      return Promise.resolve(
        bands.map((band, line) => {
          const xs = band.map((i) => i % width);
          const ys = band.map((i) => Math.floor(i / width));
          const [x, y] = [Math.min(...xs), Math.min(...ys)];
          const box = { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
          return { text: `word${line}`, confidence: 90, line, box };
        }),
      );
    };
    const { text, words } = await readPixels(painted(200, 120, WHITE, [one, other]), boxesOf, { signal });
    expect(text.split('\n').filter((line) => line !== '')).toEqual(['word0', 'word1']);
    for (const [i, plate] of [one, other].entries()) {
      const box = words[i]?.box;
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(Math.abs((box?.[side] ?? Infinity) - plate[side])).toBeLessThanOrEqual(1);
    }
  });
});

describe('a very large picture', () => {
  it('is made smaller first, and its words still stand where they were', async () => {
    const bars = [0, 1, 2].map((i) => ({ x: 100 + i * 20, y: 40, width: 10, height: 60, colour: BLACK }));
    const all: Recognise = ({ width, height }) =>
      Promise.resolve([{ text: 'Wide', confidence: 90, line: 0, box: { x: 0, y: 0, width, height } }]);
    const { text, words } = await readPixels(painted(17_000, 1_000, WHITE, bars), all, { signal });
    expect(text).toBe('Wide');
    const box = words[0]?.box ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(box.x).toBeLessThanOrEqual(100);
    expect(box.x + box.width).toBeGreaterThanOrEqual(150);
    expect(box.x + box.width).toBeLessThan(250);
  });
});

describe('a stop', () => {
  const page = painted(200, 120, WHITE, [bar(20, 20, BLACK)]);

  it('is heard before anything is done', async () => {
    const never: Recognise = () => Promise.reject(new Error('The engine was asked.'));
    await expect(readPixels(page, never, { signal: AbortSignal.abort('stopped') })).rejects.toBe('stopped');
  });

  it('is heard while the engine reads', async () => {
    const stop = new AbortController();
    const stopped: Recognise = () => {
      stop.abort('stopped');
      return Promise.resolve([]);
    };
    await expect(readPixels(page, stopped, { signal: stop.signal })).rejects.toBe('stopped');
  });
});
