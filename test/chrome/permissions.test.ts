import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestOrigins, requestSite } from '../../src/chrome/permissions.ts';
import { installLocks } from '../kit/storage/locks.ts';

/** What the browser was asked, before the caller awaited anything. */
function browser(granted: boolean): readonly unknown[] {
  const asked: unknown[] = [];
  let has = false;
  installLocks();
  vi.stubGlobal('chrome', {
    storage: { local: { get: () => Promise.resolve({}), set: () => Promise.resolve() } },
    permissions: {
      contains: () => Promise.resolve(has),
      request: ({ origins }: { origins: string[] }) => {
        asked.push(...origins);
        has = granted;
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

describe('access to servers', () => {
  const SERVERS = ['http://localhost:1234/v1', 'http://localhost:11434'];

  it('is asked for in the gesture, and says what is new', async () => {
    const asked = browser(true);
    const request = requestOrigins(SERVERS);
    expect(asked).toEqual(['http://localhost:1234/*', 'http://localhost:11434/*']);
    expect(await request).toEqual(SERVERS);
    expect(await requestOrigins(SERVERS)).toEqual([]);
  });

  it('is none where the person declines', async () => {
    browser(false);
    expect(await requestOrigins(SERVERS)).toBeNull();
  });
});
