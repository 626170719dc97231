import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitQuery, getLanguageCode, limitWords } from '../../../../src/lib/pipeline/engines/query-limits.ts';

const asked = (words: string, count = 5, language = '') => ({ words, count, language });

describe('what of a question an engine is asked', () => {
  it('is always within its bounds, on one line, and begins as the words begin', () => {
    const words = fc.oneof(fc.lorem({ maxCount: 60 }), fc.string({ unit: 'grapheme', maxLength: 300 }));
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 1, max: 30 }),
        (text, characters, most) => {
          const sent = limitWords(asked(text), { characters, words: most });
          expect(sent.length).toBeLessThanOrEqual(characters);
          expect(sent.split(' ').length).toBeLessThanOrEqual(most);
          expect(text.trim().replace(/\s+/gu, ' ').startsWith(sent)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is cut between words, and inside of one only where there is no other place', () => {
    expect(limitWords(asked('low  tide\ntomorrow'), { characters: 10 })).toBe('low tide');
    expect(limitWords(asked('low tide'), { characters: 8 })).toBe('low tide');
    expect(limitWords(asked('潮汐发电站的历史'), { characters: 4 })).toBe('潮汐发电');
    expect(limitWords(asked('😀😀😀'), { characters: 3 })).toBe('😀');
  });

  it.each([
    [5, 5],
    [1000, 20],
    [0, 1],
    [-3, 1],
    [2.9, 2],
    [NaN, 1],
  ])('is for at least one result and at most what it gives: %d', (count, asks) =>
    expect(fitQuery(asked('', count), { characters: 400, results: 20 }).count).toBe(asks),
  );

  it.each([
    ['pt-BR', 'pt'],
    ['DE', 'de'],
    ['fil', 'fil'],
    ['', ''],
    ['x-klingon', ''],
    ['english', ''],
    ['en.evil.example', ''],
  ])('is in the language of the tag %j', (tag, language) => expect(getLanguageCode(asked('', 5, tag))).toBe(language));
});
