import { afterEach, expect, test, vi } from 'vitest';
import { findCurrentTab, recordReplacedTab } from '../../../src/chrome/page/replaced-tabs.ts';

afterEach(() => vi.unstubAllGlobals());

function openBrowser(open: number[]) {
  const stored: Record<string, unknown> = {};
  vi.stubGlobal('chrome', {
    tabs: { query: () => Promise.resolve(open.map((id) => ({ id }))) },
    storage: {
      session: {
        get: () => Promise.resolve({ ...stored }),
        set: (items: object) => Promise.resolve(void Object.assign(stored, items)),
      },
    },
  });
}

test('a tab is found under the latest of its ids, whichever it was known by', async () => {
  openBrowser([3, 9]);
  expect(await findCurrentTab(1)).toBe(1);
  void recordReplacedTab(1, 2);
  void recordReplacedTab(2, 3);
  expect(await Promise.all([1, 2, 3, 9].map(findCurrentTab))).toEqual([3, 3, 3, 9]);
});

test('closed tabs are forgotten', async () => {
  const open = [2, 3];
  openBrowser(open);
  await recordReplacedTab(1, 2);
  expect(await findCurrentTab(1)).toBe(2);
  open.shift();
  await recordReplacedTab(3, 4);
  expect([await findCurrentTab(1), await findCurrentTab(3)]).toEqual([1, 4]);
});
