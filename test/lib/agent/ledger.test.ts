/** The ledger of whole runs: against a real server's figures, and how often a text is counted on the way. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { createTokenCounter } from '../../../src/lib/models/tokens/token-counter.ts';
import type { Bpe } from '../../../src/lib/models/tokens/bpe.ts';
import { modelAt } from '../../kit/models/http-models.ts';
import { agentReply, pastCalls, type AgentScript } from '../../kit/models/model-server-agent.ts';
import { figuresOf, type ReplyOptions } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { drive, longPage, specOf, stateOf, stored, world } from '../../kit/runs/world.ts';
import { rankBytes } from '../models/tokens/oracle.ts';

const encoded = vi.hoisted(() => [] as string[]);
vi.mock('../../../src/lib/models/tokens/bpe.ts', async (original) => {
  const real = await original<{ createBpe: (...args: readonly unknown[]) => Bpe }>();
  return {
    ...real,
    createBpe: (...args: readonly unknown[]): Bpe => {
      const bpe = real.createBpe(...args);
      return { ...bpe, countInSlices: (text) => (encoded.push(text), bpe.countInSlices(text)) };
    },
  };
});

let server: ModelServer;
beforeAll(async () => (server = await startModelServer()));
afterAll(() => server.close());

const model = () => modelAt(server.url);

const SCRIPT: AgentScript = (exchange) =>
  pastCalls(exchange).some(({ name }) => name === 'find_in_page')
    ? { text: 'The gauge keeps a record.' }
    : { text: 'Let me look.', calls: [{ name: 'find_in_page', arguments: { reasoning: 'Look.', query: 'gauge' } }] };

/** A question about a page, against the server, with a ledger that is read back as storage would give it. */
async function run(options: Omit<ReplyOptions, 'text' | 'calls'>): Promise<readonly Frame[]> {
  server.respond(() => agentReply(SCRIPT, options));
  const tokens = createTokenCounter(() => Promise.resolve(rankBytes()));
  const frames = await drive(
    world(model(), longPage(20), { tokens }),
    [],
    specOf({ job: 'ask', goal: 'What is kept?' }),
  );
  return stored(frames);
}

describe('the ledger of a run', () => {
  it('is the sum of what the provider reported, cached and reasoning tokens included [R5.5b]', async () => {
    const reported: { input: number; output: number; cached: number; reasoning: number }[] = [];
    const frames = await run({
      figures(exchange, answer) {
        const { input, output } = figuresOf(exchange, answer);
        const call = { input, output: output + 40, cached: Math.floor(input / 2), reasoning: 40 };
        reported.push(call);
        return call;
      },
    });
    const { usage, status } = stateOf(frames);
    expect(status).toBe('done');
    expect(reported.length).toBeGreaterThan(1);
    const sum = (name: 'input' | 'output' | 'cached' | 'reasoning') =>
      reported.reduce((total, call) => total + call[name], 0);
    expect(usage).toEqual({
      input: sum('input'),
      output: sum('output'),
      cached: sum('cached'),
      reasoning: sum('reasoning'),
      lost: 0,
      calls: reported.length,
    });
    for (const frame of frames) if (frame.kind === 'usage') expect(frame.source).toBe('provider');
  });

  it.each([
    ['nothing', {}],
    ['no numbers', { prompt_tokens: null, completion_tokens: null }],
    ['what cannot be', { prompt_tokens: -1, completion_tokens: 1e15 }],
    ['fractions', { prompt_tokens: 1.5, completion_tokens: 0.1 }],
  ])('is our own count where the provider says %s: the text, the names and the arguments', async (_what, figures) => {
    const frames = await run({ figures: () => ({ input: 0, output: 0, raw: figures }) });
    const counter = createTokenCounter(() => Promise.resolve(rankBytes()));
    const estimates = frames.flatMap((frame) => (frame.kind === 'model.call' ? [frame.estimate.input] : []));
    let at = 0;
    for (const frame of frames) {
      if (frame.kind !== 'model.reply') continue;
      const written = [frame.text, ...frame.calls.map((call) => call.name + call.arguments)].join('');
      expect(frames.find(({ kind, seq }) => kind === 'usage' && seq > frame.seq)).toMatchObject({
        input: estimates[at++],
        output: await counter.count(written),
        cached: 0,
        reasoning: 0,
        source: 'counted',
      });
    }
    expect(at).toBeGreaterThan(1);
  });

  it('clamps what was cached or reasoned to what it is a part of', async () => {
    const frames = await run({
      figures: () => ({ input: 10, output: 5, cached: 99, reasoning: 99 }),
    });
    const { calls } = stateOf(frames).usage;
    expect(stateOf(frames).usage).toMatchObject({ input: 10 * calls, cached: 10 * calls, reasoning: 5 * calls });
  });

  it('counts the page once, though it is kept, weighed and shown to every decision', async () => {
    encoded.length = 0;
    const frames = await run({});
    const page = frames
      .flatMap((frame) => (frame.kind === 'tool.result' ? frame.objects : []))
      .find(({ name }) => name === 'page');
    expect(frames.filter(({ kind }) => kind === 'model.call').length).toBeGreaterThan(1);
    expect(encoded.filter((text) => text.length === page?.body.length)).toHaveLength(1);
  });
});
