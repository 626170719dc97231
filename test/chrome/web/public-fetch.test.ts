/** Requests that must end at a public address, over a browser that knows where names lead, or has a proxy that does. */
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

interface World {
  /** What the name resolves to; `down` reaches nobody. */
  readonly space: 'public' | 'local' | 'loopback' | 'down';
  readonly isProxied: boolean;
  readonly isOnline: boolean;
  /** A sign-in page of the network answers for every name, over HTTP alone. */
  readonly hasPortal: boolean;
  /** Older browsers know no condition. */
  readonly knowsSpaces: boolean;
}

/** As a worker that has just started has it. */
async function enter({ space, isProxied, isOnline, hasPortal, knowsSpaces }: World) {
  const arrived: string[] = [];
  let asked = 0;
  vi.stubGlobal('fetch', (url: string, init: RequestInit & { readonly targetAddressSpace?: string }) => {
    const isControl = !url.startsWith('https://page.example.org/');
    if (isControl) asked += 1;
    const portal = url.startsWith('http:') ? 'local' : 'down';
    const found = isControl ? (hasPortal ? portal : isOnline ? 'public' : 'down') : space;
    const wanted = knowsSpaces ? init.targetAddressSpace : undefined;
    if (init.signal?.aborted === true) return Promise.reject(new DOMException('Aborted', 'AbortError'));
    if (found === 'down' || (wanted !== undefined && (isProxied ? 'unknown' : found) !== wanted))
      return Promise.reject(new TypeError('Failed to fetch'));
    if (!isControl) arrived.push(url);
    return Promise.resolve(new Response('It is here.'));
  });
  vi.resetModules();
  const { limitToPublic } = await import('../../../src/chrome/web/public-fetch.ts');
  const read = limitToPublic((input, init) => fetch(input, init));
  return { read: (init: RequestInit = {}) => read('https://page.example.org/', init), arrived, asked: () => asked };
}

const [NO_OR_YES, SPACES] = [[false, true], ['public', 'local', 'loopback', 'down'] as const];
/** All there are. */
const WORLDS = SPACES.flatMap((space) =>
  NO_OR_YES.flatMap((isProxied) =>
    NO_OR_YES.flatMap((isOnline) =>
      NO_OR_YES.flatMap((hasPortal) =>
        NO_OR_YES.map((knowsSpaces): World => ({ space, isProxied, isOnline, hasPortal, knowsSpaces })),
      ),
    ),
  ),
);

it('reach nobody in a private network where the browser resolves names, and everybody public', async () => {
  for (const given of WORLDS)
    for (const times of [1, 2, 3]) {
      const { read, arrived, asked } = await enter(given);
      const outcomes = await Promise.all(
        Array.from({ length: times }, () =>
          read().then(
            () => true,
            () => false,
          ),
        ),
      );
      const isPrivate = given.space === 'local' || given.space === 'loopback';
      if (isPrivate && given.knowsSpaces && !given.isProxied) expect(arrived).toEqual([]);
      if (given.space === 'public' && ((given.isOnline && !given.hasPortal) || !given.isProxied))
        expect(outcomes).not.toContain(false);
      expect(arrived).toHaveLength(outcomes.filter(Boolean).length);
      expect(asked()).toBeLessThanOrEqual(3); // however many fail
    }
});

it('are not sent again once they were stopped', async () => {
  const { read, arrived, asked } = await enter({
    space: 'public',
    isProxied: true,
    isOnline: true,
    hasPortal: false,
    knowsSpaces: true,
  });
  await expect(read({ signal: AbortSignal.abort() })).rejects.toThrow();
  expect([arrived, asked()]).toEqual([[], 0]);
});
