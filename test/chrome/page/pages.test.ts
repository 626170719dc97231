import { afterEach, expect, test, vi } from 'vitest';
import { createChromePages } from '../../../src/chrome/page/pages.ts';

afterEach(() => vi.unstubAllGlobals());

const ARTICLE = { title: 'Oars', byline: '', published: '', language: 'en', site: '', markdown: 'Ash is heavy.' };
const article = (url: string) => ({ kind: 'article', article: { ...ARTICLE, url } });

/** A tab at that address, whose page answers the reader so, and the addresses from which a PDF was asked for. */
function tab(url: string, reading: unknown) {
  vi.stubGlobal('chrome', {
    tabs: { get: (id: number) => Promise.resolve({ id, url, discarded: false }) },
    storage: { session: { get: () => Promise.resolve({}) } },
    scripting: {
      executeScript: ({ files }: { files?: unknown }) => Promise.resolve([{ result: files ? null : reading }]),
    },
  });
  const asked: string[] = [];
  const pages = createChromePages('/src/reader.js', (_tabId, address) => {
    asked.push(address);
    return Promise.resolve({ ...ARTICLE, url: address });
  });
  return { asked, read: () => pages.read(1, new AbortController().signal) };
}

test.each(['https://a.test/x', 'https://a.test/other#end'])('a page at %s says of itself where it is', async (url) => {
  const { read } = tab('https://a.test/x', article(url));
  expect(await read()).toEqual(article(url));
});

test.each([
  article('https://bank.test/x'),
  article('http://a.test/x'),
  article('file:///etc/x.html'),
  article('no address'),
  { kind: 'pdf', url: 'file:///home/me/secret.pdf' },
  { kind: 'pdf', url: 'https://bank.test/x.pdf' },
  { kind: 'pdf', url: 'file:///home/me/secret.pdf'.split('') },
  { kind: 'pdf' },
])('a page that says it is elsewhere is not believed: %j', async (reading) => {
  const { read, asked } = tab('https://a.test/x', reading);
  await expect(read()).rejects.toMatchObject({ error: { code: 'page.unreadable' } });
  expect(asked).toEqual([]);
});

test('a PDF is read from where the tab is, on the web and on disk', async () => {
  for (const url of ['https://a.test/x.pdf', 'file:///home/me/x.pdf']) {
    const { read, asked } = tab(url, { kind: 'pdf', url });
    await read();
    expect(asked).toEqual([url]);
  }
});

test('of files on disk it is the very one that the tab shows', async () => {
  const { read, asked } = tab('file:///home/me/page.pdf', { kind: 'pdf', url: 'file:///home/me/secret.pdf' });
  await expect(read()).rejects.toMatchObject({ error: { code: 'page.unreadable' } });
  expect(asked).toEqual([]);
});
