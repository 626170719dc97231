import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findQuoteInText } from '../../../../../src/lib/pipeline/page/locate/find-quote.ts';

const of = (exact: string, before = '', after = '') => ({ exact, before, after });

test('of several places the one whose surroundings fit best is taken', () => {
  const text = 'a no b no c no d';
  expect(findQuoteInText(text, of('no', 'b', 'c'))).toMatchObject({ start: 7, isCertain: true });
  expect(findQuoteInText(text, of('no', 'x c', 'd y'))?.start).toBe(12);
});

test('without surroundings a whole word comes before a piece of one, and the first before the next', () => {
  expect(findQuoteInText('party art art', of('art'))?.start).toBe(6);
});

test('surroundings that agree nowhere leave the place in doubt', () => {
  expect(findQuoteInText('one two three', of('two', 'something else', 'altogether'))?.isCertain).toBe(false);
});

test('words are found exactly where they stand, as a plain search finds them', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 5 }), (hay, needle) => {
      const place = findQuoteInText(hay, of(needle));
      if (needle === '' || !hay.includes(needle)) expect(place).toBeNull();
      else expect(hay.slice(place?.start, place?.end)).toBe(needle);
    }),
    { numRuns: 500 },
  );
});

test('a text made to be slow to search is searched in one pass', () => {
  // a search that begins anew at each place compares eighty thousand million characters
  expect(findQuoteInText('a'.repeat(4_000_000), of(`${'a'.repeat(20_000)}b`))).toBeNull();
});
