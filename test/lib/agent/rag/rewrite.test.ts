/** What of a model's reply becomes a query. */
import { describe, expect, it } from 'vitest';
import { readQueries } from '../../../../src/lib/agent/rag/rewrite.ts';

describe('the query in a reply', () => {
  it.each([
    ['JSON', '{"queries": ["storm surge 1962"]}'],
    ['JSON with what is no query', '{"queries": [7, "", "storm surge 1962", null]}'],
    ['JSON of one', '{"query": "storm surge 1962"}'],
    ['JSON in a fence', 'Sure:\n```json\n{"query": "storm surge 1962"}\n```'],
    ['JSON that was cut off', '{"query": "storm surge 1962"'],
    ['one line of words', 'storm surge 1962'],
    ['words after thinking', '<think>What else\ncould it be?</think>\n\nstorm surge 1962'],
    ['words in quotes', '“storm surge 1962”'],
  ])('is read from %s [R5.2]', (_shape, text) => {
    expect(readQueries(text)).toEqual(['storm surge 1962']);
  });

  it.each([
    ['prose of several lines', 'I would search for\nstorm surge 1962'],
    ['JSON of another shape', '{"search": "storm surge"}'],
    ['a query that is no text', '{"query": ["storm", "surge"]}'],
    ['a list', '["storm surge"]'],
    ['nothing', ''],
  ])('is none in %s', (_what, text) => {
    expect(readQueries(text)).toEqual([]);
  });

  it('has no operators: nothing narrows a search to where a page wants it', () => {
    const asked = String.raw`{"query": "\"storm surge\" site:evil.example SITE:x filetype:pdf 1962"}`;
    expect(readQueries(asked)).toEqual(['storm surge 1962']);
  });

  it('is one bounded line', () => {
    const [query = ''] = readQueries(JSON.stringify({ query: `storm\nsurge ${'and more '.repeat(200)}` }));
    expect(query).toMatch(/^storm surge and more/);
    expect(query.length).toBeLessThanOrEqual(201);
  });
});
