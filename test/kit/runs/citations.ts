/** Citations as code makes them, and any at all. */
import fc from 'fast-check';
import type { Citation, CitedPlace } from '../../../src/lib/agent/frames/frames.ts';

export const PLACE: CitedPlace = {
  hash: 'h',
  url: 'https://example.org/tides',
  title: 'How tides work',
  tabId: 7,
  passage: 'p1',
  path: ['Tides', 'Why twice'],
  start: 0,
  end: 10,
  exact: 'twice a day',
  before: 'the water rises ',
  after: ' at most coasts',
};

/** A quote that was found, word for word unless said otherwise; each at a place of its own. */
export function quoted(quote: string, changes: Partial<Citation> = {}, place: Partial<CitedPlace> = {}): Citation {
  const start = place.start ?? startOf(quote);
  const found = { ...PLACE, exact: quote, start, end: start + quote.length, ...place };
  return { quote, ref: 'p1', form: 'link', verdict: 'verbatim', place: found, mismatches: [], ...changes };
}

export function missing(quote: string, changes: Partial<Citation> = {}): Citation {
  return { quote, ref: 'p1', form: 'link', verdict: 'missing', place: null, mismatches: [], ...changes };
}

/** The same words stand at the same place. */
const startOf = (quote: string): number =>
  Array.from(quote).reduce((sum, c) => sum * 31 + (c.codePointAt(0) ?? 0), 7) % 1e9;

export const refs = fc.constantFrom('', 'p1', 'p2', 'e1/3-a');

export function anyCitation(quotes: fc.Arbitrary<string>): fc.Arbitrary<Citation> {
  return fc
    .record({
      quote: quotes,
      ref: refs,
      form: fc.constantFrom('link', 'words'),
      verdict: fc.constantFrom('verbatim', 'close', 'shortened', 'missing'),
      exact: quotes,
      title: quotes,
      url: fc.webUrl(),
      path: fc.array(quotes, { maxLength: 3 }),
      mismatches: fc.array(fc.record({ claim: quotes, source: quotes }), { maxLength: 2 }),
      claims: fc.array(fc.record({ text: quotes, source: quotes }), { maxLength: 1 }),
      doubts: fc.array(fc.record({ by: quotes, reason: quotes }), { maxLength: 2 }),
    })
    .map(({ exact, title, url, path, claims: [claim], ...citation }) =>
      citation.verdict === 'missing'
        ? missing(citation.quote, { ...citation, mismatches: [], doubts: [] })
        : quoted(citation.quote, { ...citation, ...(claim && { claim }) }, { exact, title, url, path }),
    );
}
