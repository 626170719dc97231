import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSearchEngine } from '../../../../src/lib/pipeline/engines/engines.ts';
import { SearchFailure } from '../../../../src/lib/pipeline/engines/search-failure.ts';
import { ENGINE_IDS, type EngineId } from '../../../../src/lib/pipeline/engines/types.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';
import { QUERY } from '../../../kit/web/search-conformance.ts';
import { searchFixture, withItems } from '../../../kit/web/search-fixtures.ts';

const never = new AbortController().signal;

/** Values under the names that engines use, of types that they do not. */
const named = fc.dictionary(
  fc.constantFrom(
    'url',
    'link',
    'title',
    'snippet',
    'content',
    'description',
    'page_age',
    'publishedDate',
    'pagemap',
    'metatags',
    '__proto__',
  ),
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.webUrl(), fc.string({ unit: ANY_CHARACTER })),
);
const items = fc.array(fc.oneof(named, fc.jsonValue({ maxDepth: 2 })), { maxLength: 12 });
const bodies = (id: EngineId): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.jsonValue(),
    items.map((made) => withItems(searchFixture(id), () => made)),
    items.map((made) => withItems(searchFixture(id), (own) => [...made, ...own])),
    fc.record(
      {
        query: fc.jsonValue(),
        results: fc.jsonValue(),
        web: fc.jsonValue(),
        items: fc.jsonValue(),
        error: fc.jsonValue(),
        errors: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  );

describe.each(ENGINE_IDS)('%s: whatever JSON comes', (id) => {
  it('ends in bounded plain hits or a failure, and in nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        bodies(id),
        fc.constantFrom(200, 200, 200, 400, 403, 422, 429, 500),
        fc.nat(8),
        async (body, status, count) => {
          const text = JSON.stringify(body);
          const engine = createSearchEngine({ engine: id, endpoint: 'https://a.example', cx: 'cx' }, () =>
            Promise.resolve(new Response(text, { status })),
          );
          try {
            const hits = await engine.search({ ...QUERY, count }, never);
            expect(hits.length).toBeLessThanOrEqual(count);
            for (const { url, title, snippet, published } of hits) {
              expect(url).toMatch(/^https?:\/\//i);
              expect(title.length).toBeGreaterThan(0);
              expect(title.length).toBeLessThanOrEqual(200);
              expect(snippet.length).toBeLessThanOrEqual(400);
              expect(`${title}${snippet}`).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
              expect(published).toMatch(/^(?:\d{4}-\d{2}-\d{2})?$/);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(SearchFailure);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
