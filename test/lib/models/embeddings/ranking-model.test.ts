/** Ranking by vectors of a real HTTP server, in both wire formats. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRankingModel } from '../../../../src/lib/models/embeddings/ranking-model.ts';
import { NO_VECTORS, type VectorStore } from '../../../../src/lib/models/embeddings/vectors.ts';
import type { HttpModelConfig } from '../../../../src/lib/models/http/http-model.ts';
import type { ModelEvent, ModelRequest } from '../../../../src/lib/models/model.ts';
import { anthropic } from '../../../../src/lib/models/providers/anthropic.ts';
import { ollama } from '../../../../src/lib/models/providers/ollama.ts';
import { openAICompatible } from '../../../../src/lib/models/providers/openai-compatible.ts';
import { embed, textsIn, toVector } from '../../../kit/models/embedding-server.ts';
import { TEST_ORIGIN } from '../../../kit/models/http-models.ts';
import { PATIENT } from '../../../kit/conformance/model-conformance.ts';
import { hang, json, raw, redirect, refuse } from '../../../kit/models/model-server-replies.ts';
import { useEmbeddingServer } from '../../../kit/models/use-embedding-server.ts';
import type { Behaviour } from '../../../kit/models/model-server.ts';

const server = useEmbeddingServer();

const never = new AbortController().signal;
const rank = (question: string, documents: readonly string[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  task: 'rank',
  maxOutputTokens: 100,
  messages: [
    {
      role: 'user',
      content: [
        ...documents.map(
          (text) => ({ type: 'document', title: 'Port', url: 'https://a.example/', language: '', text }) as const,
        ),
        { type: 'text', text: question },
      ],
    },
  ],
  ...more,
});

function modelAt(more: Partial<HttpModelConfig> = {}, store: VectorStore = NO_VECTORS) {
  const { protocol = openAICompatible } = more;
  const config = {
    id: 'test:embed',
    model: 'embed',
    contextTokens: 8192,
    toolCalling: 'native',
    pictures: false,
  } as const;
  const endpoint = protocol === ollama ? server.origin() : `${server.origin()}/v1`;
  const served = { keepAlive: 5, timeouts: PATIENT, fetch: globalThis.fetch, extensionOrigin: TEST_ORIGIN };
  return createRankingModel({ ...config, ...served, protocol, endpoint, embeds: true, ...more }, store);
}

async function collect(events: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
const ranksIn = (events: readonly ModelEvent[]): unknown => {
  const [text] = events.flatMap((event) => (event.type === 'text' ? event.text : []));
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
};

function memoryStore(): VectorStore & { readonly kept: Map<string, Float32Array> } {
  const kept = new Map<string, Float32Array>();
  return {
    kept,
    load: (hashes) =>
      Promise.resolve(
        new Map(
          hashes
            .flatMap((hash) => [[hash, kept.get(hash)] as const])
            .filter((entry): entry is [string, Float32Array] => entry[1] !== undefined),
        ),
      ),
    save(vectors) {
      for (const [hash, vector] of vectors) kept.set(hash, vector);
      return Promise.resolve();
    },
    trim: () => Promise.resolve(),
  };
}

const PORT = ['The lamp was lit.', 'Each vessel pays mooring dues.', 'The tide was high.'];

describe.each([
  ['OpenAI', openAICompatible, '/v1/embeddings', { encoding_format: 'float' }],
  ['Ollama', ollama, '/api/embed', { keep_alive: '5m' }],
] as const)('by %s', (_name, protocol, path, own) => {
  it('ranks by meaning, with what the server counted, and sends nothing but the texts', async () => {
    const events = await collect(modelAt({ protocol }).stream(rank('What does a boat cost?', PORT), never));
    expect(events.map(({ type }) => type)).toEqual(['progress', 'text', 'done']);
    expect(ranksIn(events)).toEqual([1, 0, 2]);
    expect(events.at(-1)).toEqual({ type: 'done', finish: 'stop', usage: { input: 40, output: 0 } });
    const [request] = server.sent();
    expect(request).toMatchObject({ method: 'POST', path });
    expect(request?.body).toEqual({
      model: 'embed',
      input: ['What does a boat cost?', ...PORT.map((text) => `Port\n${text}`)],
      ...own,
    });
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(request?.headers)).not.toContain('a.example');
  });

  it('leaves the count to the caller where the server has none', async () => {
    server.respond(() => embed(toVector, null));
    const events = await collect(modelAt({ protocol }).stream(rank('Boat?', PORT), never));
    expect(events.at(-1)).toEqual({ type: 'done', finish: 'stop', usage: { output: 0 } });
  });

  it.each<[string, Behaviour, string]>([
    [
      'fewer vectors than texts',
      (exchange, wire) => embed()({ ...exchange, body: { input: textsIn(exchange).slice(1) } }, wire),
      'model.malformed',
    ],
    [
      'more vectors than texts',
      (exchange, wire) => embed()({ ...exchange, body: { input: [...textsIn(exchange), 'x'] } }, wire),
      'model.malformed',
    ],
    ['a number that is none', embed(() => [1, null]), 'model.malformed'],
    ['words', embed(() => ['1', '2']), 'model.malformed'],
    ['vectors of no dimension', embed(() => []), 'model.malformed'],
    ['vectors of several sizes', embed((text) => (text.includes('lamp') ? [1, 2] : [1, 2, 3])), 'model.malformed'],
    ['no JSON', raw(200, 'application/json', 'vectors'), 'model.malformed'],
    ['a page', raw(200, 'text/html', '<p>'), 'model.wrong-type'],
    ['an error', json(200, { error: 'no' }), 'model.malformed'],
    ['a redirect', redirect('https://elsewhere.example/'), 'model.redirect'],
    ['a refused key', refuse(401, 'No.'), 'model.unauthorized'],
    ['an unknown model', refuse(404, 'model "embed" not found, try pulling it first'), 'model.not-found'],
    ['too many requests', refuse(429, 'Slow down.'), 'model.rate-limited'],
    ['a fault', refuse(500, 'Oh.'), 'model.server'],
  ])('%s is a failure that says what it is', async (_what, behaviour, code) => {
    server.respond(() => behaviour);
    const events = await collect(modelAt({ protocol }).stream(rank('Boat?', PORT), never));
    expect(events.at(-1)).toMatchObject({ type: 'error', failure: { code } });
    expect(ranksIn(events)).toBeUndefined();
  });

  it('ends in its time', async () => {
    server.respond(() => hang());
    const timeouts = { ...PATIENT, connect: 100 };
    const events = await collect(modelAt({ protocol, timeouts }).stream(rank('Boat?', PORT), never));
    expect(events.at(-1)).toMatchObject({ type: 'error', failure: { code: 'model.timeout-connect', retryable: true } });
  });

  it('is stopped between two requests, and keeps what it has', async () => {
    const caller = new AbortController();
    const store = memoryStore();
    const many = Array.from({ length: 40 }, (_, index) => `Text ${String(index)}.`);
    const events: ModelEvent[] = [];
    for await (const event of modelAt({ protocol }, store).stream(rank('Boat?', many), caller.signal)) {
      events.push(event);
      caller.abort();
    }
    expect(events.map(({ type }) => type)).toEqual(['progress', 'aborted']);
    expect(server.sent().length).toBe(1);
    expect(store.kept.size).toBe(16);
  });
});

it('a passage is sent once, also by another search, and again under another model', async () => {
  const store = memoryStore();
  const first = await collect(modelAt({}, store).stream(rank('Boat cost?', PORT), never));
  expect(server.sentTexts()).toHaveLength(4);
  const again = await collect(modelAt({}, store).stream(rank('Boat cost?', PORT), never));
  expect(ranksIn(again)).toEqual(ranksIn(first));
  expect(again.at(-1)).toEqual({ type: 'done', finish: 'stop', usage: { input: 0, output: 0 } });
  await collect(modelAt({}, store).stream(rank('Light?', [...PORT, 'More.', 'More.']), never));
  expect(server.sentTexts().slice(4)).toEqual(['Light?', 'Port\nMore.']);
  await collect(modelAt({ model: 'other' }, store).stream(rank('Boat cost?', PORT), never));
  expect(server.sentTexts()).toHaveLength(10);
});

it('nothing of an ephemeral request is kept or taken from what is', async () => {
  const store = memoryStore();
  for (let time = 0; time < 2; time += 1)
    await collect(modelAt({}, store).stream(rank('Boat cost?', PORT, { ephemeral: true }), never));
  expect([store.kept.size, server.sentTexts().length]).toEqual([0, 8]);
});

it('a store that fails costs requests alone', async () => {
  const fail = () => Promise.reject(new Error('The disk is full.'));
  const events = await collect(
    modelAt({}, { load: fail, save: fail, trim: fail }).stream(rank('Boat cost?', PORT), never),
  );
  expect(ranksIn(events)).toEqual([1, 0, 2]);
});

it('vectors of a model that had the name before are made again', async () => {
  const store = memoryStore();
  server.respond(() => embed((text) => [text.length, 1]));
  await collect(modelAt({}, store).stream(rank('Boat cost?', PORT.slice(0, 2)), never));
  server.respond(() => embed());
  const events = await collect(modelAt({}, store).stream(rank('Boat cost?', PORT), never));
  expect(ranksIn(events)).toEqual([1, 0, 2]);
  expect(new Set([...store.kept.values()].map(({ length }) => length))).toEqual(new Set([toVector('').length]));
});

it('it ranks and does nothing else, and only where the protocol has vectors', async () => {
  const [written] = await collect(modelAt().stream({ ...rank('Boat?', PORT), task: 'answer' }, never));
  const [foreign] = await collect(modelAt({ protocol: anthropic }).stream(rank('Boat?', PORT), never));
  expect([written?.type, foreign?.type, server.sent().length]).toEqual(['error', 'error', 0]);
  expect(modelAt()).toMatchObject({ toolCalling: 'none', metered: false });
});

it('ranks do not depend on what is kept, or on how texts come together', async () => {
  const words = fc.array(fc.constantFrom('boat', 'fee', 'lamp', 'tide', 'berth'), { maxLength: 4 });
  const texts = fc.uniqueArray(
    words.map((all) => all.join(' ')),
    { minLength: 1, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(texts, fc.context(), fc.array(fc.nat(39)), async (documents, _context, some) => {
      const store = memoryStore();
      const known = some.flatMap((index) => documents[index] ?? []);
      await collect(modelAt({}, store).stream(rank('boat fee', known), never));
      const mixed = ranksIn(await collect(modelAt({}, store).stream(rank('boat fee', documents), never)));
      const fresh = ranksIn(await collect(modelAt().stream(rank('boat fee', documents), never)));
      expect(mixed).toEqual(fresh);
    }),
    { numRuns: 25 },
  );
});
