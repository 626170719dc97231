import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSearchEngine } from '../../../../src/lib/pipeline/engines/engines.ts';
import { SearchFailure } from '../../../../src/lib/pipeline/engines/search-failure.ts';
import { ENGINE_IDS, type SearchEngine, type SearchHit } from '../../../../src/lib/pipeline/engines/types.ts';
import type { SearchLimits } from '../../../../src/lib/pipeline/engines/engine-exchange.ts';
import { PATIENT, QUERY, REFUSALS, searchCases, type SearchCase } from '../../../kit/web/search-conformance.ts';
import { searchFixture } from '../../../kit/web/search-fixtures.ts';
import { fetchAt, startSearchServer, TEST_CX, type SearchServer } from '../../../kit/web/search-server.ts';

const never = new AbortController().signal;

describe.each(ENGINE_IDS)('%s: one search is one request, and ends in hits or a failure', (id) => {
  let server: SearchServer;
  beforeAll(async () => (server = await startSearchServer()));
  afterAll(() => server.close());
  beforeEach(() => server.misbehave(() => undefined));

  /** At its own address where it has one. */
  function engine(limits: Partial<SearchLimits> = {}): SearchEngine {
    const endpoint = id === 'searxng' ? server.origin : '';
    return createSearchEngine({ engine: id, endpoint, cx: TEST_CX }, fetchAt(server).fetch, { ...PATIENT, ...limits });
  }

  it.each(searchCases(id))('$name', async ({ server: behaviour, query = QUERY, limits, ends }) => {
    server.misbehave(() => behaviour);
    const before = server.requests.length;
    const seen = await outcome(engine(limits).search(query, never));
    expect(server.requests.length - before).toBe(1);
    meets(seen, ends);
  });

  it('leaves out of the list only what it has a reason for', () => {
    const names = searchCases(id).map(({ name }) => name);
    const { without, source } = searchFixture(id);
    expect(new Set(names).size).toBe(names.length);
    expect(source).toMatch(/^https:/);
    for (const name of REFUSALS) {
      if (name in without) expect(without[name]).toMatch(/\S{3}/);
      else expect(names).toContain(name);
    }
  });

  it('gives an abort back as it came: before, while it waits, and in the middle of the answer', async () => {
    const quiet = await startSearchServer();
    const there = createSearchEngine(quiet.config(id), fetch, PATIENT);
    const reason = { said: 'the person pressed Stop' };
    const early = new AbortController();
    early.abort(reason);
    await expect(there.search(QUERY, early.signal)).rejects.toBe(reason);
    expect(quiet.requests).toEqual([]);

    for (const begins of [false, true]) {
      quiet.misbehave(() => async (_exchange, wire) => {
        if (begins) {
          wire.head(200, { 'content-type': 'application/json' });
          await wire.send('{"results": [');
        }
        await wire.gone;
      });
      const pressed = new AbortController();
      const search = outcome(there.search(QUERY, pressed.signal)).catch((thrown: unknown) => thrown);
      const asked = await quiet.nextSearch();
      if (begins) await quiet.sent(asked, 1);
      pressed.abort(reason);
      expect(await search).toBe(reason);
      expect((await quiet.settled(asked)).state).toBe('cut');
    }
    await quiet.close();
  });

  it('sends the words exactly, and neither cookie nor referrer nor anything of the product', async () => {
    const words = 'Größe & Preis: 100 % “潮汐” #1 + a=b?';
    await engine().search({ ...QUERY, words }, never);
    const last = server.searches.at(-1);
    expect(last).toMatchObject({ engine: id, words });
    const headers = last?.exchange.headers ?? {};
    expect(Object.keys(headers)).not.toContain('cookie');
    expect(Object.keys(headers)).not.toContain('referer');
    expect(JSON.stringify(headers)).not.toMatch(/knowledge/i);
  });

  it('reads what the scripted server says as it was scripted', async () => {
    const title = 'R&D at sea';
    const result = { url: 'https://a.example/b', title, snippet: 'Tidal <T> & “more”', published: '2024-02-29' };
    server.find((words, asked) => (words === QUERY.words && asked === id ? [result] : []));
    const own = { url: 'https://en.wikipedia.org/wiki/R%26D_at_sea', published: '' };
    expect(await engine().search(QUERY, never)).toEqual([id === 'wikipedia' ? { ...result, ...own } : result]);
    expect(await engine().search({ ...QUERY, words: 'else' }, never)).toEqual([]);
  });

  it('says who did not answer where nobody listens', async () => {
    const gone = await startSearchServer();
    await gone.close();
    const there = createSearchEngine(gone.config(id), fetch, PATIENT);
    const says = [there.label, new URL(gone.origin).host];
    meets(await outcome(there.search(QUERY, never)), { code: 'search.unreachable', retryable: true, says });
  });

  it('makes a failure of a fetch that throws whatever it likes, and of one that never ends', async () => {
    const config = server.config(id);
    const odd = createSearchEngine(config, () => Promise.reject(new RangeError('odd')), PATIENT);
    meets(await outcome(odd.search(QUERY, never)), { code: 'search.unreachable', retryable: true });
    const deaf = createSearchEngine(config, () => new Promise<Response>(() => undefined), { timeoutMs: 30 });
    meets(await outcome(deaf.search(QUERY, never)), { code: 'search.timeout', retryable: true });
  });
});

async function outcome(search: Promise<readonly SearchHit[]>): Promise<readonly SearchHit[] | SearchFailure> {
  try {
    return await search;
  } catch (error) {
    if (error instanceof SearchFailure) return error;
    throw error;
  }
}

function meets(seen: readonly SearchHit[] | SearchFailure, ends: SearchCase['ends']): void {
  if (!('code' in ends)) {
    expect(seen).toEqual(ends);
    return;
  }
  if (!(seen instanceof SearchFailure)) throw new Error(`A failure was expected, and ${seen.length} hits came.`);
  const { code, retryable, says = [] } = ends;
  expect(seen).toMatchObject({ error: { code }, retryable, retryAfterMs: ends.retryAfterMs ?? null });
  const { message, hint } = seen.error;
  for (const said of says) expect(`${message} ${hint}`).toContain(said);
  expect(message).toMatch(/^\S.*\.$/);
  expect(hint).toMatch(/^[A-Z].*\.$/);
}
