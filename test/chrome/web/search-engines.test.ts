import { beforeEach, describe, expect, it } from 'vitest';
import { saveKey } from '../../../src/chrome/storage/keys.ts';
import { createLiveEngine, createSearchEngines } from '../../../src/chrome/web/search-engines.ts';
import type { SessionCache } from '../../../src/chrome/storage/session-cache.ts';
import type { EngineConfig, SearchEngine, SearchHit } from '../../../src/lib/agent/ports.ts';
import { SearchFailure, type SearchErrorCode } from '../../../src/lib/pipeline/engines/search-failure.ts';
import { installLocal } from '../../kit/storage/local-area.ts';

const CONFIG: EngineConfig = { engine: 'searxng', endpoint: 'https://search.example.org', cx: '' };
const HIT: SearchHit = { url: 'https://news.example.org/', title: 'Tea', snippet: 'Tea.', published: '' };
const signal = new AbortController().signal;
const asking = (words: string) => ({ words, count: 5, language: 'en' });

function world() {
  const kept = new Map<string, string>();
  const cache: SessionCache = {
    get: (key) => Promise.resolve(kept.get(key)),
    put(keys, text) {
      for (const key of keys) kept.set(key, text);
      return Promise.resolve();
    },
    clear: () => Promise.resolve(),
  };
  const asked: string[] = [];
  let now = 0;
  let fails: SearchErrorCode | null = null;
  const engine = (config: EngineConfig): SearchEngine => ({
    id: config.engine,
    label: 'Engine',
    origin: config.endpoint,
    search({ words }) {
      asked.push(`${config.endpoint} ${words}`);
      if (fails === null) return Promise.resolve([HIT]);
      return Promise.reject(new SearchFailure({ code: fails, message: 'It is down.', hint: 'Wait.' }));
    },
  });
  const search = createSearchEngines({ cache: cache, clock: { now: () => now }, createEngine: engine });
  return {
    search,
    asked,
    pass: (ms: number) => void (now += ms),
    fail: (code: SearchErrorCode | null) => void (fails = code),
  };
}

describe('an engine', () => {
  it('is asked the same thing once, and other things or in another setting anew', async () => {
    const { search, asked } = world();
    const other = { ...CONFIG, endpoint: 'https://other.example.org' };
    for (const config of [CONFIG, CONFIG, other])
      for (const words of ['tea', 'oars'])
        expect(await search.getEngine(config).search(asking(words), signal)).toEqual([HIT]);
    await search.getEngine(CONFIG).search({ ...asking('tea'), language: 'de' }, signal);
    expect(asked).toEqual([
      'https://search.example.org tea',
      'https://search.example.org oars',
      'https://other.example.org tea',
      'https://other.example.org oars',
      'https://search.example.org tea',
    ]);
  });

  it('rests after three failures that may heal, until it answers again', async () => {
    const { search, fail, pass } = world();
    const name = JSON.stringify(CONFIG);
    const ask = (words: string) =>
      search
        .getEngine(CONFIG)
        .search(asking(words), signal)
        .catch(() => []);
    fail('search.server');
    for (const words of ['a', 'b', 'c']) await ask(words);
    expect(search.health.getPause(name, 0)).toEqual({ until: 60_000, why: 'It is down.' });
    pass(60_000);
    fail(null);
    await ask('d');
    expect(search.health.getPause(name, 0)).toBeNull();
  });

  it('does not rest for what the person alone can heal, and a failure is not remembered as an answer', async () => {
    const { search, asked, fail } = world();
    fail('search.unauthorised');
    for (let i = 0; i < 5; i += 1)
      await expect(search.getEngine(CONFIG).search(asking('a'), signal)).rejects.toThrow(SearchFailure);
    expect(asked).toHaveLength(5);
    expect(search.health.getPause(JSON.stringify(CONFIG), 0)).toBeNull();
  });
});

describe('a search engine itself', () => {
  const sent: { url: string; headers: Headers; space: unknown }[] = [];
  let access = true;
  beforeEach(() => {
    sent.length = 0;
    access = true;
    installLocal();
    Object.assign(chrome, { permissions: { contains: () => Promise.resolve(access) } });
    const fake: typeof fetch = (input, init) => {
      sent.push({
        url: input instanceof Request ? input.url : String(input),
        headers: new Headers(init?.headers),
        space: (init as { targetAddressSpace?: unknown }).targetAddressSpace,
      });
      return Promise.resolve(Response.json({}, { status: 500 }));
    };
    Object.defineProperty(globalThis, 'fetch', { value: fake, configurable: true, writable: true });
  });

  it.each<[EngineConfig['engine'], string, string, string]>([
    ['brave', 'https://api.search.brave.com', 'x-subscription-token', 'key-of-brave-0123456789'],
    ['tavily', 'https://api.tavily.com', 'authorization', 'key-of-tavily-0123456789'],
    ['google', 'https://www.googleapis.com', 'x-goog-api-key', 'key-of-google-0123456789'],
  ])('%s gets its key in one header, at its own address alone [R9.2]', async (engine, home, header, key) => {
    await saveKey(home, key);
    await saveKey('https://elsewhere.example.org', 'key-of-somebody-else');
    const ask = (endpoint: string) =>
      createLiveEngine({ engine, endpoint, cx: 'cx' })
        .search(asking('tea'), signal)
        .catch(() => []);
    await ask('');
    expect(sent.at(-1)?.url.startsWith(`${home}/`)).toBe(true);
    const found = [...(sent.at(-1)?.headers ?? [])].filter(([, value]) => value.includes(key));
    expect(found.map(([name]) => name)).toEqual([header]);
    expect(sent.at(-1)?.url).not.toContain(key);
    await ask('https://proxy.example.net');
    expect(JSON.stringify([...(sent.at(-1)?.headers ?? [])])).not.toContain('key-of');
  });

  it('is asked at a public address, and one that the person set up wherever it is', async () => {
    const ask = (config: EngineConfig) =>
      createLiveEngine(config)
        .search(asking('tea'), signal)
        .catch(() => []);
    for (const engine of ['wikipedia', 'brave', 'tavily', 'google'] as const)
      await ask({ engine, endpoint: '', cx: 'cx' });
    await ask(CONFIG);
    expect(sent.map(({ space }) => space)).toEqual([...Array<string>(4).fill('public'), undefined]);
  });

  it('that takes no key gets none, even where one is kept for its address', async () => {
    await saveKey(CONFIG.endpoint, 'key-of-a-model-there');
    await createLiveEngine(CONFIG)
      .search(asking('tea'), signal)
      .catch(() => []);
    expect(JSON.stringify([...(sent.at(-1)?.headers ?? [])])).not.toContain('key-of');
  });

  it('is not asked without access to it; Wikipedia needs none', async () => {
    access = false;
    await expect(createLiveEngine(CONFIG).search(asking('tea'), signal)).rejects.toMatchObject({
      error: { code: 'search.no-access' },
    });
    expect(sent).toEqual([]);
    await createLiveEngine({ engine: 'wikipedia', endpoint: '', cx: '' })
      .search(asking('tea'), signal)
      .catch(() => []);
    expect(sent).toHaveLength(1);
  });
});
