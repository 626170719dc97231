/** The test of an engine that is not saved yet, and what stands before a question of the web. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createSearchService, type SearchServiceDeps } from '../../src/background/engine-tests.ts';
import { withTypedKey } from '../../src/chrome/storage/keys.ts';
import type { EngineConfig, SearchEngine, SearchQuery } from '../../src/lib/agent/ports.ts';
import { UserFacingError } from '../../src/lib/base/errors.ts';
import { SearchFailure } from '../../src/lib/pipeline/engines/search-failure.ts';
import { settingsOf } from '../kit/protocol/settings.ts';
import { scriptedModel } from '../kit/models/scripted-model.ts';

const LIKELY = { calls: 1, input: 3, output: 2 };

const ORIGIN = 'https://api.search.brave.com';
const BRAVE: EngineConfig = { engine: 'brave', endpoint: '', cx: '' };
const SECRET = 'Zx81Spectrum48K';
const [cells, typed]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
const area = (held: Record<string, unknown>) => ({
  get: (name: string) => Promise.resolve({ [name]: held[name] }),
  set: (values: object) => Promise.resolve(void Object.assign(held, values)),
  remove: (name: string) => Promise.resolve(void Reflect.deleteProperty(held, name)),
});
beforeEach(() => {
  for (const held of [cells, typed]) for (const name of Object.keys(held)) Reflect.deleteProperty(held, name);
  const chrome = { storage: { local: area(cells), session: area(typed) } };
  Object.defineProperty(globalThis, 'chrome', { value: chrome, configurable: true });
});

const signal = new AbortController().signal;

/** What asks engines of that search, and what they were asked with. */
function searching(search: SearchEngine['search'], more: Partial<SearchServiceDeps> = {}) {
  const [keys, asked, rested]: [string[], SearchQuery[], string[]] = [[], [], []];
  const made = createSearchService({
    createEngine: (config, key) => {
      keys.push(key);
      return {
        id: config.engine,
        label: `Engine ${config.engine}`,
        origin: ORIGIN,
        search: (query, until) => {
          asked.push(query);
          return search(query, until);
        },
      };
    },
    health: { markAnswered: (engine) => void rested.push(engine) },
    getModel: () => scriptedModel(),
    estimate: (calleeFor, { maxSteps }) => ({
      ...{ calls: maxSteps, input: 7, output: 8, total: 15, cost: 0, asOf: [], likely: LIKELY },
      metered: calleeFor('decide').binding.metered,
    }),
    estimateReanswer: () => ({
      ...{ calls: 3, input: 5, output: 6, total: 11, asOf: [], likely: LIKELY },
      metered: true,
    }),
    estimateChat: () => ({ calls: 1, input: 2, output: 3, total: 5, asOf: [], likely: LIKELY, metered: true }),
    canReadPages: () => Promise.resolve(false),
    getLanguage: () => 'de-AT',
    ...more,
  });
  return { ...made, keys, asked, rested };
}
const hit = (title: string) => ({ url: 'https://a.example/', title, snippet: '', published: '' });

describe('the test of an engine', () => {
  it('says how many results there are and the first of them, and that the engine need not rest', async () => {
    const s = searching(() => Promise.resolve([hit('Wikipedia, the free encyclopedia'), hit('Other')]));
    expect(await s.testEngine(BRAVE, '', signal)).toEqual({ count: 2, first: 'Wikipedia, the free encyclopedia' });
    expect(s.asked).toEqual([{ words: 'Wikipedia', count: 10, language: 'de-AT' }]);
    expect([s.keys, s.rested]).toEqual([['saved'], [JSON.stringify(BRAVE)]]);
  });

  it('that finds nothing is no trouble', async () => {
    expect(await searching(() => Promise.resolve([])).testEngine(BRAVE, '', signal)).toEqual({ count: 0, first: '' });
  });

  it('asks with the key that was typed, and takes it up though the page that typed it was closed', async () => {
    const s = searching(() => Promise.resolve([]));
    await withTypedKey(ORIGIN, SECRET, async (name) => {
      await s.testEngine(BRAVE, name, signal);
      expect(s.keys).toEqual([name]);
      expect(typed).toEqual({});
    });
  });

  it('says what is wrong with its cure, and lets it rest', async () => {
    const trouble = { code: 'search.quota', message: 'All is used up.', hint: 'Wait for the next month.' } as const;
    const s = searching(() => Promise.reject(new SearchFailure(trouble)));
    await expect(s.testEngine(BRAVE, '', signal)).rejects.toMatchObject({ error: trouble });
    expect(s.rested).toEqual([]);
  });

  it('shows no key, however the engine repeats it', async () => {
    cells[`key/${ORIGIN}`] = SECRET;
    const found = searching(() => Promise.resolve([hit(`Results for ${SECRET}`)]));
    expect(await found.testEngine(BRAVE, '', signal)).toEqual({ count: 1, first: 'Results for [key]' });
    const refused = { code: 'search.unauthorised', message: `${SECRET} is unknown.`, hint: `Not ${SECRET}.` } as const;
    const thrown: unknown = await searching(() => Promise.reject(new SearchFailure(refused)))
      .testEngine(BRAVE, '', signal)
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(UserFacingError);
    expect((thrown as UserFacingError).error).toEqual({
      ...refused,
      message: '[key] is unknown.',
      hint: 'Not [key].',
    });
  });
});

it('what stands before a question of the web is told without asking anybody', async () => {
  const search = { engines: [BRAVE, { engine: 'wikipedia', endpoint: '', cx: '' } as const] };
  cells['settings'] = { ...settingsOf({ model: 'm' }), search, maxSteps: 9, tokenBudget: 5000 };
  const s = searching(() => Promise.resolve([]), { canReadPages: () => Promise.resolve(true) });
  expect(await s.estimateSearch()).toMatchObject({
    estimate: { calls: 9, input: 7, metered: true },
    again: { calls: 3, input: 5 },
    chat: { calls: 1, input: 2 },
    engines: ['Brave Search', 'Wikipedia'],
    pages: true,
  });
  expect(s.asked).toEqual([]);
});
