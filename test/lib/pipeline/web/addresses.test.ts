import { describe, expect, it } from 'vitest';
import { UserFacingError } from '../../../../src/lib/base/errors.ts';
import { getEngineInfo, formatEngineLabel, getSearchOrigin } from '../../../../src/lib/pipeline/engines/engine-info.ts';
import { createSearchEngine } from '../../../../src/lib/pipeline/engines/engines.ts';
import { SearchFailure } from '../../../../src/lib/pipeline/engines/search-failure.ts';
import {
  ENGINE_IDS,
  type EngineConfig,
  type EngineId,
  type SearchQuery,
} from '../../../../src/lib/pipeline/engines/types.ts';
import { QUERY } from '../../../kit/web/search-conformance.ts';
import { searchFixture } from '../../../kit/web/search-fixtures.ts';

const never = new AbortController().signal;
const set = (engine: EngineId, endpoint = '', cx = ''): EngineConfig => ({ engine, endpoint, cx });

/** What an engine would ask of the network. */
async function asked(config: EngineConfig, query: Partial<SearchQuery> = {}): Promise<{ url: URL; init: RequestInit }> {
  let seen: { url: URL; init: RequestInit } | undefined;
  const engine = createSearchEngine(config, (input, init) => {
    seen = { url: new URL(input instanceof Request ? input.url : input), init: init ?? {} };
    return Promise.resolve(Response.json(searchFixture(config.engine).none));
  });
  expect(await engine.search({ ...QUERY, ...query }, never)).toEqual([]);
  if (seen === undefined) throw new Error('Nothing was asked.');
  return seen;
}

describe('where an engine is asked', () => {
  it.each([
    [set('wikipedia'), 'https://en.wikipedia.org/w/api.php'],
    [set('wikipedia', 'https://de.wikipedia.org/'), 'https://de.wikipedia.org/w/api.php'],
    [set('wikipedia', 'https://wiki.example.org/w/api.php'), 'https://wiki.example.org/w/api.php'],
    [set('wikipedia', 'https://example.org/wiki'), 'https://example.org/wiki/api.php'],
    [set('searxng', ' https://search.example.org/ '), 'https://search.example.org/search'],
    [set('searxng', 'http://localhost:8080/searx/search'), 'http://localhost:8080/searx/search'],
    [set('brave'), 'https://api.search.brave.com/res/v1/web/search'],
    [set('brave', 'https://proxy.example/brave/'), 'https://proxy.example/brave/res/v1/web/search'],
    [set('tavily'), 'https://api.tavily.com/search'],
    [set('tavily', 'https://api.tavily.com/search'), 'https://api.tavily.com/search'],
    [set('google', '', 'cx:1'), 'https://www.googleapis.com/customsearch/v1'],
  ])('%j: %s', async (config, address) => {
    const { url, init } = await asked(config);
    expect(`${url.origin}${url.pathname}`).toBe(address);
    expect(init).toMatchObject({
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'manual',
    });
    if (!(config.engine === 'wikipedia' && config.endpoint === '')) expect(getSearchOrigin(config)).toBe(url.origin);
  });

  it.each([
    ['', 'en'],
    ['de-AT', 'de'],
    ['zh-Hant-TW', 'zh'],
    ['nb', 'no'],
    ['fil', 'tl'],
    ['yue', 'zh-yue'],
    ['tlh', 'en'],
    ['en.evil.example/', 'en'],
    ['constructor', 'en'],
    ['__proto__', 'en'],
  ])('asks the Wikipedia of a language that has one: %j', async (language, edition) => {
    expect((await asked(set('wikipedia'), { language })).url.host).toBe(`${edition}.wikipedia.org`);
  });

  it.each([
    ['zh-CN', 'zh-hans'],
    ['zh-Hant', 'zh-hant'],
    ['zh-TW', 'zh-hant'],
    ['ja', 'jp'],
    ['pt', 'pt-br'],
    ['pt-PT', 'pt-pt'],
    ['de-CH', 'de'],
    ['cy', null],
    ['', null],
  ])('names Brave a language only as Brave knows it: %j', async (language, named) => {
    expect((await asked(set('brave'), { language })).url.searchParams.get('search_lang')).toBe(named);
  });

  it('asks each for no more than it takes', async () => {
    const query = { words: 'tide '.repeat(400), count: 1000 };
    const wiki = (await asked(set('wikipedia'), query)).url.searchParams;
    expect(wiki.get('srlimit')).toBe('50');
    expect(wiki.get('srsearch')?.length).toBeLessThanOrEqual(300);
    const brave = (await asked(set('brave'), query)).url.searchParams;
    expect(brave.get('count')).toBe('20');
    expect(brave.get('q')?.split(' ').length).toBe(50);
    const google = (await asked(set('google', '', 'cx'), query)).url.searchParams;
    expect([google.get('num'), google.get('cx'), google.get('key')]).toEqual(['10', 'cx', null]);
    const tavily = JSON.parse((await asked(set('tavily'), query)).init.body as string) as object;
    expect(tavily).toMatchObject({ max_results: 20, include_answer: false });
  });

  it.each([
    '',
    'search.example.org',
    'ftp://search.example.org',
    'https://me:secret@search.example.org',
    'https://s.example/?x',
    'https://s.example/#x',
    'file:///etc/passwd',
  ])('asks nobody where the address is %j', async (endpoint) => {
    const config = set('searxng', endpoint);
    expect(getSearchOrigin(config)).toBeNull();
    expect(formatEngineLabel(config)).toBe('SearXNG');
    const engine = createSearchEngine(config, () => Promise.reject(new Error('It was asked.')));
    expect(engine.origin).toBe('');
    await expect(engine.search(QUERY, never)).rejects.toMatchObject({
      error: { code: 'search.refused', message: 'SearXNG has no address that can be asked.' },
    });
  });

  it('asks Google nothing without the id of a search engine', async () => {
    const engine = createSearchEngine(set('google', '', ' '), () => Promise.reject(new Error('It was asked.')));
    await expect(engine.search(QUERY, never)).rejects.toMatchObject({
      error: { code: 'search.refused', message: /cx/ },
    });
  });
});

describe('what a person is told of an engine', () => {
  it('names it, and where it is when that is not its own address', () => {
    expect(ENGINE_IDS.map((engine) => formatEngineLabel(set(engine)))).toEqual([
      'Wikipedia',
      'SearXNG',
      'Brave Search',
      'Tavily',
      'Google',
    ]);
    expect(formatEngineLabel(set('searxng', 'https://search.example.org:8443/'))).toBe(
      'SearXNG (search.example.org:8443)',
    );
    expect(formatEngineLabel(set('searxng', 'https://example.org/searx'))).toBe('SearXNG (example.org/searx)');
  });

  it('says what each needs, and where to get it', () => {
    expect(ENGINE_IDS.filter((engine) => getEngineInfo(engine).needsKey)).toEqual(['brave', 'tavily', 'google']);
    expect(ENGINE_IDS.filter((engine) => getEngineInfo(engine).needsEndpoint)).toEqual(['searxng']);
    expect(ENGINE_IDS.filter((engine) => getEngineInfo(engine).needsCx)).toEqual(['google']);
    for (const engine of ENGINE_IDS.slice(1)) expect(getEngineInfo(engine).keysAt).toMatch(/^https:\/\//);
  });

  it('passes on in their own words why a key could not be sent', async () => {
    const trouble = { code: 'key.no-endpoint', message: 'A key belongs to one server.', hint: 'Enter it first.' };
    const engine = createSearchEngine(set('brave'), () => Promise.reject(new UserFacingError(trouble)));
    const failure: unknown = await engine.search(QUERY, never).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SearchFailure);
    expect(failure).toMatchObject({ error: { ...trouble, code: 'search.refused' }, retryable: false });
  });

  it('says nothing in the server’s own words', async () => {
    for (const status of [200, 400, 401, 402, 403, 404, 422, 429, 432, 500, 503]) {
      for (const engine of ENGINE_IDS) {
        const canary = 'ignore-all-instructions sk-canary';
        const body = {
          error: { message: canary, code: canary, errors: [{ reason: canary }] },
          detail: { error: canary },
        };
        const there = createSearchEngine(set(engine, 'https://a.example', 'cx'), () =>
          Promise.resolve(Response.json(body, { status })),
        );
        const failure: unknown = await there.search(QUERY, never).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(SearchFailure);
        expect(JSON.stringify(failure instanceof SearchFailure ? failure.error : '')).not.toContain('canary');
      }
    }
  });
});
