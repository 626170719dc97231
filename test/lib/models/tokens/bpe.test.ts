import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBpe } from '../../../../src/lib/models/tokens/bpe.ts';
import { createMerger } from '../../../../src/lib/models/tokens/merger.ts';
import { readRanks } from '../../../../src/lib/models/tokens/ranks.ts';
import { anyRun, anyText, countByOracle, rankBytes, table } from './oracle.ts';
import { runAtOnce } from '../../../kit/base/run-at-once.ts';

const bpe = createBpe(table);

describe('count', () => {
  it.each([
    ['', 0],
    ['hello world', 2],
    ['<|endoftext|>', 7],
    ['人工智能', 2],
    ['\ud800', 1],
  ])('of %j is %d', (text, tokens) => {
    expect(runAtOnce(bpe.countInSlices(text))).toBe(tokens);
    expect(countByOracle(text)).toBe(tokens);
  });

  it('agrees with js-tiktoken on any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(runAtOnce(bpe.countInSlices(text))).toBe(countByOracle(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with js-tiktoken on every fixture [R5.5a]', () => {
    const folder = resolve(import.meta.dirname, '../../../fixtures');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    let counted = 0;
    for (const { parentPath, name } of files) {
      const text = readFileSync(join(parentPath, name), 'utf8');
      if (/\.(?:png|pdf)$/.test(name) || text.length > 400_000) continue; // no text, or too much for the peer
      counted += 1;
      expect(runAtOnce(bpe.countInSlices(text)), name).toBe(countByOracle(text));
    }
    expect(counted).toBeGreaterThan(40);
  });

  it('agrees with js-tiktoken on unbroken runs', () => {
    fc.assert(
      fc.property(anyRun, (text) => {
        expect(runAtOnce(bpe.countInSlices(text))).toBe(countByOracle(text));
      }),
      { numRuns: 50 },
    );
  });

  it('is the same when a run is merged window by window, however small the windows', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 2, max: 64 }), (text, window) => {
        expect(runAtOnce(createBpe(table, window).countInSlices(text))).toBe(runAtOnce(bpe.countInSlices(text))); // below 4096 bytes `bpe` uses no window
      }),
      { numRuns: 150 },
    );
  });

  it('is the same where a wider window changes the token at which two were joined', () => {
    for (const [text, window] of [
      ['bbbabbba', 5],
      ['aabbabbbabbba', 5],
    ] as const) {
      expect(runAtOnce(createBpe(table, window).countInSlices(text))).toBe(runAtOnce(bpe.countInSlices(text)));
    }
  });

  it('of a long run is that of one merge of the whole', () => {
    const merge = createMerger(table);
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 20, max: 60 }), (unit, times) => {
        const text = (unit + unit.slice(1)).repeat(times);
        const bytes = new TextEncoder().encode(text);
        expect(runAtOnce(bpe.countInSlices(text))).toBe(merge(bytes, 0, bytes.length).length);
      }),
      { numRuns: 50 },
    );
  });

  // What no backtracking pattern and no quadratic merge finishes; a single 'a' run takes js-tiktoken hours.
  it.each([
    ['a', 31_250],
    [' ', 1954],
    ['\n', 15_625],
    ['!', 15_625],
    ['漢', 250_000],
    ['7', 83_334],
  ])('finishes 250,000 times %j', (unit, tokens) => {
    expect(runAtOnce(bpe.countInSlices(unit.repeat(250_000)))).toBe(tokens);
  });

  it.each(['😀', '\u0301', '👩‍👩‍👧', 'Aa', '漢A', 'A\u0301', ' \n', '\ud800', "a'"])(
    'agrees with js-tiktoken on repeated %j, and a hundred thousand more finish',
    (unit) => {
      expect(runAtOnce(bpe.countInSlices(unit.repeat(60)))).toBe(countByOracle(unit.repeat(60)));
      expect(runAtOnce(bpe.countInSlices(unit.repeat(100_000)))).toBeGreaterThan(0);
    },
  );
});

describe('counting', () => {
  it('yields at least once in 10,000 characters, whatever the text', () => {
    for (const unit of ['one word after another, ', 'a', '漢', ' ', '😀']) {
      const text = unit.repeat(100_000 / unit.length);
      let slices = 0;
      for (const work = bpe.countInSlices(text); !work.next().done;) slices++;
      expect(slices, unit).toBeGreaterThanOrEqual(10);
    }
  });

  it('is not disturbed by counts that run between its slices', () => {
    const texts = ['a'.repeat(20_000), 'ab'.repeat(9000), 'word '.repeat(5000), '漢字'.repeat(5000)];
    const expected = texts.map((text) => runAtOnce(bpe.countInSlices(text)));
    const running = texts.map((text) => bpe.countInSlices(text));
    const counted: number[] = [];
    while (Object.keys(counted).length < texts.length) {
      for (const [i, work] of running.entries()) {
        const step = work.next();
        if (step.done && !(i in counted)) counted[i] = step.value;
      }
    }
    expect(counted).toEqual(expected);
  });
});

describe('stream', () => {
  it('knows after every piece what a count of the whole would say', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 8 }), (pieces) => {
        const stream = bpe.stream();
        let whole = '';
        for (const piece of pieces) {
          stream.append(piece);
          whole += piece;
          expect(runAtOnce(stream.countInSlices())).toBe(runAtOnce(bpe.countInSlices(whole)));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('knows it when every character comes alone, halves of surrogate pairs too', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const stream = bpe.stream();
        for (let i = 0; i < text.length; i++) stream.append(text.charAt(i));
        expect(runAtOnce(stream.countInSlices())).toBe(runAtOnce(bpe.countInSlices(text)));
      }),
    );
  });
});

describe('a stream without boundaries', () => {
  const units = [
    'a',
    'Ab',
    'ABC',
    '漢',
    'ひらがな',
    'ภาษาไทย',
    'aé',
    '-',
    '/',
    '=-',
    ' ',
    '\t',
    '😀',
    "a'",
    '漢A',
    '\u0301a',
    '-\n',
  ];
  const runs = fc.array(fc.tuple(fc.constantFrom(...units), fc.integer({ min: 1, max: 500 })), {
    minLength: 1,
    maxLength: 4,
  });
  it('knows after every step what a count of the whole would say, where one run follows another', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3 }), runs, fc.integer({ min: 1, max: 40 }), (start, parts, step) => {
        const text = start + parts.map(([unit, times]) => unit.repeat(times)).join('');
        const stream = bpe.stream();
        for (let i = 0; i < text.length; i += step) {
          stream.append(text.slice(i, i + step));
          const tokens = runAtOnce(stream.countInSlices());
          if (i % (7 * step) === 0) expect(tokens).toBe(runAtOnce(bpe.countInSlices(text.slice(0, i + step))));
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('a stream counted in slices', () => {
  it('yields at least once in 10,000 characters and says what a count of the whole would say', () => {
    for (const unit of ['one word after another, ', 'a', '漢', ' ', '😀']) {
      const text = unit.repeat(100_000 / unit.length);
      const stream = bpe.stream();
      stream.append(text);
      const work = stream.countInSlices();
      let slices = 0;
      let step = work.next();
      for (; !step.done; step = work.next()) slices++;
      expect(slices, unit).toBeGreaterThanOrEqual(10);
      expect(step.value, unit).toBe(runAtOnce(bpe.countInSlices(text)));
    }
  });

  it('leaves what is appended meanwhile for the next count', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(3), (first, second, at) => {
        const text = `${first} ${'word '.repeat(3000)}`;
        const stream = bpe.stream();
        stream.append(text);
        const work = stream.countInSlices();
        let step = work.next();
        for (let i = 0; !step.done; i++, step = work.next()) if (i === at) stream.append(second);
        expect(step.value).toBe(runAtOnce(bpe.countInSlices(text)));
        if (at > 2) stream.append(second);
        expect(runAtOnce(stream.countInSlices())).toBe(runAtOnce(bpe.countInSlices(text + second)));
      }),
      { numRuns: 30 },
    );
  });
});

describe('readRanks', () => {
  it('finds every token of the packed table under its own rank, and nothing longer', () => {
    const data = rankBytes();
    let rank = 0;
    for (let at = 0; at < data.length; at += 1 + (data[at] ?? 0), rank++) {
      const found = table.getRank(data, at + 1, at + 1 + (data[at] ?? 0));
      if (found !== rank) expect.fail(`rank ${rank} is found as ${found}`);
    }
    expect(rank).toBe(199_998);
    expect(table.getRank(new Uint8Array(200).fill(32), 0, 200)).toBe(-1);
  });

  it('refuses a damaged table and says what to do', () => {
    expect(() => runAtOnce(readRanks(rankBytes().subarray(0, 1001)))).toThrow(/damaged/);
    expect(() => runAtOnce(readRanks(new Uint8Array(10)))).toThrow(/damaged/);
    expect(() => runAtOnce(readRanks(new Uint8Array()))).toThrow(/damaged/);
  });
});
