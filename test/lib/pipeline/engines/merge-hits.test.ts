import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeHits, type HitList } from '../../../../src/lib/pipeline/engines/merge-hits.ts';
import type { SearchHit } from '../../../../src/lib/pipeline/engines/types.ts';
import { canonicaliseUrl } from '../../../../src/lib/pipeline/web/web-address.ts';

const url = fc.oneof(
  fc.nat(12).map((n) => `https://site${n}.example/page`),
  fc.nat(12).map((n) => `https://SITE${n}.example:443/page?utm_source=mail#part`),
  fc.constantFrom('javascript:alert(1)', '', 'https://me:secret@bank.example/'),
);
const hit: fc.Arbitrary<SearchHit> = fc.record({
  url,
  title: fc.string({ maxLength: 5 }),
  snippet: fc.string({ maxLength: 20 }),
  published: fc.constantFrom('', '2024-01-02'),
});
const lists: fc.Arbitrary<readonly HitList[]> = fc.array(
  fc.record({ label: fc.constantFrom('Wikipedia', 'Brave Search', 'Tavily'), hits: fc.array(hit, { maxLength: 12 }) }),
  { maxLength: 5 },
);
const addresses = (of: readonly HitList[]): ReadonlySet<string> =>
  new Set(of.flatMap(({ hits }) => hits.map((each) => canonicaliseUrl(each.url)).filter((each) => each !== null)));

const page = (name: string, snippet = '', more: Partial<SearchHit> = {}): SearchHit => ({
  url: `https://${name}.example/`,
  title: name,
  snippet,
  published: '',
  ...more,
});

describe('the results of several engines', () => {
  it('hold each page once, under its canonical address, and no more than were wanted', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: -1, max: 40 }), (of, most) => {
        const merged = mergeHits(of, most);
        expect(merged.length).toBe(Math.min(Math.max(0, most), addresses(of).size));
        expect(new Set(merged.map((each) => each.url)).size).toBe(merged.length);
        for (const each of merged) expect(canonicaliseUrl(each.url)).toBe(each.url);
      }),
      { numRuns: 500 },
    );
  });

  it('lose nothing where all have room, and name all engines that found a page', () => {
    fc.assert(
      fc.property(lists, (of) => {
        const merged = mergeHits(of, 1000);
        expect(new Set(merged.map((each) => each.url))).toEqual(addresses(of));
        for (const each of merged) {
          const found = of.filter(({ hits }) => hits.some((one) => canonicaliseUrl(one.url) === each.url));
          expect(each.engines).toEqual([...new Set(found.map(({ label }) => label))]);
          const longest = Math.max(
            ...found.flatMap(({ hits }) =>
              hits.filter((one) => canonicaliseUrl(one.url) === each.url).map(({ snippet }) => snippet.length),
            ),
          );
          expect(each.snippet.length).toBe(longest);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('come in the same order each time, and fewer of them are the first of more', () => {
    fc.assert(
      fc.property(lists, fc.nat(20), (of, most) => {
        const all = mergeHits(of, 1000);
        expect(mergeHits(structuredClone(of), 1000)).toEqual(all);
        expect(mergeHits(of, most)).toEqual(all.slice(0, most));
      }),
      { numRuns: 300 },
    );
  });

  it('keep the order of a single engine', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50), { maxLength: 20 }), (numbers) => {
        const hits = numbers.map((n) => page(`site${n}`));
        expect(mergeHits([{ label: 'Tavily', hits }], 50).map(({ title }) => title)).toEqual(
          hits.map(({ title }) => title),
        );
      }),
    );
  });

  it('put first what two engines found, though neither had it first', () => {
    const merged = mergeHits(
      [
        { label: 'Wikipedia', hits: [page('a'), page('both', 'short')] },
        {
          label: 'Brave Search',
          hits: [page('b'), page('both', 'the longer one', { published: '2024-05-06', title: 'Else' })],
        },
      ],
      10,
    );
    expect(merged.map(({ title }) => title)).toEqual(['both', 'a', 'b']);
    expect(merged[0]).toEqual({
      url: 'https://both.example/',
      title: 'both',
      snippet: 'the longer one',
      published: '2024-05-06',
      engines: ['Wikipedia', 'Brave Search'],
    });
  });

  it('count a page that an engine repeats only where it stands first', () => {
    const repeated = [page('a'), page('b'), page('b'), page('b')];
    expect(mergeHits([{ label: 'Tavily', hits: repeated }], 10).map(({ title }) => title)).toEqual(['a', 'b']);
  });
});
