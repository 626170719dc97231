import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseText } from '../../../../src/lib/pipeline/cite/normal-form.ts';
import { openSource } from '../../../../src/lib/pipeline/cite/source.ts';
import { alignQuote } from './align-quote.ts';
import { FORGERIES, page, quoteOf, runOf, stands, written } from './arbitraries.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';

const letters = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');

describe('a quote of what stands there', () => {
  const quoted = page.chain((one) =>
    runOf(one).chain((run) => fc.tuple(fc.constant(one), fc.constant(run), quoteOf(run))),
  );

  it('is found verbatim, whatever type and markup did to it [P9]', () => {
    fc.assert(
      fc.property(quoted, ([{ markdown }, run, quote]) => {
        fc.pre(letters(written(run)) !== '');
        const { verdict, place } = alignQuote(quote, [openSource(markdown)], '');
        expect([verdict, letters(place?.exact ?? '')]).toEqual(['verbatim', letters(written(run))]);
      }),
      { numRuns: 1000 },
    );
  });

  it('is pointed at in the source from its first character to its last', () => {
    fc.assert(
      fc.property(quoted, ([{ markdown }, run, quote]) => {
        fc.pre(letters(written(run)) !== '');
        const source = openSource(markdown);
        const { place } = alignQuote(quote, [source], '');
        const { start = 0, end = 0, exact = '', before = '', after = '', passage = '' } = place ?? {};
        const [first, last] = [markdown.charAt(start), markdown.charAt(end - 1)].map((c) =>
          normaliseText(c, 'verbatim'),
        );
        const seen = normaliseText(exact, 'verbatim');
        if (first !== '\\' && first !== '&')
          expect([first, seen, seen.startsWith(first ?? '')]).toEqual([first, seen, true]);
        if (last !== ';') expect([seen, seen.endsWith(last ?? '')]).toEqual([seen, true]);
        expect(alignQuote(exact, [source], passage).place).toEqual(place);
        expect([before.length, after.length].every((length) => length <= 80)).toBe(true);
        const named = source.getPassages().find(({ id }) => id === passage);
        expect(start).toBeGreaterThanOrEqual(named?.start ?? Infinity);
        expect(start).toBeLessThan(named?.end ?? 0);
        expect(place?.path).toEqual(named?.path);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a forged quote', () => {
  const PAGES = 200;
  const EACH = 50;
  const forged = page.chain((one) =>
    fc.tuple(
      fc.constant(one),
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(FORGERIES)), runOf(one, 4), fc.nat(100), runOf(one, 3)), {
        minLength: EACH,
        maxLength: EACH,
      }),
    ),
  );

  it(`is not accepted, one of ${PAGES * EACH} [P9]`, () => {
    let tried = 0;
    fc.assert(
      fc.property(forged, ([one, list]) => {
        const source = openSource(one.markdown);
        for (const [kind, run, at, other] of list) {
          const tokens = FORGERIES[kind]?.(run, 1 + (at % Math.max(1, run.length - 2)), other) ?? [];
          if (stands(tokens, one)) continue;
          tried += 1;
          const quote = written(tokens);
          expect([kind, quote, alignQuote(quote, [source], '').verdict]).toEqual([kind, quote, 'missing']);
        }
      }),
      { numRuns: PAGES },
    );
    expect(tried).toBeGreaterThan((PAGES * EACH) / 3);
  });
});

describe('any text at all', () => {
  const odd = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.string({
      unit: fc.constantFrom(
        '[',
        ']',
        '(',
        ')',
        '#',
        '*',
        '_',
        '`',
        '|',
        '\n',
        '-',
        '>',
        '&',
        ';',
        'a',
        '1',
        '.',
        '…',
        ' ',
        '\\',
        '!',
        '<',
        '市',
        '\u0301',
        '😀',
      ),
      maxLength: 120,
    }),
  );
  it('has a verdict, and one that is the same again for what was found', () => {
    fc.assert(
      fc.property(odd, odd, odd, (markdown, quote, ref) => {
        const sources = [openSource(markdown), openSource(quote)];
        const { verdict, place } = alignQuote(quote, sources, ref);
        expect(place === null).toBe(verdict === 'missing');
        if (place === null) return;
        expect(alignQuote(place.exact, sources, '').verdict).not.toBe('missing');
        expect(place.start).toBeLessThan(place.end);
      }),
      { numRuns: 1000 },
    );
  });
});
