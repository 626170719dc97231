import { describe, expect, it } from 'vitest';
import { parseDay, createSearchHit } from '../../../../src/lib/pipeline/engines/search-hit.ts';

describe('a hit', () => {
  const said = (title: string, snippet = '', markup = true) =>
    createSearchHit({ url: 'https://a.example/', title, snippet }, { markup });

  it('is text that reads as the markup would be seen', () => {
    expect(said('<b>A</b>&amp;B', 'x &lt;script&gt; <br/>y&#39;s&nbsp;z <3')).toMatchObject({
      title: 'A&B',
      snippet: "x <script> y's z <3",
    });
    expect(said('a<b> & c', '&amp;', false)).toMatchObject({ title: 'a<b> & c', snippet: '&amp;' });
  });

  it('has nothing in it that hides or turns, and keeps the joiners that scripts need', () => {
    expect(said('a\u202eb\u200b\u0007c\n\nd')?.title).toBe('ab c d');
    expect(said('می\u200cخواهم क्\u200dष')?.title).toBe('می\u200cخواهم क्\u200dष');
  });

  it('is cut where it is too long, between characters', () => {
    const title = said('😀'.repeat(300))?.title ?? '';
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title).toMatch(/^(?:😀)+…$/u);
  });

  it('of nothing but tags costs no more than its length', () => {
    const hostile = [`${'<'.repeat(100_000)}a`, '<a '.repeat(100_000), '&#'.repeat(100_000), '<a'.repeat(50_000) + '>'];
    for (const text of hostile) expect(said(text, text)?.snippet.length).toBeLessThanOrEqual(400);
  });

  it.each([
    ['2024-02-29', '2024-02-29'],
    ['2023-05-15T09:30:00', '2023-05-15'],
    ['2024-11-14 08:00:00', '2024-11-14'],
    ['Thu, 14 Nov 2024 23:45:00 GMT', '2024-11-14'],
    ['2023-02-29', ''],
    ['2024-13-01', ''],
    ['2024', ''],
    ['3 days ago', ''],
    ['Thu, 99 Nov 2024 23:45:00 GMT', ''],
    [null, ''],
    [1700000000, ''],
  ])('was published on a day that is written as ISO 8601: %j', (given, day) => expect(parseDay(given)).toBe(day));
});
