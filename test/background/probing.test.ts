/** The test of a model that is not saved yet, and the list of a server’s models, with the key of the moment. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenLine } from '../../src/chrome/offscreen/line.ts';
import { createModelProber } from '../../src/background/probing.ts';
import type { CallUnderWay } from '../../src/chrome/storage/call-under-way.ts';
import { openKeyedAccess, withTypedKey } from '../../src/chrome/storage/keys.ts';
import type { Tokens } from '../../src/lib/agent/budget/usage.ts';
import type { Candidate } from '../../src/lib/protocol/requests/model.ts';
import { builtIn } from '../kit/models/built-in-model.ts';
import { WINDOW } from '../kit/models/fake-language-model.ts';
import { hang, json, refuse, reply } from '../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../kit/models/model-server.ts';
import { probedModel } from '../kit/models/probed-model.ts';
import { chat } from '../kit/models/probing.ts';
import { FORMATS } from '../kit/wire/formats.ts';
import { offscreenWorld } from '../kit/protocol/offscreen-world.ts';
import { requestRules } from '../kit/web/request-rules.ts';

const [cells, typed]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
const area = (held: Record<string, unknown>) => ({
  get: (name: string) => Promise.resolve({ [name]: held[name] }),
  set: (values: object) => Promise.resolve(void Object.assign(held, values)),
  remove: (name: string) => Promise.resolve(void Reflect.deleteProperty(held, name)),
});
let allowed = true;
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer(undefined, { models: ['test-model', 'other'] });
  const chrome = {
    storage: { local: area(cells), session: area(typed) },
    runtime: { id: 'abcdefghijklmnopabcdefghijklmnop' },
    declarativeNetRequest: requestRules().api,
    permissions: { contains: () => Promise.resolve(allowed) },
  };
  Object.defineProperty(globalThis, 'chrome', { value: chrome, configurable: true });
});
afterAll(() => server.close());
beforeEach(() => chat(server, probedModel()));

const signal = new AbortController().signal;
const recorded: { id: string; seq: number; candidate: Candidate; spent: Tokens }[] = [];
const begun = new Set<string>();
const underWay = new Map<string, CallUnderWay>();
let canRecord = true;
const createProber = (openLine: OpenLine) =>
  createModelProber({
    openLine,
    openAccess: openKeyedAccess,
    recordCall: (id, seq, tested, spent) =>
      canRecord
        ? Promise.resolve(void recorded.push({ id, seq, candidate: tested, spent }))
        : Promise.reject(new Error()),
    saveCall: (id, call) => Promise.resolve(void (call === null ? underWay.delete(id) : underWay.set(id, call))),
    loadCalls: () => Promise.resolve(new Map(underWay)),
    claim: (id) => Promise.resolve(!begun.has(id) && begun.add(id).has(id)),
  });
const { testModel, listModels: list } = createProber(offscreenWorld(null).offscreen.open);
const test = (tested: Candidate, until: AbortSignal) => testModel(tested, crypto.randomUUID(), until);
const candidate = (key = 'saved') => ({
  provider: 'openai-compatible' as const,
  endpoint: server.url,
  model: 'test-model',
  key,
  contextTokens: 8192,
  keepAlive: 5,
});

it('tests a model as a run would use it, with the key that is being entered', async () => {
  const before = server.requests.length;
  recorded.splice(0);
  const report = await withTypedKey(server.url, 'entered-just-now', (name) => test(candidate(name), signal));
  expect(report).toMatchObject({ ok: true, found: { toolCalling: 'native', pictures: true } });
  const keys = server.requests.slice(before).map(({ headers }) => headers.authorization);
  expect(new Set(keys)).toEqual(new Set(['Bearer entered-just-now']));
  const chats = server.requests.slice(before).filter(({ path }) => path === '/v1/chat/completions');
  expect(recorded.map(({ seq }) => seq)).toEqual(chats.map((_, n) => n));
  expect(new Set(recorded.map(({ id }) => id)).size).toBe(1);
  for (const { candidate: tested, spent } of recorded) {
    expect(tested.model).toBe('test-model');
    expect(spent.input).toBeGreaterThan(0);
  }
});

/** Its second chat is never answered. */
function hangAtTools(onHang: () => void): void {
  const answer = probedModel();
  chat(server, (exchange, wire) => {
    if (!JSON.stringify(exchange.body).includes('Dover')) return answer(exchange, wire);
    onHang();
    return hang()(exchange, wire);
  });
}

it('counts a test that is stopped, with the call that was under way, and says what is known by then', async () => {
  const stop = new AbortController();
  hangAtTools(() => stop.abort());
  recorded.splice(0);
  const report = await test(candidate(), stop.signal);
  expect(report.checks.map(({ name }) => name)).toContain('reply');
  expect(recorded.map(({ seq, spent }) => [seq, spent.input > 0])).toEqual([
    [0, true],
    [1, true],
  ]);
});

it('has counted what ended before its worker died, counts the call under way, and is not made again by the next one', async () => {
  const world = offscreenWorld(null);
  const hanging = new Promise<void>((resolve) => hangAtTools(resolve));
  recorded.splice(0);
  void createProber(world.offscreen.open).testModel(candidate(), 'one', signal);
  await hanging;
  expect(recorded.map(({ id, seq }) => [id, seq])).toEqual([['one', 0]]);
  const next = createProber(world.nextWorker().offscreen.open);
  const before = server.requests.length;
  const ask = () =>
    expect(next.testModel(candidate(), 'one', signal)).rejects.toMatchObject({ error: { code: 'probe.cut' } });
  canRecord = false;
  await ask();
  expect(underWay.has('one')).toBe(true); // until it is counted
  canRecord = true;
  await ask();
  await ask();
  expect(underWay.has('one')).toBe(false);
  expect(server.requests.length).toBe(before);
  expect(recorded.map(({ id, seq, spent }) => [id, seq, spent.input > 0])).toEqual([
    ['one', 0, true],
    ['one', 1, true],
  ]);
});

it('counts a call whose worker died at the next test of any model, if nobody asks for its own, and none that goes on', async () => {
  const world = offscreenWorld(null);
  const hangs = () => new Promise<void>((resolve) => hangAtTools(resolve));
  let hanging = hangs();
  void createProber(world.offscreen.open).testModel(candidate(), 'closed', signal);
  await hanging;
  recorded.splice(0);
  const next = createProber(world.nextWorker().offscreen.open);
  const stop = new AbortController();
  hanging = hangs();
  const second = next.testModel(candidate(), 'second', stop.signal);
  await hanging;
  expect(recorded.map(({ id, seq }) => [id, seq])).toEqual([
    ['closed', 1],
    ['second', 0],
  ]);
  await next.testModel({ ...candidate(), provider: 'extractive', endpoint: '' }, 'third', signal);
  expect([recorded.length, [...underWay.keys()]]).toEqual([2, ['second']]);
  stop.abort();
  await second;
  expect(recorded.map(({ id, seq }) => [id, seq])).toEqual([
    ['closed', 1],
    ['second', 0],
    ['second', 1],
  ]);
  expect([...underWay.keys()]).toEqual([]);
});

it('shows no key, saved or entered, however the server repeats it', async () => {
  const secret = 'Zx81Spectrum48K';
  cells[`key/${server.origin}`] = secret;
  server.respond(({ path }) =>
    path === '/v1/models'
      ? json(200, { data: [{ id: `gpt-${secret}` }] })
      : refuse(404, `${secret} knows no such model`),
  );
  const look = async (named: (work: (key: string) => Promise<void>) => Promise<void>): Promise<void> => {
    await named(async (key) => {
      const report = await test(candidate(key), signal);
      expect(report.ok).toBe(false);
      expect(JSON.stringify(report)).not.toContain(secret);
    });
    await named(async (key) => {
      expect(JSON.stringify(await list(candidate(key), signal))).toBe('[{"id":"gpt-[key]"}]');
    });
  };
  await look((work) => work('saved'));
  await look((work) => withTypedKey(server.url, secret, work));
});

it('takes up a key that was typed when its work is done, though the page that typed it was closed', async () => {
  const work: readonly ((key: string) => Promise<unknown>)[] = [
    (key) => test(candidate(key), signal),
    (key) => list(candidate(key), signal),
    (key) => list({ ...candidate(key), endpoint: 'nowhere' }, signal).catch(() => null),
  ];
  for (const one of work)
    await withTypedKey(server.url, 'entered-just-now', async (key) => {
      await one(key);
      expect(typed).toEqual({}); // before the page could
    });
});

it('takes no key out of its words that is too short to be a secret', async () => {
  cells[`key/${server.origin}`] = 'e';
  const report = await test(candidate(), signal);
  expect(report.ok).toBe(true);
  expect(JSON.stringify(report)).not.toContain('[key]');
});

it('tests the embedded engine without a word to anybody', async () => {
  const before = server.requests.length;
  const report = await test({ ...candidate(), provider: 'extractive', endpoint: '' }, signal);
  expect(report.ok).toBe(true);
  expect(await list({ provider: 'extractive', endpoint: '', key: 'none' }, signal)).toEqual([]);
  expect(server.requests.length).toBe(before);
});

it('lists the models of a server with what is known of each', async () => {
  server.respond(() => json(200, { data: [{ id: 'a', max_model_len: 4096, context_length: 9000 }, { id: 'b' }] }));
  expect(await list(candidate('none'), signal)).toEqual([{ id: 'a', contextTokens: 4096 }, { id: 'b' }]);
});

it('says why there is no list, and what to do', async () => {
  server.respond(() => refuse(401, 'no'));
  await expect(list(candidate('none'), signal)).rejects.toMatchObject({
    error: { code: 'model.unauthorized', hint: expect.stringContaining('valid key') as string },
  });
  server.respond(() => reply());
  await expect(list(candidate('none'), signal)).rejects.toMatchObject({ error: { code: 'model.no-list' } });
});

it('knows when it is the browser that keeps it from a server', async () => {
  allowed = false;
  const report = await test({ ...candidate('none'), endpoint: 'http://127.0.0.1:1/v1' }, signal);
  allowed = true;
  expect(report.checks.at(-1)).toMatchObject({
    name: 'server',
    hint: expect.stringContaining('allow access') as string,
  });
});

describe('Chrome’s built-in model', () => {
  const chrome = {
    provider: 'chrome',
    endpoint: '',
    key: 'none',
    model: 'gemini-nano',
    contextTokens: 4096,
    keepAlive: 5,
  } as const;

  it('is looked for before it is asked anything', async () => {
    const { world } = builtIn({ availability: () => 'downloadable' });
    const report = await createProber(world.offscreen.open).testModel(chrome, 'absent', signal);
    expect(report).toMatchObject({ ok: false, checks: [{ name: 'model', state: 'bad' }], found: {} });
    expect(report.checks[0]?.hint).toMatch(/download/i);
  });

  it('is tried where it is there, and its own window is what counts', async () => {
    const { world } = builtIn({ pieces: ['Rea', 'dy.'] });
    const report = await createProber(world.offscreen.open).testModel(chrome, 'present', signal);
    expect(report.checks.map(({ name }) => name).slice(0, 2)).toEqual(['model', 'reply']);
    expect(report.found.contextTokens).toBe(WINDOW);
  });
});

it.each(FORMATS.map((format) => [format.protocol.provider, format] as const))(
  'finds a model of %s in its list, and hears it',
  async (provider, format) => {
    const own = await startModelServer(undefined, { format });
    const report = await test({ ...candidate('none'), provider, endpoint: own.url }, signal);
    await own.close();
    expect(report.checks.find(({ name }) => name === 'model')?.detail).toBe('test-model is there.');
    expect(report).toMatchObject({ ok: true, found: { toolCalling: expect.any(String) as string } });
  },
);
