import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nearest } from '../../../src/lib/base/nearest.ts';
import { PROBE_TIMEOUTS, probeEndpoint, type ProbeConfig } from '../../../src/lib/models/probe.ts';
import { startModelServer, type Behaviour, type ModelServer } from '../../kit/model-server.ts';
import { hang, html, inTurn, json, ollamaForbidden, redirect, refuse, reply } from '../../kit/model-server-replies.ts';

vi.setConfig({ testTimeout: 120_000 }); // a busy machine is no failure

let server: ModelServer;
let listless: ModelServer;
const ids = ['llama3.2:3b', 'qwen3:latest', 'gemma3:4b', ...Array.from({ length: 20 }, (_, n) => `other-${n}`)];
beforeAll(async () => {
  server = await startModelServer(undefined, { models: ids });
  listless = await startModelServer(undefined, { models: null });
});
afterAll(() => Promise.all([server.close(), listless.close()]));
beforeEach(() => server.respond(() => undefined));

async function probe(config: Partial<ProbeConfig> = {}, signal = new AbortController().signal) {
  return probeEndpoint(
    {
      endpoint: server.url,
      model: 'gemma3:4b',
      fetch: globalThis.fetch,
      extensionOrigin: 'chrome-extension://abcdefghijklmnop',
      ...config,
    },
    signal,
  );
}

/** Behaviour for chat completions alone; the list of models stays. */
function chat(behaviour: Behaviour): void {
  server.respond(({ path }) => (path === '/v1/chat/completions' ? behaviour : undefined));
}

const names = (lines: Awaited<ReturnType<typeof probe>>): string[] =>
  lines.map(({ name, ok }) => `${name} ${String(ok)}`);
const fault = (lines: Awaited<ReturnType<typeof probe>>) => lines.find(({ ok }) => !ok);

describe('the connection test', () => {
  it('passes every step of a server that works', async () => {
    const lines = await probe();
    expect(names(lines)).toEqual(['address true', 'server true', 'key true', 'model true', 'reply true']);
    expect(lines.every(({ detail, cure }) => detail !== '' && cure === '')).toBe(true);
  });

  it.each([
    ['', /web address/],
    ['localhost:11434', /localhost:/],
    ['ftp://a.example/v1', /ftp:/],
    ['https://me:secret@a.example/v1', /user name/],
    ['https://a.example/v1?key=secret', /query/],
  ])('finds the address %j wrong before anything is sent', async (endpoint, words) => {
    const before = server.requests.length;
    const [line, ...rest] = await probe({ endpoint });
    expect(line).toMatchObject({ name: 'address', ok: false });
    expect(line?.detail).toMatch(words);
    expect(line?.detail).not.toContain('secret');
    expect(rest).toEqual([]);
    expect(server.requests.length).toBe(before);
  });

  it.each([
    ['http://api.example/v1', /^Warning/],
    ['http://192.168.1.20:1234/v1', /read along/],
    ['http://studio:1234/v1', /read along/],
    ['http://[fd00::1]:1234/v1', /read along/],
    ['http://172.32.0.1/v1', /^Warning/],
    ['http://127.0.0.1:1234/v1', /well-formed/],
    ['http://localhost:1234/v1', /well-formed/],
    ['https://api.example/v1', /well-formed/],
  ])('says of %s how safe it is', async (endpoint, words) => {
    const down: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const [line, next] = await probe({ endpoint, fetch: down });
    expect(line).toMatchObject({ name: 'address', ok: true });
    expect(line?.detail).toMatch(words);
    expect(next).toMatchObject({ name: 'server', ok: false });
  });

  it('asks for a model’s name', async () => {
    expect(fault(await probe({ model: ' ' }))).toMatchObject({ name: 'model' });
  });

  it.each([
    ['401', refuse(401, 'no'), 'key', /valid key/],
    ['403 from Ollama', ollamaForbidden(), 'key', /OLLAMA_ORIGINS=chrome-extension:\/\/abcdefghijklmnop/],
    ['a redirect', redirect('http://127.0.0.1:9/'), 'server', /final address/],
    ['HTML', html(), 'server', /base URL/],
  ] as const)('names the step that %s stops, asked for the list of models', async (_name, behaviour, step, cure) => {
    server.respond(() => behaviour);
    const lines = await probe();
    expect(fault(lines)?.name).toBe(step);
    expect(fault(lines)?.cure).toMatch(cure);
    expect(lines.at(-1)).toBe(fault(lines));
  });

  it('goes on without a list of models', async () => {
    expect(names(await probe({ endpoint: listless.url }))).toEqual(names(await probe()));
  });

  it('says which models are there when the one asked for is not, the most similar first, eight at most', async () => {
    chat(refuse(404, "model 'gemma3' not found"));
    const lines = await probe({ model: 'gemma3' });
    expect(names(lines)).toEqual(['address true', 'server true', 'key true', 'model false']);
    const listed = fault(lines);
    expect(listed?.cure).toMatch(/^Choose one that is there: gemma3:4b, /);
    expect(listed?.cure.split(', ')).toHaveLength(8);
    chat(refuse(400, 'no'));
    expect(names(await probe({ model: 'gemma3' })).slice(3)).toEqual(['model false', 'reply false']);
  });

  it('says so when the list holds a model that the server then denies, or there is no list', async () => {
    chat(refuse(404, 'The model `gemma3:4b` does not exist', 'model_not_found'));
    expect(fault(await probe())?.detail).toContain('no model called gemma3:4b');
    listless.respond(() => refuse(404, 'The model `gemma3:4b` does not exist', 'model_not_found'));
    const lines = await probe({ endpoint: listless.url });
    listless.respond(() => undefined);
    expect(fault(lines)).toMatchObject({ name: 'model' });
  });

  it('believes the answer more than the list', async () => {
    expect(names(await probe({ model: 'alias' })).at(3)).toBe('model true');
    expect((await probe({ model: 'qwen3' }))[3]?.detail).toBe('qwen3 is there.');
  });

  it('speaks the dialect that a server insists on', async () => {
    chat(inTurn(refuse(422, 'stream_options: Extra inputs are not permitted'), reply()));
    expect(fault(await probe())).toBeUndefined();
  });

  it.each([
    ['429', refuse(429, 'Slow down'), 'reply'],
    ['500', refuse(500, 'Broken'), 'reply'],
    ['402', refuse(402, 'No credit'), 'key'],
    ['a reply that breaks off', reply({ stopAfter: { events: 1, how: 'destroy' } }), 'reply'],
    ['an empty reply', reply({ text: '' }), 'reply'],
    ['JSON', json(200, {}), 'reply'],
  ] as const)('says what is wrong when the answer is %s', async (_name, behaviour, step) => {
    chat(behaviour);
    const lines = await probe();
    expect(fault(lines)?.name).toBe(step);
    expect(fault(lines)?.cure).not.toBe('');
  });

  it('ends in a line when the server is silent', async () => {
    server.respond(() => hang());
    const timeouts = { ...PROBE_TIMEOUTS, connect: 30 };
    expect(fault(await probe({ timeouts }))).toMatchObject({ name: 'server' });
    chat(hang());
    expect(fault(await probe({ timeouts: { ...PROBE_TIMEOUTS, firstChunk: 30 } }))).toMatchObject({ name: 'reply' });
  });

  it('ends at once when it is aborted, with what it knew', async () => {
    server.respond(() => hang());
    const abort = new AbortController();
    const lines = probe({}, abort.signal);
    abort.abort();
    expect(names(await lines)).toEqual(['address true']);
  });
});

describe('nearest', () => {
  it('puts the most similar names first and keeps to the number asked for', () => {
    expect(nearest('gpt4o', ['claude', 'gpt-4o', 'o3', 'gpt-4o-mini'], 2)).toEqual(['gpt-4o', 'gpt-4o-mini']);
    expect(nearest('', ['b', 'a'], 8)).toEqual(['a', 'b']);
  });
});
