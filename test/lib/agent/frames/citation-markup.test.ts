import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Citation } from '../../../../src/lib/agent/frames/frames.ts';
import { collectSources, formatWithSources } from '../../../../src/lib/agent/frames/citation-markup.ts';
import { createCitationTaker } from '../../../../src/lib/agent/frames/citation-edits.ts';
import { anyCitation, missing, PLACE, quoted, refs } from '../../../kit/runs/citations.ts';

const words = { form: 'words', ref: '' } as const;
const LINE = (n: number, quote: string): string => `[${n}] “${quote}” — How tides work, https://example.org/tides`;

describe('an answer with its sources', () => {
  it('has numbers for its quotes, and each source once below', () => {
    const text = 'Often [twice a day](#p1). High [at noon](#p1), again [twice a day](#p1).';
    const found = [quoted('twice a day'), quoted('at noon'), quoted('twice a day')];
    expect(formatWithSources(text, found)).toBe(
      `Often [1]. High [2], again [1].\n\n${LINE(1, 'twice a day')}\n\n${LINE(2, 'at noon')}`,
    );
  });

  it('keeps the words that are the claim, or that their sentence introduces', () => {
    const text = '- [twice a day](#p1), at most coasts\n- It says: [at noon](#p1).\n\n[never](#p1)';
    expect(formatWithSources(text, [quoted('twice a day'), quoted('at noon'), missing('never')])).toBe(
      `- “twice a day” [1], at most coasts\n- It says: “at noon” [2].\n\nnever (unverified)\n\n${LINE(1, 'twice a day')}\n\n${LINE(2, 'at noon')}`,
    );
  });

  it('says of a quote that was not found, or that nobody looked for, that it is unverified', () => {
    const text = 'Often [twice a day](#p1).';
    for (const citations of [
      [],
      [missing('twice a day')],
      [quoted('twice a day', { ref: 'p2' })].map((c) => ({ ...c, place: null })),
    ])
      expect(formatWithSources(text, citations)).toBe('Often (unverified: twice a day).');
  });

  it('has a number behind each sentence that is a quote itself', () => {
    expect(
      formatWithSources('- Tides rise. And fall.\n- So.', [quoted('Tides rise.', words), quoted('So.', words)]),
    ).toBe(`- Tides rise. [1] And fall.\n- So. [2]\n\n${LINE(1, 'Tides rise.')}\n\n${LINE(2, 'So.')}`);
  });

  it('quotes the page’s own words, and nothing of a page that Markdown would act on', () => {
    const place = { exact: 'a *b*\n![c](d) <i>', title: '[t](u)', url: 'https://example.org/?![x](y)' };
    expect(formatWithSources('A [a b](#p1)', [quoted('a b', { verdict: 'close' }, place)])).toBe(
      'A [1]\n\n[1] “a \\*b\\* !\\[c\\](d) \\<i>” — \\[t\\](u), https://example.org/?!%5Bx%5D(y)',
    );
  });

  it('[R11.2] says of a shortened quote what the answer leaves out', () => {
    const place = { exact: 'It does *not* include that', leftOut: [{ start: 7, end: 14 }] };
    expect(
      formatWithSources('A [It does … include](#p1)', [quoted('It does … include', { verdict: 'shortened' }, place)]),
    ).toBe(
      'A [1]\n\n[1] “It does \\*not\\* include that” — How tides work, https://example.org/tides (shortened, to check: the answer leaves out “\\*not\\*”)',
    );
  });

  it('knows a mark by its words, with markup or without', () => {
    for (const quote of ['the **M2** [tide]', 'the M2 [tide]'])
      expect(formatWithSources('So [the **M2** [tide]](#).', [quoted(quote, { ref: '' })])).toMatch(/^So \[1\]\./);
  });

  it('leaves alone what is no mark', () => {
    for (const text of ['![x](#p1)', '\\[x\\](#p1)', '[x](#no_id)', '[x](https://x.y)', 'a](#p1)', '[a\n\nb](#p1)'])
      expect(formatWithSources(text, [])).toBe(text);
  });

  it('says below a quote what the claim says otherwise, once for each place [R11.3]', () => {
    const one = quoted('a b', { mismatches: [{ claim: '40 %', source: '14 %' }] });
    const other = quoted('a b', { mismatches: [{ claim: '*all*', source: '' }] });
    const copy = formatWithSources('A [a b](#p1). B [a b](#p1).', [one, other]);
    expect(copy.split('\n\n').at(-1)).toBe(
      '[1] “a b” — How tides work, https://example.org/tides. Check this: the answer says “40 %”, the source says “14 %”. ' +
        'Check this: the answer says “\\*all\\*”, the source says nothing of the kind',
    );
  });

  it('is the answer where there is nothing to add, and takes no longer than its length allows', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('](#'));
        expect(formatWithSources(text, [])).toBe(text);
      }),
    );
    const hostile = '[](#)'.repeat(20_000) + ']](#)'.repeat(20_000) + '['.repeat(50_000);
    expect(formatWithSources(hostile, [])).toContain('(unverified)');
  });
});

const said = fc.constantFrom('a', 'b', 'c d');
const marked = fc.array(fc.tuple(said, refs), { maxLength: 8 });

describe('any answer with any citations', () => {
  it('never numbers a quote that was not found, and lists each place once', () => {
    fc.assert(
      fc.property(marked, fc.array(anyCitation(said), { maxLength: 8 }), (marks, citations) => {
        const text = marks.map(([quote, ref]) => `Claim [${quote}](#${ref}).`).join(' ');
        const { list, numbers } = collectSources(citations);
        expect(new Set(numbers.filter((n) => n > 0)).size).toBe(list.length);
        for (const [index, citation] of citations.entries()) expect(numbers[index] === 0).toBe(citation.place === null);
        const lost = citations.map((c): Citation => ({ ...c, verdict: 'missing', place: null }));
        expect(formatWithSources(text, lost)).not.toMatch(/\[\d+\]/);
        const [body = ''] = formatWithSources(text, citations).split('\n\n');
        const cited = [...body.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n));
        for (const n of cited) expect(list[n - 1]).toBeDefined();
        expect(cited.length).toBeLessThanOrEqual(citations.filter(({ place }) => place !== null).length);
      }),
      { numRuns: 300 },
    );
  });

  it('gives a citation only to its own words and id, and to one mark', () => {
    fc.assert(
      fc.property(marked, fc.array(anyCitation(said), { maxLength: 8 }), (marks, citations) => {
        const take = createCitationTaker(citations, (quote) => quote);
        const taken = marks
          .map(([quote, ref]) => ({ quote, ref, index: take(quote, ref) }))
          .filter(({ index }) => index >= 0);
        for (const { quote, ref, index } of taken) expect(citations[index]).toMatchObject({ quote, ref, form: 'link' });
        expect(new Set(taken.map(({ index }) => index)).size).toBe(taken.length);
      }),
      { numRuns: 300 },
    );
  });

  it('tells a quote that was found at a place from one found close to it', () => {
    const close = quoted('Twice a day', { verdict: 'close' }, { ...PLACE });
    expect(collectSources([quoted('twice a day', {}, { ...PLACE }), close, close]).numbers).toEqual([1, 2, 2]);
  });
});
