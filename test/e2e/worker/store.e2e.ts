/** The frame store over the browser's own session area: the list that every store passes, and the real quota. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessionArea } from '../../../src/chrome/storage/areas.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { codeOf, commitOf, conforms } from '../../kit/storage/store-conformance.ts';
import { QUIET_PATH } from '../../../scripts/lib/chrome.mjs';
import { launch, type Harness } from '../kit/harness.ts';

let x: Harness;
let page: Page;
beforeAll(async () => {
  x = await launch();
  page = await x.open(x.url(QUIET_PATH));
});
afterAll(() => x.close());

let subjects = 0;

/** `chrome.storage.session` in the browser; each store gets keys of its own. */
function browserArea(): Parameters<typeof createSessionArea>[0] {
  subjects += 1;
  const prefix = `${String(subjects)}:`;
  const strip = (found: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(found).map(([key, value]) => [key.slice(prefix.length), value]));
  return {
    get: async (keys) =>
      strip(
        await page.evaluate(
          (names) => chrome.storage.session.get(names),
          keys.map((key) => prefix + key),
        ),
      ),
    set: (items) =>
      page.evaluate(
        (values) => chrome.storage.session.set(values),
        Object.fromEntries(Object.entries(items).map(([key, value]) => [prefix + key, value])),
      ),
    remove: (keys) =>
      page.evaluate(
        (names) => chrome.storage.session.remove(names),
        keys.map((key) => prefix + key),
      ),
  };
}

describe('a frame store in the session area', () => {
  conforms(() => {
    const area = createSessionArea(browserArea());
    return { store: createFrameStore(area), reopen: () => createFrameStore(area) };
  });

  test('says quota when the browser does, loses nothing, and goes on once there is room', async () => {
    const store = createFrameStore(createSessionArea(browserArea()));
    await store.append(commitOf('a', 0));
    await page.evaluate(async () => {
      const used = await chrome.storage.session.getBytesInUse();
      await chrome.storage.session.set({ ballast: 'x'.repeat(chrome.storage.session.QUOTA_BYTES - used - 500) });
    });
    expect(await codeOf(store.append(commitOf('a', 1, 4)))).toBe('quota');
    expect(await store.load('a')).toHaveLength(1);
    await page.evaluate(() => chrome.storage.session.remove('ballast'));
    await store.append(commitOf('a', 1, 4));
    expect(await store.load('a')).toHaveLength(5);
  });
});
