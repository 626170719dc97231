import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChromeScreen } from '../../../src/chrome/page/screen.ts';
import { restoreMarks } from '../../../src/chrome/page/hide-marks.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';

type Activated = (to: { tabId: number; windowId: number }) => void;
const PNG = 'data:image/png;base64,AAEC';
const QUOTA = new Error('This request exceeds the MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND quota.');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser with tab 1 in front of window 7. `capture` is what it does when it is to take a picture. */
function browser(capture: (browser: { tab: chrome.tabs.Tab; activate: Activated }) => unknown = () => PNG) {
  const tab = { id: 1, windowId: 7, active: true, url: 'https://a.test/x#1', title: 'Tides' } as chrome.tabs.Tab;
  const listeners = new Set<Activated>();
  const stored = new Map<string, unknown>();
  const hidden: string[] = [];
  const captures: string[] = [];
  const scripting = {
    insertCSS: ({ css, origin }: { css: string; origin: string }): Promise<void> => {
      hidden.push(`${origin} ${css}`);
      return Promise.resolve();
    },
    removeCSS: ({ css, origin }: { css: string; origin: string }): Promise<void> => {
      hidden.splice(hidden.indexOf(`${origin} ${css}`), 1);
      return Promise.resolve();
    },
    executeScript: (): Promise<unknown> => Promise.resolve([{ result: 640 }]),
  };
  const activate: Activated = (to) => listeners.forEach((listener) => listener(to));
  vi.stubGlobal('chrome', {
    tabs: {
      get: () => Promise.resolve({ ...tab }),
      onActivated: {
        addListener: (listener: Activated) => listeners.add(listener),
        removeListener: (listener: Activated) => listeners.delete(listener),
      },
      captureVisibleTab: (windowId: number) => {
        captures.push(`${windowId}: ${hidden.length} hidden, ${String(stored.get('unmarked'))} on record`);
        return Promise.resolve().then(() => capture({ tab, activate }));
      },
    },
    storage: {
      session: {
        get: (key: string) => Promise.resolve(stored.has(key) ? { [key]: stored.get(key) } : {}),
        set: (items: object) => Promise.resolve(void Object.entries(items).map(([k, v]) => stored.set(k, v))),
        remove: (key: string) => Promise.resolve(stored.delete(key)),
      },
    },
    scripting,
  });
  const kept: string[] = [];
  const put = (blob: Blob) => {
    const hash = `${blob.type} ${blob.size}`;
    kept.push(hash);
    return Promise.resolve({ hash, width: 1280, height: 900 });
  };
  return {
    screen: createChromeScreen({ put }, '/figures.js'),
    tab,
    kept,
    listeners,
    hidden,
    captures,
    stored,
    scripting,
  };
}

const live = new AbortController().signal;
/** Lets time pass until it has settled. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  return promise;
}
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  settled(promise).then(
    () => 'no trouble',
    (thrown: unknown) => (thrown instanceof UserFacingError ? thrown.error.code : String(thrown)),
  );

test('what is in front is taken while what is ours is hidden, and all is as it was', async () => {
  const { screen, captures, hidden, listeners, stored } = browser();
  const taken = await settled(screen.capture(1, live));
  expect(taken).toEqual({
    hash: 'image/png 3',
    width: 1280,
    height: 900,
    scale: 2,
    url: 'https://a.test/x#1',
    title: 'Tides',
  });
  expect(captures).toEqual(['7: 2 hidden, 1 on record']);
  expect([hidden.length, listeners.size, stored.size]).toEqual([0, 0, 0]);
});

test.each([
  ['is not in front', (b: ReturnType<typeof browser>) => void (b.tab.active = false), 0],
  ['goes behind meanwhile', null, 1],
])('no picture is taken of a tab that %s', async (_how, before, taken) => {
  const b = browser(({ tab }) => {
    tab.active = false;
    return PNG;
  });
  before?.(b);
  expect(await codeOf(b.screen.capture(1, live))).toBe('capture.not-in-view');
  expect([b.captures.length, b.hidden.length]).toEqual([taken, 0]);
});

test('another tab’s picture is not taken for this one’s, also when this one is in front again at once', async () => {
  const { screen } = browser(({ activate }) => {
    activate({ tabId: 2, windowId: 7 });
    activate({ tabId: 1, windowId: 7 });
    return PNG;
  });
  expect(await codeOf(screen.capture(1, live))).toBe('capture.not-in-view');
});

test('what happens in another window does not matter', async () => {
  const { screen } = browser(({ activate }) => {
    activate({ tabId: 2, windowId: 8 });
    return PNG;
  });
  expect(await codeOf(screen.capture(1, live))).toBe('no trouble');
});

test('a picture counts only for the page that was there before', async () => {
  const { screen, tab } = browser(({ tab: now }) => {
    now.url = 'https://a.test/y';
    return PNG;
  });
  expect(await codeOf(screen.capture(1, live))).toBe('capture.moved-on');
  tab.url = 'https://a.test/y#2';
  expect(await codeOf(screen.capture(1, live))).toBe('no trouble'); // a place of the same page
});

test('a region counts only for the site that it was chosen on', async () => {
  const { screen, tab, kept } = browser();
  const region = { x: 1, y: 1, width: 9, height: 9, viewWidth: 640, viewHeight: 450 };
  tab.url = 'https://mail.test/inbox'; // where access stands to all sites, its picture could be taken
  expect(await codeOf(screen.captureRegion(1, region, 'https://a.test/x', live))).toBe('capture.moved-on');
  expect(kept).toEqual([]);
});

test.each([
  ["Either the '<all_urls>' or 'activeTab' permission is required.", 'capture.no-access'],
  ['Cannot access contents of the page.', 'capture.no-access'],
  ['Failed to capture tab: image readback failed', 'capture.failed'],
])('where the browser says “%s” all is as it was, and the trouble is %s', async (message, code) => {
  const { screen, hidden, listeners } = browser(() => {
    throw new Error(message);
  });
  expect(await codeOf(screen.capture(1, live))).toBe(code);
  expect([hidden.length, listeners.size]).toEqual([0, 0]);
});

test('the browser’s quota is waited for, and not for ever', async () => {
  let left = 3;
  const patient = browser(() => {
    if ((left -= 1) > 0) throw QUOTA;
    return PNG;
  });
  expect(await codeOf(patient.screen.capture(1, live))).toBe('no trouble');
  expect(patient.captures).toHaveLength(3);
  const never = browser(() => {
    throw QUOTA;
  });
  expect(await codeOf(never.screen.capture(1, live))).toBe('capture.failed');
  expect(never.captures.length).toBeLessThan(20);
  expect(never.hidden).toEqual([]);
});

test('two at once are taken one after the other', async () => {
  const { screen, captures } = browser();
  await settled(Promise.all([screen.capture(1, live), screen.capture(1, live)]));
  expect(captures).toEqual(['7: 2 hidden, 1 on record', '7: 2 hidden, 1 on record']);
});

test('a page that no script may enter, or that hangs, is taken as it is', async () => {
  const refusing = browser();
  refusing.scripting.insertCSS = () => Promise.reject(new Error('Cannot access a chrome:// URL'));
  refusing.scripting.executeScript = () => Promise.reject(new Error('Cannot access a chrome:// URL'));
  expect((await settled(refusing.screen.capture(1, live))).scale).toBe(1);
  const hanging = browser();
  hanging.scripting.executeScript = () => new Promise(() => undefined);
  hanging.scripting.removeCSS = () => new Promise(() => undefined);
  expect(await codeOf(hanging.screen.capture(1, live))).toBe('no trouble');
});

test('who stops waiting leaves the page as it was', async () => {
  const stop = new AbortController();
  const { screen, hidden } = browser(() => new Promise((resolve) => setTimeout(() => resolve(PNG), 500)));
  const taking = screen.capture(1, stop.signal);
  taking.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  stop.abort();
  await expect(taking).rejects.toThrow(UserFacingError);
  await vi.advanceTimersByTimeAsync(1000);
  expect(hidden).toEqual([]);
});

test('a picture that the browser never comes back with keeps neither the page nor the next picture', async () => {
  let answers = false;
  const { screen, hidden, stored } = browser(() => (answers ? PNG : new Promise(() => undefined)));
  const stop = new AbortController();
  const taking = screen.capture(1, stop.signal);
  taking.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect(hidden).toHaveLength(2);
  stop.abort();
  await vi.advanceTimersByTimeAsync(100);
  expect(await codeOf(taking)).toBe('capture.timeout');
  expect([hidden.length, stored.size]).toEqual([0, 0]);
  answers = true;
  const next = vi.fn();
  void screen.capture(1, live).then(next, next);
  await vi.advanceTimersByTimeAsync(1000);
  expect(next).toHaveBeenCalledWith(expect.objectContaining({ width: 1280 }));
});

test.each([0, -640, 1e-320, Infinity, 1e300, 'wide', null])(
  'a page that says its view is %s wide is not believed',
  async (said) => {
    const { screen, scripting } = browser();
    scripting.executeScript = () => Promise.resolve([{ result: said }]);
    expect((await settled(screen.capture(1, live))).scale).toBe(1);
  },
);

test('what a worker hid and did not live to show is shown by the next one', async () => {
  const dead = browser(() => new Promise(() => undefined));
  void dead.screen.capture(1, live).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect([dead.hidden.length, dead.stored.get('unmarked')]).toEqual([2, 1]);
  await restoreMarks();
  expect([dead.hidden.length, dead.stored.size]).toEqual([0, 0]);
});

test('what is shown again for a worker that died is not what the next one hides meanwhile', async () => {
  const b = browser();
  b.stored.set('unmarked', 1); // with the sheets that go with it
  const { removeCSS } = b.scripting;
  let shown = 0;
  b.scripting.removeCSS = async (sheet) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    if ((shown += 1) > 2) await removeCSS(sheet);
    else b.hidden.pop(); // what the dead worker hid, or whatever stands there by then
  };
  b.scripting.executeScript = () => new Promise((resolve) => setTimeout(() => resolve([{ result: 640 }]), 600));
  const again = restoreMarks();
  expect(await codeOf(b.screen.capture(1, live))).toBe('no trouble');
  await settled(again);
  expect(b.captures).toEqual(['7: 2 hidden, 1 on record']);
  expect([b.hidden.length, b.stored.size]).toEqual([0, 0]);
});
