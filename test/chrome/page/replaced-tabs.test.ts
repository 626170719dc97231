import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findCurrentTab, recordReplacedTab } from '../../../src/chrome/page/replaced-tabs.ts';

beforeEach(() => {
  const stored: Record<string, unknown> = {};
  const session = {
    get: (key: string) => Promise.resolve(key in stored ? { [key]: stored[key] } : {}),
    set: (items: object) => Promise.resolve(void Object.assign(stored, items)),
  };
  vi.stubGlobal('chrome', { storage: { session } });
});
afterEach(() => vi.unstubAllGlobals());

test('a tab is found under the latest of its ids, whichever it was known by', async () => {
  expect(await findCurrentTab(1)).toBe(1);
  await recordReplacedTab(1, 2);
  await recordReplacedTab(2, 3);
  expect(await Promise.all([1, 2, 3, 9].map(findCurrentTab))).toEqual([3, 3, 3, 9]);
});

test('ids that replaced each other are not followed for ever', async () => {
  await recordReplacedTab(1, 2);
  await recordReplacedTab(2, 1);
  expect([1, 2]).toContain(await findCurrentTab(1));
});
