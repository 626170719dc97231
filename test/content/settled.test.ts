/** A single-page app: the text that is read belongs to the address it is shown under. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DocumentReading } from '../../src/lib/pipeline/page/read/article.ts';
import { readSettled, rememberReading } from '../../src/content/settled.ts';

const OLD = 'An old page tells of ash. '.repeat(20);
const NEW = 'A new page tells of fir. '.repeat(20);
const at = (url: string, markdown: string): DocumentReading => ({
  kind: 'article',
  article: { url, title: '', byline: '', published: '', language: '', site: '', markdown },
});
const A = at('https://a.test/a', OLD);
const EARLIER = rememberReading(A);

beforeEach(() => {
  vi.useFakeTimers();
  document.body.replaceChildren();
});
afterEach(() => void vi.useRealTimers());

/** An app at `address` whose body is the text. */
const reading = (address: string, fallback = OLD) =>
  readSettled(document, () => Promise.resolve(at(address, document.body.textContent || fallback)), EARLIER);

test('an address that was not left, and one whose text is there, are read at once', async () => {
  expect(await readSettled(document, () => Promise.resolve(A), null)).toEqual(A);
  expect(await reading('https://a.test/a#part')).toEqual(at('https://a.test/a#part', OLD));
  document.body.textContent = NEW;
  expect(await reading('https://a.test/b')).toEqual(at('https://a.test/b', NEW));
});

test.each(['https://a.test/b', 'https://a.test/a#/b', 'https://a.test/a#!b'])(
  'under the new address %s, the new text is waited for, past a word that it loads',
  async (address) => {
    const read = reading(address);
    setTimeout(() => (document.body.textContent = 'Loading…'), 100);
    setTimeout(() => (document.body.textContent = NEW), 700);
    await vi.advanceTimersByTimeAsync(699);
    await vi.advanceTimersByTimeAsync(400);
    expect(await read).toEqual(at(address, NEW));
  },
);

test('an app that was never read is waited for where it has just been routed, and no longer than two seconds', async () => {
  document.body.textContent = OLD;
  const routed = (): Promise<DocumentReading> =>
    readSettled(document, () => Promise.resolve(at('https://a.test/b', document.body.textContent)), null, {
      isRouted: true,
    });
  const read = routed();
  setTimeout(() => (document.body.textContent = NEW), 700);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await read).toEqual(at('https://a.test/b', NEW));
  const again = routed(); // nothing comes any more
  await vi.advanceTimersByTimeAsync(2001);
  expect(await again).toEqual(at('https://a.test/b', NEW));
});

test('a text that never comes is given up, and what is read says that it is the old one', async () => {
  const read = reading('https://a.test/b');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await read).toEqual({ ...at('https://a.test/b', OLD), stale: true });
});

test('a page that never comes to rest is read at last', async () => {
  const read = reading('https://a.test/b');
  let ticks = 0;
  const clock = setInterval(() => document.body.replaceChildren(`Tick ${(ticks += 1)}`), 100);
  await vi.advanceTimersByTimeAsync(10_000);
  clearInterval(clock);
  expect(await read).toMatchObject({
    kind: 'article',
    article: { markdown: expect.stringContaining('Tick') as string },
  });
});

test('a short new page is taken when nothing more comes', async () => {
  document.body.textContent = 'Short.';
  const read = reading('https://a.test/b');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await read).toEqual(at('https://a.test/b', 'Short.'));
});

test('a stop ends the wait for a new text', async () => {
  document.body.textContent = OLD;
  const stopping = new AbortController();
  const { signal } = stopping;
  const read = readSettled(document, () => Promise.resolve(at('https://a.test/b', OLD)), EARLIER, { signal });
  const stopped = expect(read).rejects.toThrow('no more');
  await vi.advanceTimersByTimeAsync(100);
  stopping.abort(new Error('no more'));
  await stopped;
});
