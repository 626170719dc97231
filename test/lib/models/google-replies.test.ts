import { describe, expect, it } from 'vitest';
import { google } from '../../../src/lib/models/providers/google.ts';
import type { ModelFailure, ModelRequest } from '../../../src/lib/models/model.ts';
import { modelOver } from '../../kit/conformance/conformance-suite.ts';
import { modelAt } from '../../kit/models/http-models.ts';
import { collect, REQUEST, TOOL_REQUEST, type Collected } from '../../kit/conformance/model-conformance.ts';
import { errorOf } from '../../kit/wire/google.ts';

const never = new AbortController().signal;

/** Reads a reply of exactly these events. */
function read(events: readonly object[], request: ModelRequest = TOOL_REQUEST): Promise<Collected> {
  const bytes = events.map((event) => new TextEncoder().encode(`data: ${JSON.stringify(event)}\r\n\r\n`));
  return collect(modelOver(google, bytes).stream(request, never));
}

const content = (...parts: readonly object[]) => ({ candidates: [{ content: { parts, role: 'model' }, index: 0 }] });
const text = (words: string) => content({ text: words });
const call = (fields: object) => content({ functionCall: fields });
const finish = (reason: string, more: object = {}) => ({ candidates: [{ finishReason: reason, index: 0 }], ...more });
const failureOf = ({ last }: Collected): ModelFailure | null => (last.type === 'error' ? last.failure : null);

describe('why a reply ends', () => {
  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content-filter'],
    ['RECITATION', 'content-filter'],
    ['BLOCKLIST', 'content-filter'],
    ['PROHIBITED_CONTENT', 'content-filter'],
    ['SPII', 'content-filter'],
    ['LANGUAGE', 'other'],
    ['OTHER', 'other'],
    ['A_REASON_OF_NEXT_YEAR', 'other'],
  ])('%s is %s', async (reason, expected) => {
    expect(await read([text('Tea.'), finish(reason)])).toMatchObject({
      text: 'Tea.',
      last: { type: 'done', finish: expected },
    });
  });

  it('is a content filter where the prompt was refused and no candidate comes', async () => {
    const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 9 } };
    expect(await read([blocked])).toMatchObject({
      text: '',
      last: { type: 'done', finish: 'content-filter', usage: { input: 9 } },
    });
  });

  it('is not said by a reason that stands for none', async () => {
    expect(failureOf(await read([text('Tea.'), finish('FINISH_REASON_UNSPECIFIED')]))?.code).toBe('model.cut');
    const unblocked = { promptFeedback: { blockReason: 'BLOCK_REASON_UNSPECIFIED' } };
    expect((await read([unblocked, text('Tea.'), finish('STOP')])).last).toMatchObject({ finish: 'stop' });
  });

  it.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL'])(
    '%s is a call that cannot be read, where calls were asked for',
    async (reason) => {
      expect(failureOf(await read([finish(reason)]))).toMatchObject({ code: 'model.bad-call', retryable: true });
      expect(failureOf(await read([call({ name: 'read_page' }), finish(reason)]))?.code).toBe('model.bad-call');
      expect(failureOf(await read([finish(reason)], REQUEST))?.code).toBe('model.empty');
      expect((await read([text('Tea.'), finish(reason)], REQUEST)).last).toMatchObject({ finish: 'other' });
    },
  );

  it('at the server’s own cap is a full window: the rest is not fetched in a second request', async () => {
    const requests: unknown[] = [];
    const more = { continuationToken: 'next', finishReason: 'CONTINUATION', index: 0 };
    const events = [
      text('Tea '),
      { candidates: [more], usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4 } },
    ];
    const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    const subject = modelAt('https://model.example/v1beta', {
      protocol: google,
      fetch: (input) => {
        requests.push(input);
        return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
      },
    });
    expect(await collect(subject.stream(REQUEST, never))).toMatchObject({
      text: 'Tea ',
      last: { type: 'done', finish: 'length', usage: { input: 9, output: 4 } },
    });
    expect(requests).toHaveLength(1);
  });
});

describe('calls', () => {
  const args = { words: 'tea' };
  const found = { name: 'find_text', arguments: '{"words":"tea"}' };

  it('have the server’s ids, and ours where it gives none', async () => {
    const parts = [
      { name: 'find_text', args },
      { id: 'fc_1', name: 'find_text', args },
      { id: '', name: 'read_page' },
    ];
    const { calls } = await read([content(...parts.map((functionCall) => ({ functionCall }))), finish('STOP')]);
    expect(calls).toEqual([
      { ...found, id: 'call00000' },
      { ...found, id: 'fc_1' },
      { name: 'read_page', arguments: '{}', id: 'call00001' },
    ]);
  });

  it('are put together where arguments are streamed', async () => {
    const { calls, last } = await read([
      call({ name: 'find_text', willContinue: true }),
      call({ partialArgs: [{ jsonPath: '$.words', stringValue: 't', willContinue: true }], willContinue: true }),
      call({ partialArgs: [{ jsonPath: '$.words', stringValue: 'ea' }], willContinue: true }),
      call({}),
      finish('STOP'),
    ]);
    expect(calls).toEqual([{ ...found, id: 'call00000' }]);
    expect(last).toMatchObject({ finish: 'tool-calls' });
  });

  it.each<[string, object]>([
    ['has no name', { args }],
    ['has an empty name', { name: '', args }],
    ['has a name that is no text', { name: 7, args }],
    ['never comes to its end', { name: 'find_text', willContinue: true }],
  ])('are not passed on, none of them, when one %s', async (_what, broken) => {
    const reply = await read([call({ name: 'read_page' }), call(broken), finish('STOP')]);
    expect(failureOf(reply)).toMatchObject({ code: 'model.bad-call', retryable: true });
    expect(reply.calls).toEqual([]);
  });

  it('of the server’s own tools are no calls', async () => {
    const own = [
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      { toolCall: { toolType: 'GOOGLE_SEARCH', id: 's' } },
      { toolResponse: { toolType: 'GOOGLE_SEARCH', id: 's' } },
    ];
    expect(await read([content(...own, { text: 'Tea.' }), finish('STOP')])).toMatchObject({
      text: 'Tea.',
      calls: [],
      last: { finish: 'stop' },
    });
  });
});

it('an event that says nothing is no harm', async () => {
  expect(await read([{}, text('Tea.'), {}, finish('STOP')])).toMatchObject({ text: 'Tea.', last: { finish: 'stop' } });
});

describe('usage', () => {
  it.each<[object, object]>([
    [
      { promptTokenCount: 90, candidatesTokenCount: 20, thoughtsTokenCount: 30, cachedContentTokenCount: 64 },
      { input: 90, output: 50, cached: 64, reasoning: 30 },
    ],
    [
      { promptTokenCount: 90, thoughtsTokenCount: 30 },
      { input: 90, output: 30, reasoning: 30 },
    ],
    [
      { promptTokenCount: 90, candidatesTokenCount: 20 },
      { input: 90, output: 20 },
    ],
    [{ promptTokenCount: 90, totalTokenCount: 90 }, { input: 90 }],
    [{}, {}],
  ])('%j is %j, and the last counts', async (last, expected) => {
    const running = { ...text('Tea.'), usageMetadata: { promptTokenCount: 90, candidatesTokenCount: 1 } };
    const reply = await read([running, finish('STOP', { usageMetadata: last })]);
    expect(reply.last).toEqual({ type: 'done', finish: 'stop', usage: expected });
  });

  it('tells a reply of nothing but thoughts from an empty one', async () => {
    const usageMetadata = { promptTokenCount: 9, thoughtsTokenCount: 300 };
    expect(failureOf(await read([finish('MAX_TOKENS', { usageMetadata })]))).toMatchObject({
      code: 'model.empty',
      retryable: false,
    });
  });
});

describe('a refusal', () => {
  const DETAIL = 'type.googleapis.com/google.rpc.';
  const wait = (retryDelay: string) => [
    { '@type': `${DETAIL}QuotaFailure`, violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }] },
    { '@type': `${DETAIL}RetryInfo`, retryDelay },
  ];
  const badKey = [{ '@type': `${DETAIL}ErrorInfo`, reason: 'API_KEY_INVALID', domain: 'googleapis.com' }];

  async function refused(status: number, body: object, type = 'application/json'): Promise<ModelFailure | null> {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const subject = modelOver(google, [bytes], { 'content-type': type }, status);
    return failureOf(await collect(subject.stream(REQUEST, never)));
  }

  it.each([
    ['12s', 12_000],
    ['0.5s', 500],
    ['34.074824224s', 34_075],
    ['0s', 0],
    ['soon', undefined],
  ])('for now says when to come back: %s', async (retryDelay, retryAfterMs) => {
    const body = errorOf(429, 'You exceeded your current quota, please check your plan.', wait(retryDelay));
    for (const said of [body, [body]]) {
      const failure = await refused(429, said);
      expect(failure).toMatchObject({ code: 'model.rate-limited', retryable: true });
      expect(failure?.retryAfterMs).toBe(retryAfterMs);
      expect(failure?.message).toContain('You exceeded your current quota');
    }
  });

  it('for now in mid-stream, and in JSON under 200, says the same', async () => {
    const body = errorOf(429, 'Slow down.', wait('7s'));
    const expected = { code: 'model.rate-limited', retryAfterMs: 7000, retryable: true };
    expect(failureOf(await read([text('Te'), body]))).toMatchObject(expected);
    expect(failureOf(await read([text('Te'), [body]]))).toMatchObject(expected);
    expect(await refused(200, [body])).toMatchObject(expected);
  });

  it.each<[string, number, object]>([
    ['wrong', 400, errorOf(400, 'API key not valid. Please pass a valid API key.', badKey)],
    ['missing', 403, errorOf(403, 'Method doesn’t allow unregistered callers. Please use API Key.')],
    ['not accepted', 401, errorOf(401, 'Request had invalid authentication credentials.')],
  ])('of a key that is %s is one', async (_what, status, body) => {
    expect(await refused(status, body)).toMatchObject({ code: 'model.unauthorized', retryable: false });
    expect(await refused(status, [body])).toMatchObject({ code: 'model.unauthorized' });
  });

  it('of a country is one, and repeats the server’s words', async () => {
    const body = errorOf(400, 'User location is not supported for the API use.');
    const located = { error: { ...(body as { error: object }).error, status: 'FAILED_PRECONDITION' } };
    const failure = await refused(400, located);
    expect(failure).toMatchObject({ code: 'model.forbidden', retryable: false });
    expect(failure?.message).toContain('User location is not supported');
    expect(failure?.hint).toContain('region');
  });

  it('of an unknown model names it', async () => {
    const words = 'models/test-model is not found for API version v1beta, or is not supported for generateContent.';
    const failure = await refused(404, errorOf(404, words));
    expect(failure).toMatchObject({ code: 'model.not-found', retryable: false });
    expect(failure?.message).toContain('no model called test-model');
    expect(failure?.hint).not.toContain('ollama');
  });

  it('of a path names it as it was asked for', async () => {
    const failure = await refused(404, errorOf(404, ''));
    expect(failure?.message).toBe('model.example has nothing at /v1/models/test-model:streamGenerateContent.');
  });

  it('of a prompt larger than the window says so, without advice for servers of one’s own', async () => {
    const words = 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).';
    const failure = await refused(400, errorOf(400, words));
    expect(failure).toMatchObject({ code: 'model.too-large', retryable: false });
    expect(failure?.message).toContain('1048576');
    expect(failure?.hint).not.toContain('start the server');
  });

  it('never repeats what looks like a key', async () => {
    const key = `AIzaSy0123456789abcdefghijk`;
    expect((await refused(400, errorOf(400, `Key ${key} is restricted.`)))?.message).not.toContain(key);
  });
});
