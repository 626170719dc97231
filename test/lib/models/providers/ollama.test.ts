import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HttpModelConfig } from '../../../../src/lib/models/http/http-model.ts';
import type { ModelRequest } from '../../../../src/lib/models/model.ts';
import { ollama } from '../../../../src/lib/models/providers/ollama.ts';
import { passesConformance, readsRecordedStreams } from '../../../kit/conformance/conformance-suite.ts';
import { modelAt } from '../../../kit/models/http-models.ts';
import { collect, REQUEST, TOOL_REQUEST, TOOLS, type Collected } from '../../../kit/conformance/model-conformance.ts';
import {
  hang,
  inTurn,
  ollamaForbidden,
  raw,
  reply,
  type ReplyOptions,
} from '../../../kit/models/model-server-replies.ts';
import { startModelServer, type Behaviour, type ModelServer } from '../../../kit/models/model-server.ts';
import { ollamaChat } from '../../../kit/wire/ollama.ts';

let server: ModelServer;
beforeAll(async () => (server = await startModelServer(undefined, { format: ollamaChat })));
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

const never = new AbortController().signal;
const model = (more: Partial<HttpModelConfig> = {}) => modelAt(server.url, { protocol: ollama, ...more });
const ask = (request: ModelRequest = REQUEST, more: Partial<HttpModelConfig> = {}): Promise<Collected> =>
  collect(model(more).stream(request, never));
/** What comes of this answer. */
const given = (behaviour: Behaviour, request: ModelRequest = REQUEST): Promise<Collected> => {
  server.respond(() => behaviour);
  return ask(request);
};
const says = (options: ReplyOptions): Behaviour => reply(options, ollamaChat);
const lines = (...events: readonly object[]): Behaviour =>
  raw(200, 'application/x-ndjson', events.map((event) => `${JSON.stringify(event)}\n`).join(''));
/** Message and cure of a failure; '' for any other end. */
const saidIn = ({ last }: Collected): string =>
  last.type === 'error' ? `${last.failure.message} ${last.failure.hint}` : '';
const body = (): unknown => server.calls.at(-1)?.body;
const text = (content: string) => ({ type: 'text', text: content }) as const;
const END = { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' };

passesConformance(ollamaChat);
readsRecordedStreams(ollamaChat);

describe('the request', () => {
  it('asks for the window it was made for, and to be refused where it does not fit', async () => {
    await given(says({}));
    expect(server.calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/chat' });
    expect(body()).toEqual({
      model: 'test-model',
      messages: [
        { role: 'system', content: 'Summarise the document.' },
        {
          role: 'user',
          content:
            'Please.\n\n<document title="Tea" url="https://tea.example/green" language="en">\nGreen tea is tea.\n</document>',
        },
      ],
      options: { num_ctx: 8192, num_predict: 300 },
      keep_alive: '5m',
      stream: true,
      truncate: false,
      shift: false,
    });
  });

  it('carries nothing that identifies the person or the product', async () => {
    await given(says({}));
    const { headers } = server.calls.at(-1) ?? {};
    expect(headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/x-ndjson' });
    expect(headers).not.toHaveProperty('authorization');
    expect(headers?.['user-agent']).not.toMatch(/ollama/);
  });

  it('keeps the model in memory for ever where that was chosen', async () => {
    server.respond(() => says({}));
    await ask(REQUEST, { keepAlive: -1 });
    expect(body()).toMatchObject({ keep_alive: -1 });
    await ask(REQUEST, { keepAlive: 0 });
    expect(body()).toMatchObject({ keep_alive: '0m' });
  });

  it('hands over tools, earlier calls as objects, and results under the names of their tools', async () => {
    const call = { type: 'tool-call', id: 'call_1', name: 'find_text', arguments: '{"words":"tea"}' } as const;
    const broken = { type: 'tool-call', id: 'call_2', name: 'read_page', arguments: '{"words":' } as const;
    const result = {
      type: 'tool-result',
      id: 'call_1',
      name: 'find_text',
      isError: false,
      content: [text('3 places')],
    } as const;
    const failed = { ...result, id: 'call_2', name: 'read_page', isError: true, content: [text('No page.')] } as const;
    await given(says({}), {
      ...TOOL_REQUEST,
      messages: [
        { role: 'user', content: [text('Find tea.')] },
        { role: 'assistant', content: [text('I look.'), call, broken] },
        { role: 'tool', content: [result, failed] },
      ],
    });
    expect(body()).toMatchObject({
      messages: [
        { role: 'user', content: 'Find tea.' },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [
            { id: 'call_1', function: { name: 'find_text', arguments: { words: 'tea' } } },
            { id: 'call_2', function: { name: 'read_page', arguments: {} } },
          ],
        },
        { role: 'tool', content: '3 places', tool_name: 'find_text', tool_call_id: 'call_1' },
        { role: 'tool', content: 'Error: No page.', tool_name: 'read_page', tool_call_id: 'call_2' },
      ],
      tools: TOOLS.map((tool) => ({ type: 'function', function: tool })),
    });
  });

  it('shows pictures as bare base64, and holds the reply to a schema', async () => {
    const picture = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=', alt: 'A cup.' } as const;
    const json = { type: 'object', properties: { cups: { type: 'integer' } }, required: ['cups'] } as const;
    await given(says({}), { ...REQUEST, messages: [{ role: 'user', content: [text('How many?'), picture] }], json });
    expect(body()).toMatchObject({
      messages: [{ role: 'user', content: 'How many?', images: ['iVBORw0KGgo='] }],
      format: json,
    });
  });

  it.each(['', '/', '/v1', '/v1/', '/api', '/api/chat', '/v1/chat/completions'])(
    'finds its way from an address that ends in `%s`',
    async (pasted) => {
      server.respond(() => says({}));
      const { last } = await collect(modelAt(`${server.origin}${pasted}`, { protocol: ollama }).stream(REQUEST, never));
      expect(last.type).toBe('done');
      expect(server.requests.at(-1)?.path).toBe('/api/chat');
    },
  );

  it('is torn down by an abort before the head', async () => {
    server.respond(() => hang());
    const abort = new AbortController();
    const before = server.requests.length;
    const reading = collect(model().stream(REQUEST, abort.signal));
    while (server.requests.length === before) await server.nextRequest();
    abort.abort();
    expect((await reading).last).toEqual({ type: 'aborted' });
    expect(await server.settled(before)).toMatchObject({ state: 'cut' });
  });
});

describe('the reply', () => {
  it('is counted as far as the server counts: a prompt it kept from before may have no figure', async () => {
    const { last } = await given(says({ figures: () => ({ input: 120, output: 30 }) }));
    expect(last).toEqual({ type: 'done', finish: 'stop', usage: { input: 120, output: 30 } });
    const cached = await given(says({ figures: () => ({ input: 0, output: 0, raw: { eval_count: 30 } }) }));
    expect(cached.last).toMatchObject({ usage: { output: 30 } });
  });

  it('calls tools under `stop`, together or one by one, with ids or without', async () => {
    const made = [
      { name: 'find_text', arguments: { words: 'tea' }, id: 'call_a' },
      { name: 'read_page', arguments: {}, id: 'call_b' },
    ];
    const whole = made.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) }));
    const together = await given(says({ calls: made, callStyle: { how: 'together' } }), TOOL_REQUEST);
    expect(together).toMatchObject({ calls: whole, last: { finish: 'tool-calls' } });
    for (const ids of ['absent', 'empty'] as const) {
      const { calls } = await given(says({ calls: made, callStyle: { ids } }), TOOL_REQUEST);
      expect(calls).toEqual(whole.map((call, at) => ({ ...call, id: `call0000${String(at)}` })));
    }
  });

  it('cannot be used with a call that has no name', async () => {
    const nameless = { message: { role: 'assistant', content: '', tool_calls: [{ function: { arguments: {} } }] } };
    const { calls, last } = await given(lines(nameless, END), TOOL_REQUEST);
    expect(calls).toEqual([]);
    expect(last).toMatchObject({ failure: { code: 'model.bad-call' } });
  });

  it('calls with no arguments where the server says null', async () => {
    const call = { function: { name: 'read_page', arguments: null } };
    const { calls } = await given(lines({ message: { role: 'assistant', tool_calls: [call] } }, END), TOOL_REQUEST);
    expect(calls).toEqual([{ id: 'call00000', name: 'read_page', arguments: '{}' }]);
  });

  it('ends for other reasons than the model’s', async () => {
    expect((await given(says({ text: 'Tea', finish: 'unload' }))).last).toMatchObject({ finish: 'other' });
    expect((await given(lines({ ...END, done_reason: 'load' }))).last).toMatchObject({
      failure: { code: 'model.empty' },
    });
  });

  it('is cut when the last event has no reason: the server lost its model', async () => {
    const { text: came, last } = await given(says({ text: 'Tea is', finish: '' }));
    expect(came).toBe('Tea is');
    expect(last).toMatchObject({ failure: { code: 'model.cut' } });
  });

  it('fails with nothing in the words for an error that has none', async () => {
    const collected = await given(lines({ error: { code: 7 } }));
    expect(collected.last).toMatchObject({ failure: { code: 'model.server' } });
    expect(saidIn(collected)).toMatch(/failed \(500\)\. /);
  });

  it('never makes the client write to the console', async () => {
    const spies = (['log', 'warn', 'error', 'info', 'debug'] as const).map((name) => vi.spyOn(console, name));
    await given(says({ comments: true, newline: '\r\n' }));
    await given(says({ stopAfter: { events: 2, how: 'end' } }));
    await given(says({ insert: { after: 1, data: '{"half":[' } }));
    await given(raw(200, 'application/x-ndjson', '{"message":{"content":"Te'));
    await given(raw(500, 'text/plain', 'oops'));
    await given(raw(500, 'application/json', '{"error":'));
    expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });
});

describe('what the server refuses', () => {
  const refused = (status: number, words: string): Behaviour => ollamaChat.refuse(status, words);

  it.each([
    [400, 'the input length exceeds the context length', 'model.too-large', /lower the context size/],
    [400, 'the prompt is longer than the context length currently available to the model', 'model.too-large', /lower/],
    [401, 'unauthorized', 'model.unauthorized', /`ollama signin`/],
    [403, 'this model requires a subscription, see https://ollama.com/upgrade', 'model.forbidden', /subscription/],
    [404, "model 'test-model' not found", 'model.not-found', /`ollama pull test-model`/],
    [503, 'server busy, please try again. maximum pending requests exceeded', 'model.server', /overloaded/],
  ])('%i: %s', async (status, words, code, said) => {
    const collected = await given(refused(status, words));
    expect(collected.last).toMatchObject({ failure: { code } });
    expect(saidIn(collected)).toMatch(said);
  });

  it('a window that its memory does not hold is not asked for again', async () => {
    const collected = await given(
      refused(500, 'model requires more system memory (5.6 GiB) than is available (3.1 GiB)'),
    );
    expect(collected.last).toMatchObject({ failure: { code: 'model.server', retryable: false } });
    expect(saidIn(collected)).toContain('lower the context size');
  });

  it('an extension it was not told of gets the exact cure', async () => {
    const collected = await given(ollamaForbidden());
    expect(collected.last).toMatchObject({ failure: { code: 'model.origin' } });
    expect(saidIn(collected)).toContain('OLLAMA_ORIGINS=chrome-extension://abcdefghijklmnop');
  });

  it.each([
    ['tools', 'registry.ollama.ai/library/gemma:2b does not support tools', TOOL_REQUEST],
    [
      'format',
      'json: cannot unmarshal object into Go struct field ChatRequest.format of type string',
      { ...REQUEST, json: { type: 'object' } },
    ],
    ['format', 'failed to load model vocabulary required for format', { ...REQUEST, json: { type: 'object' } }],
  ] as const)('%s are left out of the next attempt: %s', async (name, words, request) => {
    const script = inTurn(refused(400, words), says({ text: 'Tea.' }));
    server.respond(() => script);
    const subject = model();
    expect((await collect(subject.stream(request, never))).last).toMatchObject({ failure: { code: 'model.dialect' } });
    expect(body()).toHaveProperty(name);
    expect((await collect(subject.stream(request, never))).text).toBe('Tea.');
    expect(body()).not.toHaveProperty(name);
  });
});
