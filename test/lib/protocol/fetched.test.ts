import { expect, test } from 'vitest';
import { createFetchedMessage, parseFetchedEvent } from '../../../src/lib/protocol/offscreen/convert-events.ts';

test('what was read of a page that was fetched arrives as it was sent, also that it is from its data and its comments', () => {
  const url = 'https://example.org/a';
  const about = { title: 'Oars', byline: 'Ada', published: '2026-01-02', language: 'en', site: 'Boats' };
  const article = { url, ...about, markdown: 'Ash.' };
  for (const read of [
    article,
    { ...article, isFromData: true as const },
    { ...article, comments: '- I row.'.repeat(1000) },
  ]) {
    const event = { type: 'done', reading: { kind: 'article', article: read } } as const;
    expect(parseFetchedEvent(structuredClone(createFetchedMessage(event)), url)).toEqual(event);
  }
});
