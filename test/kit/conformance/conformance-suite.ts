/** Runs the one list, and recorded streams, against an adapter. Called from the adapter's own test file. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../../../src/lib/models/model.ts';
import { allCases, ANY_ID, conformance } from './conformance.ts';
import { modelAt } from '../models/http-models.ts';
import {
  collect,
  PATIENT,
  REQUEST,
  runCase,
  TOOL_REQUEST,
  type Collected,
  type Conformance,
} from './model-conformance.ts';
import { inTurn, reply } from '../models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../models/model-server.ts';
import type { WireFormat } from '../wire/speech.ts';

export function passesConformance(format: WireFormat): void {
  describe(`${format.protocol.provider}: whatever the server does, one call is one request and ends in one terminal event`, () => {
    let server: ModelServer;
    beforeAll(async () => (server = await startModelServer(undefined, { format })));
    afterAll(() => server.close());

    it.each(conformance(format))('$name', async (subject) => {
      const before = server.requests.length;
      const timeouts = { ...PATIENT, ...subject.timeouts };
      const model = modelAt(server.url, { protocol: format.protocol, timeouts });
      const collected = await runCase(server, model, subject);
      expect(server.requests.length - before).toBe(1);
      meets(collected, subject.ends);
    });

    it('says how freely to choose words, and no longer once a server has refused to be told', async () => {
      const refusal = format.refuse(400, "Unsupported value: 'temperature' does not support 0.3 with this model.");
      const script = inTurn(refusal, reply({ text: 'Tea.' }, format));
      const model = modelAt(server.url, { protocol: format.protocol });
      const attempt = async (request: ModelRequest): Promise<{ ends: Collected; said: unknown }> => {
        server.respond(() => script);
        const ends = await collect(model.stream(request, new AbortController().signal));
        return { ends, said: temperatureIn(server.calls.at(-1)?.body) };
      };
      const request = { ...REQUEST, temperature: 0.3 };
      const [first, second] = [await attempt(request), await attempt(request)];
      expect(first.said).toBe(0.3);
      expect(first.ends.last).toMatchObject({ failure: { code: 'model.dialect', retryable: true, retryAfterMs: 0 } });
      expect(second).toMatchObject({ said: undefined, ends: { text: 'Tea.', last: { type: 'done' } } });
    });

    it('takes no other refusal for one of that', async () => {
      const model = modelAt(server.url, { protocol: format.protocol });
      const ends: unknown[] = [];
      for (const request of [REQUEST, { ...REQUEST, temperature: 0.3 }]) {
        const words = request === REQUEST ? 'The temperature is not supported.' : 'The messages are not supported.';
        server.respond(() => format.refuse(400, words));
        ends.push((await collect(model.stream(request, new AbortController().signal))).last);
      }
      expect(ends).toMatchObject([
        { failure: { code: 'model.bad-request' } },
        { failure: { code: 'model.bad-request' } },
      ]);
    });

    it('leaves out of the list only what it has a reason for', () => {
      const names = allCases(format).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const [name, reason] of Object.entries(format.without)) {
        expect(names).toContain(name);
        expect(reason).toMatch(/\S{3}/);
      }
    });
  });
}

/** Wherever the wire has it. */
function temperatureIn(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('temperature' in body) return body.temperature;
  return Object.values(body)
    .map(temperatureIn)
    .find((found) => found !== undefined);
}

/** Whether what a caller saw is what the case says. */
export function meets({ text, calls, last }: Collected, ends: Conformance['ends']): void {
  if (ends.type === 'done') {
    const { finish, usage } = ends;
    expect(last).toMatchObject({ type: 'done', ...(finish && { finish }) });
    expect(text).toBe(ends.text);
    const expected = (ends.calls ?? []).map((call, at) => ({
      ...call,
      id: call.id === ANY_ID ? calls[at]?.id : call.id,
    }));
    expect(calls).toEqual(expected);
    expect(calls.every(({ id }) => id !== '')).toBe(true);
    if (usage !== undefined && last.type === 'done') expect(last.usage).toEqual(usage);
    return;
  }
  const { code, retryable, retryAfterMs, says = [] } = ends;
  expect(calls).toEqual([]);
  expect(last).toMatchObject({ type: 'error', failure: { code, retryable } });
  if (last.type !== 'error') return;
  expect(last.failure.retryAfterMs).toBe(retryAfterMs);
  const words = `${last.failure.message} ${last.failure.hint}`;
  for (const said of says) expect(words).toMatch(typeof said === 'string' ? literal(said) : said);
  expect(words).not.toContain('sk-canary');
  expect(last.failure.message).toMatch(/[.!?…]$/);
  expect(last.failure.hint).toMatch(/^[A-Z][^]*[.!?`]$/);
}

function literal(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}

/** Streams of the recorded shape in `test/fixtures/streams/<provider>`: bytes, and beside them what a caller must see. */
export function readsRecordedStreams({ protocol, framing }: WireFormat): void {
  const folder = new URL(`../../fixtures/streams/${protocol.provider}/`, import.meta.url);
  const ending = framing === 'sse' ? '.sse' : '.ndjson';
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));

  describe(`${protocol.provider}: streams as servers of the field send them`, () => {
    it.each(names)('%s', async (name) => {
      const expected = JSON.parse(readFileSync(new URL(name.replace(ending, '.json'), folder), 'utf8')) as object;
      const bytes = new Uint8Array(readFileSync(new URL(name, folder)));
      const { text, calls, last } = await readBytes(modelOver(protocol, [bytes]));
      const called = calls.length > 0 ? { calls } : {};
      const end = last.type === 'error' ? { type: 'error', code: last.failure.code } : last;
      expect({ text, ...called, last: end }).toEqual(expected);
    });
  });
}

/** A model whose server answers with exactly these pieces, which a network would not promise. */
export function modelOver(
  protocol: WireFormat['protocol'],
  pieces: readonly Uint8Array[],
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Model {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    // one at a time: a queue of a hundred thousand pieces takes minutes to empty
    pull(controller) {
      const piece = pieces[next++];
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
  const response = new Response(status === 204 ? null : body, {
    status,
    headers: { 'content-type': protocol.streamType, ...headers },
  });
  return modelAt('https://model.example/v1', { protocol, fetch: () => Promise.resolve(response) });
}

export function readBytes(model: Model): Promise<Collected> {
  return collect(model.stream(TOOL_REQUEST, new AbortController().signal));
}
