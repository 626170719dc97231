/** A large picture is read band by band, cut where no ink is, with the text that it would have had in one go. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeReadSize, takeBand } from '../../../../src/lib/pipeline/ocr/bands/take-band.ts';
import { findSeam } from '../../../../src/lib/pipeline/ocr/bands/seam.ts';
import { joinBands, type ReadBand } from '../../../../src/lib/pipeline/ocr/bands/join-bands.ts';
import { readBand } from '../../../../src/lib/pipeline/ocr/read-band.ts';
import type { PartReading } from '../../../../src/lib/pipeline/ocr/read-picture.ts';
import type { PlacedWord } from '../../../../src/lib/pipeline/ocr/rows.ts';
import type { Rules } from '../../../../src/lib/pipeline/ocr/rules.ts';
import { computeTurnedSize } from '../../../../src/lib/pipeline/ocr/slant.ts';
import type { Box, Gray, Pixels, RawWord, Recognise } from '../../../../src/lib/pipeline/ocr/types.ts';
import { readPixels, openedOf } from '../../../kit/screens/read-pixels.ts';
import { BLACK, painted, WHITE, written } from './kit.ts';

const signal = new AbortController().signal;
const [BAR, STEP, HEIGHT] = [4, 8, 14];

interface Line {
  readonly x: number;
  readonly y: number;
  /** How many bars each word is. */
  readonly words: readonly number[];
}

/** Words of bars, three bars' room between them. */
const plates = ({ x, y, words }: Line) => {
  let left = x;
  return words.flatMap((count) => {
    const start = left;
    left += (count + 2) * STEP;
    return Array.from({ length: count }, (_, i) => ({
      x: start + i * STEP,
      y,
      width: BAR,
      height: HEIGHT,
      colour: BLACK,
    }));
  });
};
const page = (width: number, height: number, lines: readonly Line[]): Pixels =>
  painted(width, height, WHITE, lines.flatMap(plates));

/** An engine that counts the bars of each word on its sheet. */
const countBars: Recognise = (sheet) =>
  Promise.resolve(rowsOf(sheet).flatMap((row, line) => wordsOf(sheet, row, line)));

const isDark = ({ width, data }: Gray, x: number, y: number): boolean => (data[y * width + x] ?? 255) < 128;

function runsOf(length: number, isOn: (at: number) => boolean): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let at = 0; at < length; at += 1) {
    const last = runs.at(-1);
    if (!isOn(at)) continue;
    if (last?.to === at) last.to += 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}
const rowsOf = (sheet: Gray) =>
  runsOf(sheet.height, (y) => {
    for (let x = 0; x < sheet.width; x += 1) if (isDark(sheet, x, y)) return true;
    return false;
  });

function wordsOf(sheet: Gray, { from, to }: { from: number; to: number }, line: number): RawWord[] {
  const bars = runsOf(sheet.width, (x) => {
    for (let y = from; y < to; y += 1) if (isDark(sheet, x, y)) return true;
    return false;
  });
  const breadth = Math.max(...bars.map((bar) => bar.to - bar.from));
  const words: { from: number; to: number; count: number }[] = [];
  for (const bar of bars) {
    const last = words.at(-1);
    if (last && bar.from - last.to < 3 * breadth) {
      last.to = bar.to;
      last.count += 1;
    } else words.push({ ...bar, count: 1 });
  }
  return words.map((word) => ({
    text: `w${String(word.count)}`,
    confidence: 95,
    box: { x: word.from, y: from, width: word.to - word.from, height: to - from },
    line,
  }));
}

/** What a band says of a page whose words and rules stand so once it is level: those whose middle is in it. */
function turnedBand(slope: number, box: Box, words: readonly PlacedWord[], rules: Rules): ReadBand {
  const cosine = 1 / Math.hypot(1, slope);
  const sine = slope * cosine;
  const levelSize = computeTurnedSize(box, slope);
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const moveX = levelSize.width / 2 - (middleX * cosine + middleY * sine);
  const moveY = levelSize.height / 2 - (middleY * cosine - middleX * sine);
  // lines are cut along their slope
  const [top, bottom] = [box.y, box.y + box.height];
  const own = words.filter(({ box: { y } }) => y >= top && y < bottom);
  return {
    ...box,
    box,
    words: own.map((word) => ({ ...word, box: { ...word.box, x: word.box.x + moveX, y: word.box.y + moveY } })),
    places: own.map(() => ({ x: 0, y: 0, width: 1, height: 1 })),
    rules: {
      down: rules.down.flatMap(({ at, from, to }) =>
        from < bottom && to > top
          ? [{ at: at + moveX, from: Math.max(from, top) + moveY, to: Math.min(to, bottom) + moveY }]
          : [],
      ),
      across: rules.across
        .filter(({ at }) => at >= top && at < bottom)
        .map(({ at, from, to }) => ({ at: at + moveY, from: from + moveX, to: to + moveX })),
    },
    unread: [],
    letter: 16,
    levelSize,
    slope,
  };
}

const anyWords = fc.array(fc.integer({ min: 3, max: 9 }), { minLength: 4, maxLength: 6 });
/** One or two columns of lines, each with a first line of its own. */
const anyPage = fc
  .record({
    columns: fc.array(
      fc.record({
        phase: fc.integer({ min: 0, max: 25 }),
        lines: fc.array(anyWords, { minLength: 20, maxLength: 30 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .map(({ columns }) => {
    const lines = columns.flatMap(({ phase, lines: own }, column) =>
      own.map((words, row): Line => ({ x: 20 + column * 560, y: 20 + phase + row * 28, words })),
    );
    return { lines, pixels: page(20 + columns.length * 560, 920, lines) };
  });

const BAND = 250_000;

describe('a picture that is read in bands', () => {
  it('has the text, the words and the places that it has in one go', async () => {
    await fc.assert(
      fc.asyncProperty(anyPage, async ({ pixels, lines }) => {
        const parts: PartReading[] = [];
        const whole = await readPixels(pixels, countBars, { signal });
        const banded = await readPixels(pixels, countBars, { signal, maxBandPixels: BAND }, (part) => parts.push(part));
        expect(parts.length).toBeGreaterThan(0);
        expect(whole.words).toHaveLength(lines.reduce((sum, { words }) => sum + words.length, 0));
        expect(banded.text).toBe(whole.text);
        for (const [i, { box }] of banded.words.entries())
          for (const side of ['x', 'y', 'width', 'height'] as const)
            expect(Math.abs(box[side] - (whole.words[i]?.box[side] ?? Infinity))).toBeLessThanOrEqual(2);
        const shares = parts.map(({ share }) => share);
        expect(shares).toEqual(shares.toSorted((one, other) => one - other));
        for (const { reading } of parts)
          for (const { start, end } of reading?.words ?? [])
            expect(whole.text).toContain(reading?.text.slice(start, end));
      }),
      { numRuns: 6 },
    );
  }, 60_000);

  it('and is small enough for one band is read as it is, in one go', async () => {
    await fc.assert(
      fc.asyncProperty(anyPage, async ({ pixels }) => {
        const drawn: string[] = [];
        const source = openedOf(pixels);
        const seen = {
          ...source,
          draw: (...[part, size]: Parameters<typeof source.draw>) => {
            drawn.push(JSON.stringify([part.x, part.y, part.width, part.height, size.width, size.height]));
            return source.draw(part, size);
          },
        };
        const { pixels: band, end } = takeBand(seen, null);
        const { width, height } = pixels;
        expect(drawn).toEqual([JSON.stringify([0, 0, width, height, width, height])]);
        expect([end, Buffer.from(band.data).equals(Buffer.from(pixels.data))]).toEqual([null, true]);
        await Promise.resolve();
      }),
      { numRuns: 2 },
    );
  });

  it('keeps a table whose upright rules are cut as one', async () => {
    const rules = [20, 200, 380, 560].map((x) => ({ x, y: 20, width: 2, height: 842, colour: BLACK }));
    const level = Array.from({ length: 31 }, (_, i) => ({
      x: 20,
      y: 20 + i * 28,
      width: 542,
      height: 2,
      colour: BLACK,
    }));
    const cells = Array.from({ length: 30 }, (_, row) =>
      [0, 1, 2].map((column): Line => ({ x: 40 + column * 180, y: 28 + row * 28, words: [3 + ((row + column) % 5)] })),
    ).flat();
    const pixels = painted(600, 900, WHITE, [...rules, ...level, ...cells.flatMap(plates)]);
    const whole = await readPixels(pixels, countBars, { signal });
    const banded = await readPixels(pixels, countBars, { signal, maxBandPixels: 200_000 });
    expect(whole.text.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(31);
    expect(banded.text).toBe(whole.text);
  });

  it('keeps tables and columns where they are on a page that stands askew', () => {
    const lines = Array.from({ length: 60 }, (_, row) =>
      written('one      two      three', 210, 210 + row * 30, 10, 16),
    ).flat();
    const rules = [200, 290, 380, 470].map((at) => ({ at, from: 200, to: 2010 }));
    const across = Array.from({ length: 61 }, (_, row) => ({ at: 202 + row * 30, from: 200, to: 470 }));
    for (const table of [
      { down: rules, across },
      { down: [], across: [] },
    ])
      for (const slope of [0.06, -0.06, 0]) {
        const heights = [500, 500, 500, 1500];
        const bands = heights.map((height, i) =>
          turnedBand(slope, { x: 0, y: i * 500, width: 800, height }, lines, table),
        );
        const whole = turnedBand(slope, { x: 0, y: 0, width: 800, height: 3000 }, lines, table);
        expect(joinBands({ width: 800, height: 3000 }, bands).text).toBe(
          joinBands({ width: 800, height: 3000 }, [whole]).text,
        );
        expect(joinBands({ width: 800, height: 3000 }, bands).words).toHaveLength(180);
      }
  });

  it('is turned by the slope that is known of it, also where its own lines are too short to tell', async () => {
    const short = Array.from({ length: 12 }, (_, row): Line => ({ x: 60, y: 40 + row * 28, words: [5] }));
    const pixels = page(400, 400, short);
    expect((await readBand(pixels, countBars, { signal })).slope).toBe(0);
    expect((await readBand(pixels, countBars, { signal, slope: 0.06 })).slope).toBe(0.06);
  });

  it('hears a stop between two bands', async () => {
    const stop = new AbortController();
    const lines = Array.from({ length: 30 }, (_, row): Line => ({ x: 20, y: 20 + row * 28, words: [4, 5, 6] }));
    const reading = readPixels(page(400, 900, lines), countBars, { signal: stop.signal, maxBandPixels: 150_000 }, () =>
      stop.abort('stopped'),
    );
    await expect(reading).rejects.toBe('stopped');
  });
});

describe('a cut', () => {
  it('never crosses ink, and each of its rows has paper above and below', () => {
    fc.assert(
      fc.property(anyPage, ({ pixels }) => {
        const seam = findSeam(pixels);
        expect(seam).toHaveLength(pixels.width);
        for (const [x, y] of seam?.entries() ?? [])
          for (const row of [y - 2, y - 1, y, y + 1, y + 2])
            if (row >= 0 && row < pixels.height) expect(pixels.data[(row * pixels.width + x) * 4]).toBe(255);
      }),
      { numRuns: 6 },
    );
  });

  it('is level where it can be, in the widest gap', () => {
    const lines = [0, 28, 56, 120, 148].map((y): Line => ({ x: 10, y, words: [5, 5, 5] }));
    expect(new Set(findSeam(page(260, 162, lines)))).toEqual(new Set([94]));
  });

  it('is none where something stands in every way', () => {
    const wall = { x: 100, y: 0, width: 40, height: 100, colour: BLACK };
    const noise = Array.from({ length: 25 }, (_, i) => ({ ...wall, y: i * 4, height: 2 }));
    expect(findSeam(painted(300, 100, WHITE, noise))).toBeNull();
  });

  it('crosses the upright rule of a table, which all cuts do', () => {
    const rule = { x: 100, y: 0, width: 2, height: 300, colour: BLACK };
    expect(findSeam(painted(300, 300, WHITE, [rule]))).not.toBeNull();
  });

  it('crosses no letter, however large, where there is a way around it', () => {
    const letter = (y: number) => [40, 100, 160].map((x) => ({ x, y, width: 24, height: 320, colour: BLACK }));
    const seam = [...(findSeam(painted(260, 600, WHITE, letter(140))) ?? [])];
    expect(seam).toHaveLength(260);
    expect(seam.every((row) => row < 140 || row >= 460)).toBe(true);
    const small = letter(0).map((plate) => ({ ...plate, height: 100 }));
    expect(findSeam(painted(260, 100, WHITE, small))).toBeNull();
  });

  it('passes around what is drawn on nothing, as on white', () => {
    const lines = [10, 38, 66].map((y): Line => ({ x: 10, y, words: [5, 5, 5] }));
    const pixels = page(260, 100, lines);
    for (let at = 0; at < pixels.data.length; at += 4) if (pixels.data[at] === 255) pixels.data.fill(0, at, at + 4);
    expect(findSeam(pixels)).toEqual(findSeam(page(260, 100, lines)));
  });

  it('is looked for further down where a band cannot be cut, and the band grows', () => {
    const noise = Array.from({ length: 200 }, (_, i) => ({ x: 10, y: i * 4, width: 80, height: 2, colour: BLACK }));
    const { box, end } = takeBand(openedOf(painted(100, 1600, WHITE, noise)), null, 20_000);
    expect(box.height).toBeGreaterThan(800);
    expect(end).not.toBeNull();
  });

  it('is made in a picture that is small but longer than what is read', () => {
    const lines = Array.from({ length: 420 }, (_, i): Line => ({ x: 10, y: i * 28, words: [4] }));
    const { pixels, end } = takeBand(openedOf(page(80, 12_000, lines)), null);
    expect([pixels.height <= 10_900, end === null]).toEqual([true, false]);
  });
});

it.each([
  [1280, 800, 1280, 800],
  [10_000, 5_000, 5656, 2828],
  [100_000, 1, 10_900, 1],
  [1000, 40_000, 272, 10_900],
])('what cannot be cut of %d × %d pixels is read at %d × %d', (width, height, w, h) => {
  expect(computeReadSize({ width, height })).toEqual({ width: w, height: h });
});
