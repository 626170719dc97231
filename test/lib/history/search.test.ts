import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchRuns, MAX_SNIPPET_CHARS, type SearchableRun } from '../../../src/lib/history/search.ts';
import { appendSearchLines } from '../../../src/lib/history/search-lines.ts';
import { ANY_CHARACTER } from '../../kit/base/any-character.ts';
import { conversation } from '../../kit/storage/conversation.ts';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const prose = fc.oneof(
  fc.string({ maxLength: 600, unit: 'grapheme' }),
  fc.lorem({ mode: 'sentences', maxCount: 20 }),
  fc
    .array(
      fc.constantFrom(
        'Straße',
        'ΣΑΣ',
        'naïve',
        '漢字かな',
        'ภาษาไทย',
        'والكتاب',
        'йод',
        'ﬁn',
        'İstanbul',
        '한국어',
        ' ',
        '\n',
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join(' ')),
);
const runOf = (runId: string, title: string, answer: string): SearchableRun => ({
  runId,
  title,
  words: appendSearchLines('', conversation(runId, 'What is said here?', [{ by: 'answer', text: answer }])),
});
const RUNS = fc
  .array(fc.tuple(prose, prose), { minLength: 1, maxLength: 8 })
  .map((pairs) => pairs.map(([title, answer], i) => runOf(`r${String(i)}`, title, answer)));
const idsOf = (found: readonly { readonly runId: string }[]): readonly string[] => found.map(({ runId }) => runId);

describe('a search through runs', () => {
  it('finds a run by every word that it has, in any script, and shows the word', async () => {
    await fc.assert(
      fc.asyncProperty(RUNS, fc.nat(), fc.nat(), async (runs, one, other) => {
        const run = runs[one % runs.length];
        const words = `${run?.title ?? ''}\n${run?.words ?? ''}`.normalize('NFC').match(WORD) ?? [];
        const word = words[other % words.length] ?? 'said';
        // marks alone are no word, nor is the line that carries them in Arabic type (U+FE7B is a kasra on a tatweel)
        if (!/[\p{L}\p{N}]/u.test(word.normalize('NFKC').replaceAll('ـ', ''))) return;
        // a capital that is written as two letters (ᾀ, ŉ) is not told from two; ß is
        const capital = word.toUpperCase();
        const back = capital.toLowerCase() === word.toLowerCase().replaceAll('ß', 'ss');
        for (const query of [word, back ? capital : word, word.normalize('NFD')]) {
          const found = await searchRuns(runs, query, 50);
          expect([query, idsOf(found)]).toEqual([query, expect.arrayContaining([run?.runId])]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is total: any query, any runs, no more than asked for, each once, each in one short line', async () => {
    await fc.assert(
      fc.asyncProperty(
        RUNS,
        fc.string({ maxLength: 200, unit: ANY_CHARACTER }),
        fc.nat(9),
        async (runs, query, limit) => {
          const found = await searchRuns(runs, query, limit);
          expect(found.length).toBeLessThanOrEqual(limit);
          expect(new Set(idsOf(found)).size).toBe(found.length);
          for (const { runId, snippet } of found) {
            expect(runs.some((run) => run.runId === runId)).toBe(true);
            expect(snippet.length).toBeLessThanOrEqual(MAX_SNIPPET_CHARS);
            expect(snippet).not.toMatch(/[\n\r\t]/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('puts first what has more of the query, and rarer words, wherever they stand', async () => {
    const runs = [
      runOf('far', 'Rivers', 'The bridge is mentioned. Nothing else.'),
      runOf('near', 'Stone arches', 'The bridge was built by masons of the guild.'),
      runOf('named', 'Masons and the bridge', 'They were paid in salt.'),
      runOf('none', 'Salt', 'Salt was rare.'),
    ];
    expect(idsOf(await searchRuns(runs, 'bridge masons', 50))).toEqual(['named', 'near', 'far']);
    expect(idsOf(await searchRuns(runs, 'building', 50))).toEqual([]);
    expect(await searchRuns(runs, ' ?! ', 50)).toEqual([]);
  });

  it('finds other forms of a word, as in a page', async () => {
    const runs = [
      runOf('en', '', 'She runs and the cities were happier.'),
      runOf('de', '', 'Die Straßenbahnen der Städte.'),
      runOf('ru', '', 'Он говорил о городах.'),
    ];
    for (const [query, runId] of [
      ['running', 'en'],
      ['city', 'en'],
      ['straßenbahn', 'de'],
      ['STADTE', 'de'],
      ['города', 'ru'],
    ]) {
      expect([query, idsOf(await searchRuns(runs, query ?? '', 50))]).toEqual([query, [runId]]);
    }
  });

  it('shows the words that fit in one line without marks, from the middle of a long answer too', async () => {
    const filler = 'Of this and that there is much to be told by those who know. '.repeat(20);
    const run = runOf('a', 'Bridges', `## Past\n\n${filler}**Masons** of the [old guild](#p2) built it. ${filler}`);
    const [found] = await searchRuns([run], 'guild masons', 5);
    expect(found?.snippet).toContain('Masons of the old guild built it.');
    expect(found?.snippet.length).toBeLessThanOrEqual(MAX_SNIPPET_CHARS);
    expect((await searchRuns([run], 'bridges', 5))[0]?.snippet).toBe('');
  });

  it('does not lose a line with the word among many with words that begin alike', async () => {
    const run = runOf(
      'a',
      '',
      [...Array.from({ length: 40 }, (_, i) => `Article ${String(i)} on artists.`), 'On art.'].join('\n\n'),
    );
    expect((await searchRuns([run], 'art', 5))[0]?.snippet).toBe('On art.');
  });
});
