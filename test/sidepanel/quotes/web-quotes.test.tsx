/** Quotes from the web: where they are from, and the page opened at their words. */
import { describe, expect, it, vi } from 'vitest';
import type { ShowQuote } from '../../../src/chrome/page/show-quote.ts';
import { quoted } from '../../kit/runs/citations.ts';
import { acted } from '../kit/acted.ts';
import { estimated } from '../kit/script.ts';
import { find, open, page } from '../kit/stand.tsx';
import { MOON, RESEARCHED, SEA, web } from '../kit/web-frames.ts';

const at = (url: string, words: string) =>
  quoted(words, {}, { hash: `web ${url}`, url, title: `About ${words}`, tabId: -1, path: [] });
const TEXT = 'It is [the moon](#p1) and [the sea](#p1).';
const CITED = [...RESEARCHED.slice(0, -5), ...web.answered(TEXT, '', [at(MOON, 'the moon'), at(SEA, 'the sea')])];
const entries = (): string[] => [...page().querySelectorAll('.quotes .entry')].map((entry) => entry.textContent);

describe('a quote from the web', () => {
  it('says which site it is from, its page, and that only an excerpt was read', async () => {
    await open(estimated(), CITED);
    expect(find('.quotes')?.textContent).toContain('2 quotes checkedQuoted from the web');
    expect(entries()[0]).toContain('moon.example');
    expect(entries()[0]).toContain('About the moon');
    expect(entries()[0]).not.toContain('excerpt');
    expect(entries()[1]).toContain('from the search engine’s excerpt');
  });

  it('opens its page at its words, and says so before', async () => {
    const showQuote = vi.fn<ShowQuote>(() => Promise.resolve({ how: 'opened', tabId: 3 }));
    await open(estimated(), CITED, {}, {}, showQuote);
    const mark = page().querySelector<HTMLElement>('article button[data-number="1"]');
    expect(mark?.getAttribute('aria-label')).toContain('Open the page at these words');
    await acted(() => mark?.click());
    expect(showQuote.mock.calls[0]?.[0]).toMatchObject({ tabId: -1, url: MOON, exact: 'the moon' });
  });

  it('is told from one of a page in a tab, of the same words', async () => {
    const here = quoted('the moon', {}, { hash: `web ${MOON}`, url: MOON, tabId: 7 });
    await open(estimated(), [...RESEARCHED.slice(0, -5), ...web.answered('[the moon](#p1)', '', [here])]);
    expect(find('.quotes')?.textContent).toContain('1 quote checkedQuoted from the page');
  });
});
