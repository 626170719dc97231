import { afterEach, expect, test, vi } from 'vitest';
import { createShowQuote, type QuotePlace } from '../../../src/chrome/page/show-quote.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PLACE: QuotePlace = { tabId: 1, url: 'https://a.test/x#top', exact: 'few words', before: '', after: '' };

interface Tab {
  readonly id: number;
  readonly url?: string;
}

/** A browser with these tabs, in which the injected function answers as `requestAnswer` does, and what was done to it. */
function browser(tabs: readonly Tab[], answer: (tabId: number, quote: unknown) => unknown) {
  const done: string[] = [];
  const there = (id: number) => tabs.find((tab) => tab.id === id);
  vi.stubGlobal('chrome', {
    tabs: {
      TAB_ID_NONE: -1,
      query: () => Promise.resolve([...tabs]),
      get: (id: number) =>
        there(id) ? Promise.resolve(there(id)) : Promise.reject(new Error(`No tab with id: ${id}.`)),
      update: (id: number, change: object) => {
        done.push(`update ${id} ${JSON.stringify(change)}`);
        return Promise.resolve({ id, windowId: 7 });
      },
      create: ({ url }: { url: string }) => {
        done.push(`create ${url}`);
        return Promise.resolve({ id: 99 });
      },
    },
    windows: {
      get: () => Promise.resolve({ focused: false }),
      update: (id: number) => {
        done.push(`focus ${id}`);
        return Promise.resolve();
      },
    },
    scripting: {
      executeScript: async ({
        target,
        files,
        args,
      }: {
        target: { tabId: number };
        files?: readonly string[];
        args?: unknown[];
      }) => {
        if (files) done.push(`inject ${target.tabId} ${files.join()}`);
        return [{ result: files ? undefined : await answer(target.tabId, args?.[0]) }];
      },
    },
  });
  return done;
}

const show = createShowQuote('/src/highlight.js');

test('the tab it was read in comes first, whatever its place in the page, and its window comes to the front', async () => {
  const done = browser(
    [
      { id: 2, url: 'https://a.test/x#top' },
      { id: 1, url: 'https://a.test/x#end' },
    ],
    () => ({ found: 'close' }),
  );
  expect(await show(PLACE)).toEqual({ how: 'highlighted', tabId: 1 });
  expect(done).toEqual(['inject 1 src/highlight.js', 'update 1 {"active":true}', 'focus 7']);
});

test('of other tabs the one at the same place of the page is taken', async () => {
  browser(
    [
      { id: 5, url: 'https://a.test/x' },
      { id: 6, url: 'https://a.test/x#top' },
    ],
    () => ({ found: 'changed' }),
  );
  expect(await show(PLACE)).toEqual({ how: 'moved', tabId: 6 });
});

test.each([null, undefined, {}, { found: 'forged' }, 'exact'])('an answer like %j is no highlight', async (answer) => {
  browser([{ id: 1, url: PLACE.url }], () => answer);
  expect(await show(PLACE)).toEqual({ how: 'not-found', tabId: 1 });
});

test('its own tab shows them where only its address is another by now', async () => {
  browser([{ id: 1, url: 'https://a.test/other' }], () => ({ found: 'exact' }));
  expect(await show(PLACE)).toEqual({ how: 'highlighted', tabId: 1 });
});

test('another page of the site is only taken where the words are certain to be the quoted ones', async () => {
  const asked: unknown[] = [];
  const answer = (tabId: number, quote: unknown): unknown => {
    asked.push(quote);
    return { found: tabId === 1 ? null : 'exact' };
  };
  browser(
    [
      { id: 1, url: 'https://a.test/other' },
      { id: 2, url: 'https://a.test/x' },
    ],
    answer,
  );
  expect(await show(PLACE)).toEqual({ how: 'highlighted', tabId: 2 });
  expect(asked).toMatchObject([{ mustBeCertain: true }, { mustBeCertain: false }]);
});

test('a tab that is on another site, or tells no address, is left alone, and a new one opens at the words', async () => {
  const done = browser([{ id: 1, url: 'https://b.test/x' }, { id: 2 }], () => ({ found: 'exact' }));
  expect(await show(PLACE)).toEqual({ how: 'opened', tabId: 99 });
  expect(done).toEqual(['create https://a.test/x#top:~:text=few%20words']);
});

test('a tab that goes meanwhile makes way for the next', async () => {
  browser(
    [
      { id: 1, url: PLACE.url },
      { id: 2, url: PLACE.url },
    ],
    (tabId) => (tabId === 1 ? Promise.reject(new Error('The tab was closed.')) : { found: 'exact' }),
  );
  expect(await show(PLACE)).toEqual({ how: 'highlighted', tabId: 2 });
});

test('a page that no extension may touch is told of with a cure', async () => {
  browser([{ id: 1, url: PLACE.url }], () => Promise.reject(new Error('Cannot access contents of the page.')));
  expect(await show(PLACE)).toMatchObject({ how: 'no-access', error: { code: 'page.no-access' } });
});

test('a PDF turns to its page', async () => {
  const done = browser([{ id: 1, url: 'https://a.test/x#page=2' }], () => null);
  expect(await show({ ...PLACE, page: 5 })).toEqual({ how: 'opened', tabId: 1 });
  expect(done[0]).toBe('update 1 {"url":"https://a.test/x#page=5"}');
});

test('a page that never answers is given up after ten seconds', async () => {
  vi.useFakeTimers();
  browser([{ id: 1, url: PLACE.url }], () => new Promise(() => undefined));
  const ended = vi.fn();
  const shown = show(PLACE).finally(ended);
  await vi.advanceTimersByTimeAsync(9999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await shown).toMatchObject({ how: 'no-access', error: { code: 'page.timeout' } });
});

test('an abort ends it with its reason, before and during', async () => {
  const done = browser([{ id: 1, url: PLACE.url }], () => new Promise(() => undefined));
  await expect(show(PLACE, AbortSignal.abort('no longer'))).rejects.toBe('no longer');
  expect(done).toEqual([]);
  const stop = new AbortController();
  const shown = show(PLACE, stop.signal);
  stop.abort('changed my mind');
  await expect(shown).rejects.toBe('changed my mind');
});

test.each([
  ['its own tab', 'https://a.test/x'],
  ['another tab', 'https://b.test/x'],
])('given up while %s is looked at, it brings nothing to the front afterwards', async (_, first) => {
  const stop = new AbortController();
  const gates: ((found: unknown) => void)[] = [];
  const tabs = [
    { id: 1, url: first },
    { id: 2, url: PLACE.url },
  ];
  const done = browser(tabs, (tabId) => (tabId === 1 ? new Promise((resolve) => gates.push(resolve)) : null));
  let asked = (): void => undefined;
  const looking = new Promise<void>((resolve) => (asked = resolve));
  const query = chrome.tabs.query.bind(chrome.tabs);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  Object.assign(chrome.tabs, { query: () => (asked(), held.then(() => query({}))) });
  const shown = show(PLACE, stop.signal);
  if (first === PLACE.url.split('#')[0]) await vi.waitUntil(() => gates.length > 0);
  else await looking;
  stop.abort('changed my mind');
  await expect(shown).rejects.toBe('changed my mind');
  gates[0]?.({ found: 'exact' });
  release();
  await new Promise((resolve) => setImmediate(resolve));
  expect(done.filter((one) => !one.startsWith('inject'))).toEqual([]);
});

test('what was read on the web is looked for in no tab of its own: where it is open, else in a new one', async () => {
  const there = browser([{ id: 4, url: 'https://a.test/x' }], () => ({ found: 'exact' }));
  // a real browser refuses such an id before it promises anything
  const get = vi.spyOn(chrome.tabs, 'get').mockImplementation(() => {
    throw new TypeError('Value must be at least 0.');
  });
  expect(await show({ ...PLACE, tabId: -1 })).toEqual({ how: 'highlighted', tabId: 4 });
  expect(there).toContain('update 4 {"active":true}');
  expect(get).not.toHaveBeenCalled();
  const none = browser([], () => ({ found: 'exact' }));
  expect(await show({ ...PLACE, tabId: -1 })).toEqual({ how: 'opened', tabId: 99 });
  expect(none).toEqual(['create https://a.test/x#top:~:text=few%20words']);
});
