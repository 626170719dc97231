import { describe, expect, it } from 'vitest';
import type { SessionCache } from '../../../src/chrome/storage/session-cache.ts';
import type { FetchedBody } from '../../../src/chrome/web/web-fetch.ts';
import { createWebPages } from '../../../src/chrome/web/web-pages.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import { BLOCKED } from '../../kit/web/addresses.ts';

const URL_A = 'https://news.example.org/a';

/** A web in which pages come when they are told to. */
function world({ access = true, guarded = true } = {}) {
  const kept = new Map<string, string>();
  const cache: SessionCache = {
    get: (key) => Promise.resolve(kept.get(key)),
    put: (keys, text) => {
      for (const key of keys) kept.set(key, text);
      return Promise.resolve();
    },
    clear() {
      kept.clear();
      return Promise.resolve();
    },
  };
  const fetches: { url: string; signal: AbortSignal; come: (found?: string) => void; fail: () => void }[] = [];
  const pages = createWebPages({
    cache: cache,
    hasAccess: () => Promise.resolve(access),
    installRules: () => (guarded ? Promise.resolve() : Promise.reject(new Error('No rules.'))),
    fetchPage: (url, signal) =>
      new Promise((resolve, reject) => {
        const body = (found: string): FetchedBody => ({
          url: found,
          kind: 'text',
          type: null,
          bytes: new Uint8Array(),
        });
        const fail = (): void =>
          reject(new UserFacingError({ code: 'web.unreachable', message: 'Nobody is there.', hint: 'Wait.' }));
        fetches.push({ url, signal, come: (found = url) => resolve(body(found)), fail });
      }),
    readBody: ({ url }) =>
      Promise.resolve({ url, title: '', byline: '', published: '', language: '', site: '', markdown: 'Tea.' }),
  });
  const read = (url = URL_A, signal = new AbortController().signal) => pages.read(url, signal);
  const until = async (count: number): Promise<void> => {
    while (fetches.length < count) await new Promise((done) => setImmediate(done));
  };
  return { read, fetches, until, kept };
}

const codeOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    (thrown: unknown) => (thrown instanceof UserFacingError ? thrown.error.code : String(thrown)),
  );

describe('a page', () => {
  it('is fetched once, however many want it at once and afterwards', async () => {
    const { read, fetches, until } = world();
    const readers = [read(), read(`${URL_A}#part`), read(`${URL_A}?utm_source=mail`)];
    await until(1);
    fetches[0]?.come();
    const found = await Promise.all(readers);
    expect(found.map(({ fetched }) => fetched)).toEqual([true, false, false]);
    expect((await read()).fetched).toBe(false);
    expect(fetches).toHaveLength(1);
  });

  it('is known by where it was found as well', async () => {
    const { read, fetches, until } = world();
    const first = read();
    await until(1);
    fetches[0]?.come('https://pages.example.com/b');
    expect((await first).article.url).toBe('https://pages.example.com/b');
    expect((await read('https://pages.example.com/b')).fetched).toBe(false);
  });

  it('that could not be fetched is tried again when it is wanted again', async () => {
    const { read, fetches, until } = world();
    const first = codeOf(read());
    await until(1);
    fetches[0]?.fail();
    expect(await first).toBe('web.unreachable');
    const second = read();
    await until(2);
    fetches[1]?.come();
    expect((await second).fetched).toBe(true);
  });

  it('is fetched on while one reader is left, and stopped with the last', async () => {
    const { read, fetches, until } = world();
    const [one, other] = [new AbortController(), new AbortController()];
    const [first, second] = [codeOf(read(URL_A, one.signal)), codeOf(read(URL_A, other.signal))];
    await until(1);
    one.abort();
    expect(await first).toBe('web.timeout');
    expect(fetches[0]?.signal.aborted).toBe(false);
    other.abort();
    expect(await second).toBe('web.timeout');
    expect(fetches[0]?.signal.aborted).toBe(true);
    const third = read();
    await until(2);
    fetches[1]?.come();
    expect((await third).fetched).toBe(true);
  });
});

describe('nothing is fetched', () => {
  it('of a host that is not public', async () => {
    const { read, fetches } = world();
    for (const address of BLOCKED) expect(await codeOf(read(address)), address).toBe('web.private');
    expect(fetches).toEqual([]);
  });

  it('without access, or while the browser’s rules do not stand', async () => {
    const [closed, open] = [world({ access: false }), world({ guarded: false })];
    const codes = Promise.all([codeOf(closed.read()), codeOf(open.read())]);
    await new Promise((done) => setImmediate(done)); // whoever fetches has done so
    expect([...closed.fetches, ...open.fetches]).toEqual([]);
    expect(await codes).toEqual(['web.no-access', 'web.unreachable']);
  });
});
