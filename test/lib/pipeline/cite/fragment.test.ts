import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildFragmentUrl } from '../../../../src/lib/pipeline/cite/fragment.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';

const PAGE = 'https://example.org/a?b=c';
const directives = (url: string | null): readonly string[] => (url?.split(':~:')[1] ?? '').split('&');

test('a short quote is named whole, with three words of its line on either side, and without them in case they do not fit', () => {
  const url = buildFragmentUrl(PAGE, {
    exact: 'No change.',
    before: 'Monday.\nOn the fifth day:\n',
    after: ' The sixth day came, wet.',
  });
  expect(url).toBe(`${PAGE}#:~:text=the%20fifth%20day%3A-,No%20change.,-The%20sixth%20day&text=No%20change.`);
});

test('a long quote is named by its first and last words', () => {
  const exact = 'The lamps stand in niches of increasing height, so that all of them can be counted.';
  expect(directives(buildFragmentUrl(PAGE, { exact, before: 'x', after: 'y' }))).toEqual([
    'text=The%20lamps%20stand%20in,them%20can%20be%20counted.',
  ]);
});

test('a quote over two blocks begins in the one and ends in the other', () => {
  expect(directives(buildFragmentUrl(PAGE, { exact: 'Origins\nThe weir stood.' }))).toEqual([
    'text=Origins,The%20weir%20stood.',
  ]);
});

test('where no spaces part words, it is cut between words and not within', () => {
  const exact = '他說這條河上的第一座橋是在一七四一年建成的，後來又修了兩次。';
  const [directive = ''] = directives(buildFragmentUrl(PAGE, { exact }));
  const [start = '', end = ''] = decodeURIComponent(directive.slice('text='.length)).split(',');
  expect(exact.startsWith(start) && exact.endsWith(end)).toBe(true);
  expect(start.length).toBeLessThan(exact.length / 2);
  const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(exact)];
  expect(words.some(({ index, segment }) => index + segment.length === start.length)).toBe(true);
});

test('a fragment that is there stays, an older directive goes', () => {
  expect(buildFragmentUrl(`${PAGE}#part:~:text=old`, { exact: 'new words' })).toBe(`${PAGE}#part:~:text=new%20words`);
});

test.each(['file:///a.html', 'chrome://settings', 'javascript:alert(1)', 'about:blank', 'not an address', ''])(
  '%j is given no fragment',
  (url) => expect(buildFragmentUrl(url, { exact: 'words' })).toBeNull(),
);

test.each(['', '   ', '—', '…\n…'])('a quote without words (%j) makes no address', (exact) => {
  expect(buildFragmentUrl(PAGE, { exact })).toBeNull();
});

test('whatever is quoted, the address is one of the same page, and nothing in the quote is read as part of the directive', () => {
  const text = fc.string({ unit: ANY_CHARACTER, maxLength: 300 });
  fc.assert(
    fc.property(text, text, text, (exact, before, after) => {
      const url = buildFragmentUrl(PAGE, { exact, before, after });
      if (url === null) return;
      const [page, fragment = ''] = url.split('#:~:');
      expect(page).toBe(PAGE);
      expect(new URL(url).href).toBe(url);
      expect(fragment).toMatch(/^text=[^&#]+(?:&text=[^&#]+)?$/);
      for (const directive of fragment.split('&')) {
        const parts = directive.slice('text='.length).split(',');
        expect(parts.length).toBeLessThanOrEqual(4);
        for (const part of parts) expect(part.replace(/^-|-$/g, '')).not.toMatch(/[-&,]/);
      }
    }),
    { numRuns: 300 },
  );
});
