import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpModelConfig } from '../../../src/lib/models/http/http-model.ts';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import { openAI } from '../../../src/lib/models/providers/openai.ts';
import { modelOver, readBytes } from '../../kit/conformance/conformance-suite.ts';
import { modelAt } from '../../kit/models/http-models.ts';
import { collect, PATIENT, REQUEST, TOOL_REQUEST, type Collected } from '../../kit/conformance/model-conformance.ts';
import { hangAfterHead, inTurn, json, raw, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { openAIResponses, streamed } from '../../kit/wire/openai.ts';

let server: ModelServer;
beforeAll(async () => (server = await startModelServer(undefined, { format: openAIResponses })));
afterAll(() => server.close());

const never = new AbortController().signal;
const model = (more: Partial<HttpModelConfig> = {}) => modelAt(server.url, { protocol: openAI, ...more });
const says = (text: string) => reply({ text }, openAIResponses);
const ask = (request: ModelRequest = REQUEST, subject = model()) => collect(subject.stream(request, never));

/** Reads a stream of exactly these events. */
function reading(...events: readonly Parameters<typeof streamed>[0][]): Promise<Collected> {
  const lines = events.map((event) => `event: ${event.type}\ndata: ${streamed(event).data}\n\n`);
  return readBytes(modelOver(openAI, [new TextEncoder().encode(lines.join(''))]));
}
const COMPLETED = { type: 'response.completed', response: {} };

describe('what a server refuses', () => {
  const refusing = async (status: number, error: Readonly<Record<string, unknown>>, request = REQUEST) => {
    server.respond(() => json(status, { error: { param: null, code: null, ...error } }));
    const { last } = await ask(request);
    return last;
  };

  it.each([
    [
      429,
      { type: 'insufficient_quota', code: 'insufficient_quota', message: 'You exceeded your quota.' },
      'quota',
      false,
    ],
    [429, { type: 'tokens', code: 'rate_limit_exceeded', message: 'Limit 200000 TPM.' }, 'rate-limited', true],
    [400, { code: 'context_length_exceeded', message: 'Your input exceeds the context window.' }, 'too-large', false],
    [401, { code: 'invalid_api_key', message: 'Incorrect API key provided: sk-proj-12345678.' }, 'unauthorized', false],
    [403, { code: 'unsupported_country_region_territory', message: 'Country not supported.' }, 'forbidden', false],
    [404, { code: 'model_not_found', message: 'The model `x` does not exist.' }, 'not-found', false],
    [503, { type: 'server_error', message: 'The engine is overloaded.' }, 'server', true],
  ] as const)('%d %j', async (status, error, code, retryable) => {
    expect(await refusing(status, error)).toMatchObject({
      type: 'error',
      failure: { code: `model.${code}`, retryable },
      refused: true,
    });
  });

  it('is said in words for a provider: no server of one’s own to start or to enlarge', async () => {
    const last = await refusing(400, { code: 'context_length_exceeded', message: 'Too large.' });
    expect(last.type === 'error' && last.failure.hint).toMatch(/smaller parts\.$/);
    const gone = await startModelServer();
    await gone.close();
    const { last: lost } = await collect(modelAt(gone.url, { protocol: openAI }).stream(REQUEST, never));
    expect(lost.type === 'error' && lost.failure.hint).not.toMatch(/ollama/i);
  });

  it('is another matter where the server only speaks the older protocol', async () => {
    server.respond(() => raw(404, 'text/plain', '404 page not found'));
    const { last } = await ask();
    expect(last).toMatchObject({ failure: { code: 'model.not-found' } });
    if (last.type !== 'error') return;
    expect(last.failure.message).toContain('/v1/responses');
    expect(last.failure.hint).toContain('“OpenAI-compatible”');
  });

  it('teaches the next attempt, be it tools or a schema', async () => {
    const refusal = (message: string) => json(400, { error: { type: 'invalid_request_error', message } });
    const script = inTurn(
      refusal("'tools' is not supported with this model."),
      refusal("Invalid parameter: 'text.format' of type 'json_schema' is not supported with this model."),
      says('Tea.'),
    );
    server.respond(() => script);
    const subject = model();
    const request = { ...TOOL_REQUEST, json: { type: 'object' } } as const;
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await ask(request, subject)).last).toMatchObject({ failure: { code: 'model.dialect', retryAfterMs: 0 } });
    expect((await ask(request, subject)).text).toBe('Tea.');
    expect(Object.keys(server.calls.at(-1)?.body as object).sort()).toEqual([
      'input',
      'max_output_tokens',
      'model',
      'store',
      'stream',
    ]);
  });
});

describe('an error inside the stream', () => {
  const failed = (error: unknown) => ({ type: 'response.failed', sequence_number: 3, response: { error } });
  const said = { type: 'response.output_text.delta', item_id: 'm', delta: 'Tea' };

  it.each([
    ['rate_limit_exceeded', 'Please try again in 900ms.', 'rate-limited', true],
    ['insufficient_quota', 'You exceeded your quota.', 'quota', false],
    ['server_error', 'An error occurred.', 'server', true],
    ['context_length_exceeded', 'Your input exceeds the context window.', 'too-large', false],
    ['invalid_prompt', 'Your prompt was flagged.', 'bad-request', false],
  ])('%s is what it is, before the first output and after it', async (code, message, kind, retryable) => {
    const failure = { code: `model.${kind}`, retryable };
    for (const event of [
      failed({ code, message }),
      { type: 'error', sequence_number: 2, code, message, param: null },
      { type: 'error', sequence_number: 2, error: { type: code, code, message, param: null } },
    ]) {
      // the server had taken the request up
      expect((await reading(event)).last).toMatchObject({ type: 'error', failure, refused: false });
      expect(await reading(said, event)).toMatchObject({ text: 'Tea', last: { type: 'error', failure } });
    }
  });

  it('that says nothing is a failure of the server', async () => {
    expect((await reading(said, failed(null))).last).toMatchObject({
      failure: { code: 'model.server', retryable: true },
    });
  });
});

describe('calls', () => {
  const item = (more: object) => ({ type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read_page', ...more });
  const added = (more: object = {}) => ({
    type: 'response.output_item.added',
    output_index: 0,
    item: item({ arguments: '', ...more }),
  });
  const done = (more: object = {}) => ({
    type: 'response.output_item.done',
    output_index: 0,
    item: item({ arguments: '{}', status: 'completed', ...more }),
  });

  it('are whole in their last event, whatever came before it', async () => {
    for (const events of [[done()], [added(), done()]]) {
      expect(await reading(...events, COMPLETED)).toMatchObject({
        calls: [{ id: 'call_1', name: 'read_page', arguments: '{}' }],
        last: { type: 'done', finish: 'tool-calls' },
      });
    }
  });

  it.each([
    ['begin and never end', added()],
    ['have no id', done({ call_id: undefined })],
    ['have no name', added({ name: undefined })],
    ['have arguments that are no text', done({ arguments: {} })],
    ['have fragments that are no text', { type: 'response.function_call_arguments.delta', delta: 1 }],
  ])('that %s are bad', async (_what, event) => {
    expect((await reading(event, COMPLETED)).last).toMatchObject({
      failure: { code: 'model.bad-call', retryable: true },
    });
  });
});

describe('an incomplete reply', () => {
  const said = { type: 'response.output_text.delta', item_id: 'm', delta: 'Tea' };

  it.each([
    [{ reason: 'max_output_tokens' }, 'length'],
    [{ reason: 'content_filter' }, 'content-filter'],
    [{ reason: 'something new' }, 'other'],
    [null, 'other'],
    [undefined, 'other'],
  ])('for %j never passes for complete', async (details, finish) => {
    const event = { type: 'response.incomplete', response: { incomplete_details: details } };
    expect((await reading(said, event)).last).toMatchObject({ type: 'done', finish });
  });
});

describe('waiting', () => {
  it.each([
    ['hang', 'timeout-first-chunk'],
    ['end', 'cut'],
    ['destroy', 'cut'],
  ] as const)('for the first output is waiting for the reply, not for the server: %s', async (how, code) => {
    server.respond(() => reply({ text: 'Tea.', stopAfter: { events: 0, how } }, openAIResponses));
    const { last } = await ask(REQUEST, model({ timeouts: { ...PATIENT, firstChunk: how === 'hang' ? 60 : 20_000 } }));
    expect(last).toMatchObject({ failure: { code: `model.${code}`, retryable: true }, refused: false });
  });

  it('ends at once when the caller gives up before the first output, and the request with it', async () => {
    server.respond(() => hangAfterHead());
    const abort = new AbortController();
    const before = server.requests.length;
    const asked = collect(model().stream(REQUEST, abort.signal));
    while (server.requests.length === before) await server.nextRequest();
    abort.abort();
    expect((await asked).last).toEqual({ type: 'aborted' });
    expect(await server.settled(before)).toMatchObject({ state: 'cut' });
  });
});
