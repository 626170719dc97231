/** What a test finds out about a model that answers, asked of a real server that can and cannot do all sorts of things. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/lib/base/clock.ts';
import { probe } from '../../../src/lib/probe/probe.ts';
import { CHECKS } from '../../../src/lib/protocol/requests/model.ts';
import { agentModel } from '../../kit/models/agent-model.ts';
import { figuresOf, gate, refuse, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type Behaviour, type ModelServer } from '../../kit/models/model-server.ts';
import { probedModel } from '../../kit/models/probed-model.ts';
import { chat, line, probeOf, SERVERLESS, states, ticking, type ProbeOptions } from '../../kit/models/probing.ts';
import { roughCounter } from '../../kit/runs/world.ts';

let server: ModelServer;
const ids = ['llama3.2:3b', 'qwen3:latest', 'gemma3:4b', ...Array.from({ length: 20 }, (_, n) => `other-${n}`)];
beforeAll(async () => {
  server = await startModelServer(undefined, { models: ids });
});
afterAll(() => server.close());
beforeEach(() => chat(server, probedModel()));

const test = (options?: ProbeOptions, signal?: AbortSignal) => probeOf(server.url, options, signal);

describe('a test of a model', () => {
  it('looks at everything, in order, and finds what the settings should say [J8d]', async () => {
    const report = await test({ about: { servedTokens: 16_384 } });
    expect(states(report)).toEqual(CHECKS.map((name) => `${name} fine`));
    expect(report.ok).toBe(true);
    expect(report.found).toEqual({ contextTokens: 16_384, toolCalling: 'native', pictures: true });
    expect(report.checks.every(({ detail }) => detail !== '')).toBe(true);
    expect(line(report, 'speed')?.detail).toMatch(/^First word after .* tokens a second.* took about [\d,]+ tokens\.$/);
  });

  it('makes few short calls', async () => {
    chat(server, probedModel({ tools: 'none', refuses: false }));
    const before = server.calls.length;
    await test();
    const calls = server.calls.slice(before);
    expect(calls).toHaveLength(5);
    for (const { body } of calls) expect((body as { max_tokens: number }).max_tokens).toBeLessThanOrEqual(1024);
  });

  it.each([
    ['native', 'native', true, 'fine'],
    ['json', 'json', true, 'fine'],
    ['json', 'json', false, 'fine'],
    ['text', 'text', true, 'fine'],
    ['text', 'text', false, 'fine'],
    ['none', 'text', false, 'limited'],
  ] as const)('finds that tools are called: %s', async (tools, found, refuses, state) => {
    chat(server, probedModel({ tools, refuses }));
    const report = await test();
    expect(report.found.toolCalling).toBe(found);
    expect(line(report, 'tools')?.state).toBe(state);
    expect(report.ok).toBe(true);
  });

  it('takes no call for one whose arguments do not fit', async () => {
    chat(server, (exchange, wire) => {
      const calls = [{ name: 'read_tide_gauge', arguments: { reasoning: 'It knows.', harbor: 'Dover' } }];
      return reply('tools' in (exchange.body as object) ? { calls } : { text: 'High.' })(exchange, wire);
    });
    expect(line(await test(), 'tools')?.state).toBe('limited');
  });

  it.each([
    ['yes', true, 'fine'],
    ['refuses', false, 'limited'],
    ['guesses', false, 'limited'],
  ] as const)('finds whether it sees: %s', async (sees, pictures, state) => {
    chat(server, probedModel({ sees }));
    for (const pick of [0, 1, 2, 3]) {
      const report = await test({ pick: () => pick });
      expect([report.found.pictures, line(report, 'pictures')?.state]).toEqual([pictures, state]);
    }
  });

  it('shows no picture to a model of which the server says that it sees none', async () => {
    const before = server.calls.length;
    expect((await test({ about: { pictures: false } })).found.pictures).toBe(false);
    expect(JSON.stringify(server.calls.slice(before).map(({ body }) => body))).not.toContain('image');
  });

  it('leaves open what was cut', async () => {
    const blinking =
      (behaviour: Behaviour): Behaviour =>
      (exchange, wire) =>
        (JSON.stringify(exchange.body).includes('image_url') ? behaviour : probedModel())(exchange, wire);
    chat(server, blinking(reply({ text: 'Let me look', finish: 'length' })));
    expect(line(await test(), 'pictures')?.state).toBe('unknown');
    chat(server, blinking(refuse(429, 'Slow down')));
    const report = await test();
    expect(line(report, 'pictures')?.state).toBe('unknown');
    expect(report.found).not.toHaveProperty('pictures');
    expect(line(report, 'speed')?.state).toBe('fine');
  });

  it.each([
    [
      { servedTokens: 4096, contextTokens: 131_072 },
      'limited',
      4096,
      /Lower the context size to 4,096\..*OLLAMA_CONTEXT_LENGTH=8192/,
    ],
    [{ servedTokens: 8192 }, 'fine', 8192, /^$/],
    [{ contextTokens: 4096 }, 'limited', 4096, /Lower the context size to 4,096\.$/],
    [{ contextTokens: 131_072 }, 'unknown', undefined, /server’s own options/],
    [{}, 'unknown', undefined, /settings say 8,192/],
    [{ servedTokens: 512 }, 'bad', undefined, /--ctx-size/],
  ] as const)('of a window of %j says: %s', async (about, state, contextTokens, hint) => {
    const report = await test({ about });
    expect(line(report, 'window')).toMatchObject({ state, hint: expect.stringMatching(hint) as string });
    expect(report.found.contextTokens).toBe(contextTokens);
    expect(line(report, 'tools')?.state).toBe('fine');
  });

  it('finds a server out that cuts what it is sent, by its own figures', async () => {
    chat(
      server,
      probedModel({
        tools: 'json',
        more: { figures: (exchange, answer) => ({ ...figuresOf(exchange, answer), input: 20 }) },
      }),
    );
    const report = await test({ about: { servedTokens: 32_768 } });
    expect(line(report, 'window')).toMatchObject({ state: 'bad' });
    expect(report.ok).toBe(false);
    expect(report.checks.at(-1)?.name).toBe('speed');
  });

  it('sees whether an answer comes bit by bit', async () => {
    let now = 0;
    const late: Clock = { ...ticking(), now: () => now };
    const first = gate();
    chat(server, probedModel({ more: { before: { 0: () => first.pass() } } }));
    const report = test({ clock: late });
    await first.reached;
    now = 5000;
    first.release();
    expect(line(await report, 'streaming')?.state).toBe('limited');
    chat(server, probedModel({ more: { size: 1000 } }));
    expect(line(await test(), 'streaming')?.state).toBe('limited');
  });

  it.each([
    [1, 'fine'],
    [400, 'limited'],
    [20_000, 'limited'],
  ])('judges the speed at %i ms a piece', async (step, state) => {
    expect(line(await test({ clock: ticking(step) }), 'speed')?.state).toBe(state);
  });

  it('says of the embedded engine that it needs nothing', async () => {
    const before = server.requests.length;
    const report = await test({ config: { provider: 'extractive', endpoint: '' } });
    expect(report).toMatchObject({ ok: true, checks: [{ name: 'reply', state: 'fine' }], found: {} });
    expect(server.requests.length).toBe(before);
  });

  it('looks at what there is of a model without a server', async () => {
    const model = agentModel([], {
      toolCalling: 'none',
      contextTokens: 6144,
      other: () => ({ text: 'one, two, three, four, five' }),
    });
    const report = await probe(
      {
        config: SERVERLESS,
        model,
        server: null,
        clock: ticking(),
        tokens: roughCounter,
        onBegun: () => undefined,
        onSpent: () => undefined,
        pick: () => 0,
      },
      new AbortController().signal,
    );
    expect(states(report).slice(0, 3)).toEqual(['reply fine', 'streaming fine', 'window fine']);
    expect(report.found).toMatchObject({ contextTokens: 6144, pictures: false });
  });
});
