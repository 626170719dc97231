import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestSite } from '../../src/chrome/permissions.ts';
import { installLocks } from '../kit/locks.ts';

/** What the browser was asked, before the caller awaited anything. */
function browser(granted: boolean): readonly unknown[] {
  const asked: unknown[] = [];
  installLocks();
  vi.stubGlobal('chrome', {
    storage: { local: { get: () => Promise.resolve({}), set: () => Promise.resolve() } },
    permissions: {
      request: ({ origins }: { origins: string[] }) => {
        asked.push(...origins);
        return Promise.resolve(granted);
      },
    },
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

describe('access to the site of a page', () => {
  it.each([true, false])('is asked for in the gesture, and is %s as the person says', async (granted) => {
    const asked = browser(granted);
    const request = requestSite('https://example.org/a?b');
    expect(asked).toEqual(['https://example.org/*']);
    expect(await request).toBe(granted);
  });

  it.each(['', 'chrome://version', 'file:///home/me/page.html'])(
    'is not asked for where there is none: %j',
    async (url) => {
      const asked = browser(true);
      expect(await requestSite(url)).toBe(false);
      expect(asked).toEqual([]);
    },
  );
});
