import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  exportKeys,
  hasKey,
  importKeys,
  createKeyedFetch,
  removeKey,
  saveKey,
  withTypedKey,
} from '../../../src/chrome/storage/keys.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import { ANY_CHARACTER } from '../../kit/base/any-character.ts';
import { installLocks } from '../../kit/storage/locks.ts';
import { modelAt } from '../../kit/models/http-models.ts';
import { collect, REQUEST } from '../../kit/conformance/model-conformance.ts';
import { startModelServer, type Exchange, type ModelServer } from '../../kit/models/model-server.ts';
import { json, raw, redirect, reply, ollamaForbidden } from '../../kit/models/model-server-replies.ts';

const CANARY = 'sk-canary-0123456789abcdef';

/** What `chrome.storage.local` does with the calls made here: values are copied in and out as JSON. */
const stored = new Map<string, string>();
const local = {
  get: (name: string) =>
    Promise.resolve(stored.has(name) ? { [name]: JSON.parse(stored.get(name) ?? 'null') as unknown } : {}),
  set(items: Readonly<Record<string, unknown>>) {
    for (const [name, value] of Object.entries(items)) stored.set(name, JSON.stringify(value));
    return Promise.resolve();
  },
  remove(names: string | readonly string[]) {
    for (const name of [names].flat()) stored.delete(name);
    return Promise.resolve();
  },
};

let home: ModelServer;
let other: ModelServer;
beforeAll(async () => {
  installLocks();
  Object.defineProperty(globalThis, 'chrome', { value: { storage: { local, session: local } }, configurable: true });
  [home, other] = await Promise.all([startModelServer(), startModelServer()]);
});
afterAll(() => Promise.all([home.close(), other.close()]));
beforeEach(() => {
  stored.clear();
  home.respond(() => undefined);
});

const last = (server: ModelServer): Exchange | undefined => server.requests.at(-1);

describe('a key', () => {
  it('is kept for the endpoint’s origin, whatever the path, and forgotten on request', async () => {
    await saveKey('https://api.example/v1', ` ${CANARY}\n`);
    expect(await hasKey('https://api.example/other')).toBe(true);
    expect(await hasKey('http://api.example/v1')).toBe(false);
    expect(await hasKey('https://api.example:8443/v1')).toBe(false);
    expect([...stored.keys()]).toEqual(['key/https://api.example']);
    await removeKey('https://api.example/v2');
    expect(await hasKey('https://api.example/v1')).toBe(false);
  });

  it('goes into a file for the servers that are named, and comes back from one for its origin alone', async () => {
    await saveKey('https://api.example/v1', CANARY);
    await saveKey('http://localhost:1234/v1', 'local');
    expect(await exportKeys(['https://api.example/v1', 'https://api.example/v2', 'https://other.example', ''])).toEqual(
      {
        'https://api.example': CANARY,
      },
    );
    stored.clear();
    await importKeys({ 'https://api.example': CANARY });
    expect([...stored.keys()]).toEqual(['key/https://api.example']);
    expect(await exportKeys(['https://api.example/v1'])).toEqual({ 'https://api.example': CANARY });
  });

  it('of a file is kept with all the others or not at all', async () => {
    for (const bad of [{ 'https://b.example': 'not a key' }, { 'ftp://b.example': CANARY }]) {
      await expect(importKeys({ 'https://a.example': CANARY, ...bad })).rejects.toThrow(UserFacingError);
      expect(stored.size).toBe(0);
    }
  });

  it('leaves in one header, to its own origin [R9.2]', async () => {
    await saveKey(home.url, CANARY);
    await createKeyedFetch('openai-compatible', home.url)(`${home.url}/models`);
    expect(last(home)?.headers.authorization).toBe(`Bearer ${CANARY}`);
    await createKeyedFetch(
      'openai-compatible',
      home.url,
    )(new Request(`${home.url}/models`, { headers: { 'x-own': '1' } }));
    expect(last(home)?.headers).toMatchObject({ authorization: `Bearer ${CANARY}`, 'x-own': '1' });
    await createKeyedFetch('openai-compatible', home.url)(new URL(`${other.url}/models`));
    expect(last(other)?.headers.authorization).toBeUndefined();
  });

  it('is the saved one, the candidate, or none', async () => {
    await saveKey(home.url, 'saved');
    const sends = async (name: string, sent: string | undefined): Promise<void> => {
      await createKeyedFetch('openai-compatible', home.url, name)(`${home.url}/models`);
      expect(last(home)?.headers.authorization).toBe(sent);
    };
    await sends('saved', 'Bearer saved');
    await sends('none', undefined);
    await withTypedKey(home.url, ' typed ', (name) => sends(name, 'Bearer typed'));
  });

  it('that was typed is bound to its server, and gone when its work is done', async () => {
    const names: string[] = [];
    await withTypedKey(home.url, CANARY, async (name) => {
      names.push(name);
      expect(name).not.toContain('canary');
      await createKeyedFetch('openai-compatible', other.url, name)(`${other.url}/models`);
      expect(last(other)?.headers.authorization).toBeUndefined();
    });
    await expect(
      withTypedKey(home.url, CANARY, (name) => Promise.reject(new Error(names.push(name).toString()))),
    ).rejects.toThrow('2');
    expect(stored.size).toBe(0);
    await createKeyedFetch('openai-compatible', home.url, names[0])(`${home.url}/models`);
    expect(last(home)?.headers.authorization).toBeUndefined();
  });

  it('does not follow a redirect', async () => {
    await saveKey(home.url, CANARY);
    home.respond(() => redirect(`${other.url}/models`));
    const before = other.requests.length;
    await expect(createKeyedFetch('openai-compatible', home.url)(`${home.url}/models`)).rejects.toThrow();
    await expect(
      createKeyedFetch('openai-compatible', home.url)(`${home.url}/models`, { redirect: 'follow' }),
    ).rejects.toThrow();
    await createKeyedFetch('openai-compatible', home.url)(`${home.url}/models`, { redirect: 'manual' });
    expect(other.requests.length).toBe(before);
  });

  it('that cannot stand in a header is refused without being repeated', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: ANY_CHARACTER }), async (key) => {
        const words = await saveKey(home.url, key).then(
          () => null,
          (error: unknown) =>
            error instanceof UserFacingError ? JSON.stringify(error.error) + error.message : 'other',
        );
        const usable = key.trim() !== '' && Array.from(key.trim()).every((c) => c >= '!' && c <= '~');
        expect(words === null).toBe(usable);
        if (words !== null) expect(words).toContain('key.invalid');
      }),
    );
    await expect(
      withTypedKey(home.url, `${CANARY}\u0000x`, () => Promise.reject(new Error('It was laid down.'))),
    ).rejects.toThrow(UserFacingError);
    await expect(saveKey('not an address', CANARY)).rejects.not.toThrow(/canary/);
  });
});

describe('a canary key is found nowhere but in the header', () => {
  const parrot = (exchange: Exchange): string => `You sent ${String(exchange.headers.authorization)}, ${CANARY}!`;
  it.each([400, 401, 403, 404, 413, 422, 429, 500, 503])('when the server repeats it in a %i', async (status) => {
    await saveKey(home.url, CANARY);
    home.respond((exchange) => json(status, { error: { message: parrot(exchange) } }));
    const model = modelAt(home.url, { fetch: createKeyedFetch('openai-compatible', home.url) });
    const { events } = await collect(model.stream(REQUEST, new AbortController().signal));
    expect(last(home)?.headers.authorization).toBe(`Bearer ${CANARY}`);
    expect(JSON.stringify([model.id, model.label, events])).not.toContain('canary');
  });

  it('in the body either: refusals keep status, headers and the rest of their words', async () => {
    await saveKey(home.url, 'plainkey');
    home.respond(() => json(429, { error: { message: 'plainkey is over its limit' } }, { 'retry-after': '4' }));
    const response = await createKeyedFetch('openai-compatible', home.url)(`${home.url}/models`);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('4');
    expect(await response.json()).toEqual({ error: { message: '[key] is over its limit' } });
    home.respond(() => ollamaForbidden());
    expect(await (await createKeyedFetch('openai-compatible', home.url)(`${home.url}/models`)).text()).toBe('');
    home.respond(() => reply({ text: 'tea' }));
    expect((await createKeyedFetch('openai-compatible', home.url)(`${home.url}/models`)).ok).toBe(true);
  });

  const LONG = 'Zx81Spectrum48K/Zx81Zx';
  it.each([
    ['for an answer', json(200, { error: { message: `${LONG} is no valid key` } })],
    ['in the stream', raw(200, 'text/event-stream', `data: {"error":{"message":"${LONG} is no valid key"}}\n\n`)],
  ])('when the server repeats it in a refusal that says 200: %s', async (_name, behaviour) => {
    await saveKey(home.url, LONG);
    home.respond(() => behaviour);
    const model = modelAt(home.url, { fetch: createKeyedFetch('openai-compatible', home.url) });
    const { last: end, events } = await collect(model.stream(REQUEST, new AbortController().signal));
    expect(end).toMatchObject({ failure: { message: expect.stringContaining('[key] is no valid key') as string } });
    expect(JSON.stringify(events)).not.toContain(LONG);
  });

  it('however the bytes of an answer were cut, and the rest of it is as it came', async () => {
    await saveKey(home.url, LONG);
    const piece = fc.oneof(
      fc.constantFrom(LONG, LONG.slice(0, 9), 'Zx', '茶\u{1F375}', '\uFEFF', '\n'),
      fc.string({ unit: 'grapheme' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece), fc.array(fc.nat(40)), async (pieces, cuts) => {
        const text = pieces.join('');
        const bytes = new TextEncoder().encode(text);
        home.respond(() => async (_exchange, wire) => {
          wire.head(200, { 'content-type': 'text/event-stream' });
          let at = 0;
          for (const cut of cuts) await wire.send(bytes.slice(at, (at += cut)));
          await wire.send(bytes.slice(at));
          wire.end();
        });
        const response = await createKeyedFetch('openai-compatible', home.url)(`${home.url}/models`);
        const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
        expect(whole).toBe(text.replaceAll(LONG, '[key]'));
      }),
      { numRuns: 60 },
    );
  });

  it('but one too short to be a secret, which would tear words apart', async () => {
    await saveKey(home.url, 'none');
    home.respond(() => json(404, { error: { message: 'none of that is here' } }));
    const response = await createKeyedFetch('openai-compatible', home.url)(`${home.url}/models`);
    expect(await response.json()).toEqual({ error: { message: 'none of that is here' } });
  });
});
