import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIndex } from '../../../../src/lib/pipeline/retrieval/bm25.ts';
import { createLineSieve } from '../../../../src/lib/pipeline/retrieval/line-sieve.ts';

const WORDS = [
  'Bridge',
  'bridges',
  'Straße',
  'STRASSE',
  'naïve',
  'guild',
  '漢字',
  '字漢',
  'وكتاب',
  'الكتاب',
  'йод',
  'ΟΔΟΣ',
  'x',
];
const line = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '));
const text = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));

describe('a sieve', () => {
  it('lets every text pass in which the index finds a word of the query as it is', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...WORDS), async (said, word) => {
        const has = said.split(/\s/).includes(word);
        const index = await createIndex([{ text: said, path: [] }]);
        const passed = createLineSieve(word, 3)(said);
        if (has) expect([index.search(word, 1), passed].map(({ length }) => length > 0)).toEqual([true, true]);
        for (const { line, at } of passed) {
          expect(said.split('\n')).toContain(line);
          expect(line.slice(0, at)).toMatch(/^$|[\s\p{L}\p{M}]$/u);
          expect(at).toBeLessThan(line.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives whole words before words that begin alike, and lines with more of the query before those with less', () => {
    const look = createLineSieve('old bridge', 2);
    const lines = ['Older bridges.', 'An old wall.', 'Oldest.', 'The old bridge.'];
    expect(look(lines.join('\n'))).toEqual([
      { line: 'The old bridge.', at: 4 },
      { line: 'An old wall.', at: 3 },
    ]);
    const unfolded = 'ﬃ Straße İ an old bridge'; // folds to more letters than it has
    expect(look(unfolded)).toEqual([{ line: unfolded, at: unfolded.indexOf('old') }]);
    expect(look('Nothing of the kind.')).toEqual([]);
    expect(createLineSieve('', 3)('anything')).toEqual([]);
  });

  it('finds numbers and hyphenated words however they are written', () => {
    const line = 'An e-mail of 1 May costs $1,500 a month.';
    for (const [query, at] of [
      ['email', 3],
      ['mail', 4],
      ['1500', 26],
      ['month', 34],
    ] as const)
      expect([query, createLineSieve(query, 1)(line)]).toEqual([query, [{ line, at }]]);
  });
});
