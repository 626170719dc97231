import { afterEach, expect, test, vi } from 'vitest';
import {
  getCaptureAccess,
  forgetGesture,
  noteGesture,
  watchCaptureAccess,
} from '../../../src/chrome/page/capture-access.ts';

afterEach(() => vi.unstubAllGlobals());

type Changed = (changes: Record<string, unknown>, area: string) => void;

/** A browser whose tab 1 shows `url` as far as it tells, with these patterns granted. */
function browser(url: string | undefined, granted: readonly string[] = []) {
  const tab: { url: string | undefined } = { url };
  const stored = new Map<string, unknown>();
  const listeners = new Set<Changed>();
  const changed = (key: string): void => listeners.forEach((listener) => listener({ [key]: {} }, 'session'));
  const event = () => ({ addListener: vi.fn(), removeListener: vi.fn() });
  const covers = (pattern: string): boolean => granted.includes('<all_urls>') || granted.includes(pattern);
  vi.stubGlobal('chrome', {
    tabs: {
      get: (id: number) => (id === 1 ? Promise.resolve({ id, ...tab }) : Promise.reject(new Error('No tab'))),
      onUpdated: event(),
      onActivated: event(),
    },
    permissions: {
      contains: ({ origins }: { origins: string[] }) => Promise.resolve(origins.every(covers)),
      onAdded: event(),
      onRemoved: event(),
    },
    storage: {
      session: {
        get: (key: string) => Promise.resolve(stored.has(key) ? { [key]: stored.get(key) } : {}),
        set(items: object) {
          for (const [key, value] of Object.entries(items)) {
            stored.set(key, value);
            changed(key);
          }
          return Promise.resolve();
        },
        remove: (key: string) => Promise.resolve(void stored.delete(key)),
      },
      onChanged: {
        addListener: (listener: Changed) => listeners.add(listener),
        removeListener: (listener: Changed) => listeners.delete(listener),
      },
    },
  });
  return { tab, stored, listeners };
}

const PAGE = 'https://a.test/x';

test.each([
  ['all sites are allowed', PAGE, ['<all_urls>'], 'stands'],
  ['its address is shown though nobody allowed the site', PAGE, [], 'stands'],
  ['the site alone is allowed', PAGE, ['https://a.test/*'], 'missing'],
  ['its address is not shown', undefined, [], 'missing'],
  ['it is the browser’s own, whatever is allowed', 'chrome://settings/', ['<all_urls>'], 'missing'],
] as const)('of a tab a picture may be taken or not: %s', async (_why, url, granted, expected) => {
  browser(url, granted);
  expect(await getCaptureAccess(1)).toBe(expected);
});

test('a tab that is not there has no access', async () => {
  browser(PAGE, ['<all_urls>']);
  expect(await getCaptureAccess(2)).toBe('missing');
});

test.each(['https://a.test/x', 'chrome://settings/'])(
  'a gesture over %s gives access for as long as the tab stays on its site',
  async (url) => {
    const { tab, stored } = browser(url, ['https://a.test/*', 'https://b.test/*']);
    noteGesture(1, url);
    expect(await getCaptureAccess(1)).toBe('stands');
    tab.url = `${url}/deeper?q`;
    expect(await getCaptureAccess(1)).toBe('stands');
    tab.url = 'https://b.test/';
    expect(await getCaptureAccess(1)).toBe('missing');
    tab.url = url;
    expect(await getCaptureAccess(1)).toBe('missing'); // the browser gives nothing back either
    expect(stored.size).toBe(0);
  },
);

test('a gesture whose access the browser denied is forgotten', async () => {
  browser(PAGE, ['https://a.test/*']);
  noteGesture(1, PAGE);
  await forgetGesture(1);
  expect(await getCaptureAccess(1)).toBe('missing');
});

test('whoever listens hears of gestures until they stop, and of nothing else that is stored', async () => {
  const { listeners } = browser(PAGE);
  const life = new AbortController();
  const heard = vi.fn();
  watchCaptureAccess(heard, life.signal);
  await chrome.storage.session.set({ other: 1 });
  expect(heard).not.toHaveBeenCalled();
  noteGesture(1, PAGE);
  expect(heard).toHaveBeenCalledTimes(1);
  life.abort();
  expect(listeners.size).toBe(0);
});
