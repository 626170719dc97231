/** What ends a test of a model, and what is known by then. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  endless,
  hang,
  html,
  inTurn,
  json,
  ollamaForbidden,
  redirect,
  refuse,
  reply,
} from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { probedModel } from '../../kit/models/probed-model.ts';
import { chatCompletions } from '../../kit/wire/chat-completions.ts';
import { chat, fault, line, probeOf, states, ticking, type ProbeOptions } from '../../kit/models/probing.ts';

let server: ModelServer;
let listless: ModelServer;
const ids = ['llama3.2:3b', 'qwen3:latest', 'gemma3:4b', ...Array.from({ length: 20 }, (_, n) => `other-${n}`)];
beforeAll(async () => {
  server = await startModelServer(undefined, { models: ids });
  listless = await startModelServer(undefined, { models: null });
});
afterAll(() => Promise.all([server.close(), listless.close()]));
beforeEach(() => chat(server, probedModel()));

const test = (options?: ProbeOptions, signal?: AbortSignal) => probeOf(server.url, options, signal);

describe('what stops a test', () => {
  it.each([
    ['', /web address/],
    ['localhost:11434', /localhost:/],
    ['ftp://a.example/v1', /ftp:/],
    ['https://me:secret@a.example/v1', /user name/],
    ['https://a.example/v1?key=secret', /query/],
  ])('is the address %j, before anything is sent', async (endpoint, words) => {
    const before = server.requests.length;
    const report = await test({ config: { endpoint } });
    expect(states(report)).toEqual(['address bad']);
    expect(fault(report)?.detail).toMatch(words);
    expect(JSON.stringify(report)).not.toContain('secret');
    expect(server.requests.length).toBe(before);
  });

  it.each([
    ['http://api.example/v1', 'limited', /^Warning/],
    ['http://192.168.1.20:1234/v1', 'fine', /read along/],
    ['http://studio:1234/v1', 'fine', /read along/],
    ['http://[fd00::1]:1234/v1', 'fine', /read along/],
    ['http://172.32.0.1/v1', 'limited', /^Warning/],
    ['http://127.0.0.1:1234/v1', 'fine', /well-formed/],
    ['http://localhost:1234/v1', 'fine', /well-formed/],
    ['https://api.example/v1', 'fine', /well-formed/],
  ])('is no address like %s, of which it says how safe it is', async (endpoint, state, words) => {
    const down: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const report = await test({ config: { endpoint }, fetch: down });
    expect(states(report)).toEqual([`address ${state}`, 'server bad']);
    expect(report.checks[0]?.detail).toMatch(words);
  });

  it('is a missing name', async () => {
    expect(states(await test({ config: { model: ' ' } }))).toEqual(['address fine', 'model bad']);
  });

  it('is a server that does not run, or one that the browser keeps us from', async () => {
    const down: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(fault(await test({ fetch: down }))?.hint).toMatch(/^Start the server/);
    const report = await test({ fetch: down, server: { mayReach: false } });
    expect(fault(report)).toMatchObject({ name: 'server', hint: expect.stringMatching(/allow access/) as string });
  });

  it.each([
    ['401', refuse(401, 'no'), 'key', /valid key/],
    ['402', refuse(402, 'No credit'), 'key', /Add credit/],
    ['403 from Ollama', ollamaForbidden(), 'origin', /OLLAMA_ORIGINS=chrome-extension:\/\/abcdefghijklmnop/],
    ['403 with words', refuse(403, 'Not in your region'), 'key', /from your region/],
    ['a redirect', redirect('http://127.0.0.1:9/'), 'server', /final address/],
    ['HTML', html(), 'server', /base address/],
  ] as const)(
    'is %s, asked for the list or, where there is none, for an answer',
    async (_name, behaviour, step, hint) => {
      server.respond(() => behaviour);
      const report = await test();
      expect(fault(report)).toMatchObject({ name: step, hint: expect.stringMatching(hint) as string });
      expect(report.checks.at(-1)).toBe(fault(report));
      if (step === 'server') return;
      listless.respond(({ path }) => (path === '/v1/chat/completions' ? behaviour : undefined));
      const late = await test({ config: { endpoint: listless.url } });
      listless.respond(() => undefined);
      expect(states(late)).toEqual(states(report));
    },
  );

  it('is a model that is not there: the most similar names come first, eight at most', async () => {
    chat(server, refuse(404, "model 'gemma3' not found"));
    const report = await test({ config: { model: 'gemma3' } });
    expect(states(report)).toEqual(['address fine', 'server fine', 'origin fine', 'key fine', 'model bad']);
    expect(fault(report)?.hint).toMatch(/^Choose one that is there: gemma3:4b, /);
    expect(fault(report)?.hint.split(', ')).toHaveLength(8);
    chat(server, refuse(400, 'no'));
    expect(states(await test({ config: { model: 'gemma3' } })).slice(4)).toEqual(['model bad', 'reply bad']);
  });

  it('is no missing list, and no model that answers without being in it', async () => {
    listless.respond(({ path }) => (path === '/v1/chat/completions' ? probedModel() : undefined));
    const report = await test({ config: { endpoint: listless.url } });
    listless.respond(() => undefined);
    expect(report.ok).toBe(true);
    expect(line(await test({ config: { model: 'alias' } }), 'model')?.state).toBe('fine');
    expect(line(await test({ config: { model: 'qwen3' } }), 'model')?.detail).toBe('qwen3 is there.');
  });

  it('is a path without its version, at a server that answers 200 to every path', async () => {
    const unknown = (path: string) => json(200, { error: `Unexpected endpoint or method. (${path})` });
    server.respond(({ method, path }) => unknown(`${method} ${path}`));
    const report = await test({ config: { endpoint: server.origin } });
    expect(fault(report)?.hint).toMatch(/did you forget \/v1/);
  });

  it('is no dialect that a server insists on', async () => {
    chat(server, inTurn(refuse(422, 'stream_options: Extra inputs are not permitted'), probedModel()));
    expect((await test()).ok).toBe(true);
  });

  it.each([
    ['429', refuse(429, 'Slow down')],
    ['500', refuse(500, 'Broken')],
    ['a reply that breaks off', reply({ stopAfter: { events: 1, how: 'destroy' } })],
    ['an empty reply', reply({ text: '' })],
    ['JSON', json(200, {})],
  ] as const)('is %s instead of an answer', async (_name, behaviour) => {
    chat(server, behaviour);
    const report = await test();
    expect(report.checks.at(-1)).toMatchObject({
      name: 'reply',
      state: 'bad',
      hint: expect.stringMatching(/./) as string,
    });
    expect(states(report)).toHaveLength(6);
  });

  it('is silence, in the end', async () => {
    server.respond(() => hang());
    expect(states(await test({ timeouts: { connect: 30 } }))).toEqual(['address fine', 'server bad']);
    chat(server, hang());
    expect(fault(await test({ timeouts: { firstChunk: 30 } }))).toMatchObject({ name: 'reply' });
  });

  it('is a model that is slow, which is no fault of it: a short answer is not finished in time', async () => {
    chat(server, endless(chatCompletions));
    const report = await test({ timeouts: { total: 300 } });
    expect(report.checks.at(-1)).toMatchObject({
      name: 'reply',
      state: 'limited',
      hint: expect.stringContaining('allow more time') as string,
    });
    expect(report.ok).toBe(true);
  });

  it('is the person, at any time: what is known by then is said', async () => {
    server.respond(() => hang());
    const abort = new AbortController();
    const report = test({}, abort.signal);
    abort.abort();
    expect(states(await report)).toEqual(['address fine']);
    const later = new AbortController();
    const answer = probedModel();
    chat(server, (exchange, wire) => {
      if (!JSON.stringify(exchange.body).includes('Dover')) return answer(exchange, wire);
      later.abort();
      return wire.gone;
    });
    expect(states(await test({ about: { servedTokens: 8192 } }, later.signal)).at(-1)).toBe('window fine');
  });

  it('is time: what is left then is left open, and what was found stays', async () => {
    const deadline = new AbortController();
    const clock = { ...ticking(), timeout: () => deadline.signal };
    const answer = probedModel();
    chat(server, (exchange, wire) => {
      if (!JSON.stringify(exchange.body).includes('Dover')) return answer(exchange, wire);
      deadline.abort();
      return wire.gone;
    });
    const report = await test({ clock, about: { servedTokens: 8192 } });
    expect(states(report).slice(-5)).toEqual([
      'streaming fine',
      'window fine',
      'tools unknown',
      'pictures unknown',
      'speed fine',
    ]);
    expect(report).toMatchObject({ ok: true, found: { contextTokens: 8192 } });
  });
});
