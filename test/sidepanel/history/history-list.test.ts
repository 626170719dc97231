import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitByQueryWords } from '../../../src/sidepanel/history/history-entry.tsx';
import { ANY_CHARACTER } from '../../kit/base/any-character.ts';

const hits = (text: string, query: string): readonly string[] =>
  splitByQueryWords(text, query).flatMap((piece) => (piece.hit ? [piece.text] : []));

describe('a query’s words in a text', () => {
  it('leave the text as it is when put together again, whatever both are', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: ANY_CHARACTER }));
    fc.assert(
      fc.property(text, text, (words, query) => {
        const pieces = splitByQueryWords(words, query);
        expect(pieces.map((piece) => piece.text).join('')).toBe(words);
        for (const piece of pieces) if (piece.hit) expect(query.toLowerCase()).toMatch(/\p{L}|\p{N}|\p{M}|\p{S}|_/u);
      }),
      { numRuns: 300 },
    );
  });

  it('are found wherever they stand', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,8}$/), fc.string(), fc.string(), (word, before, after) => {
        fc.pre(`${before}${after}`.toLowerCase().length === before.length + after.length);
        expect(hits(`${before} ${word.toUpperCase()} ${after}`, word).join(' ').toLowerCase()).toContain(word);
      }),
    );
  });

  it('are found without spaces between them', () => {
    expect(hits('港口的潮汐记录本', '潮汐 记录').join('')).toBe('潮汐记录');
  });

  it('mark nothing for a query without words', () => {
    expect(hits('a - b', ' - ')).toEqual([]);
  });
});
