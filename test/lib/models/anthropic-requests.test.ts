import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModelList } from '../../../src/lib/models/http/wire-format.ts';
import { anthropic } from '../../../src/lib/models/providers/anthropic.ts';
import type { ModelMessage, ModelRequest } from '../../../src/lib/models/model.ts';
import { meets } from '../../kit/conformance/conformance-suite.ts';
import { modelAt } from '../../kit/models/http-models.ts';
import { collect, fails, REQUEST, TOOL_REQUEST, TOOLS } from '../../kit/conformance/model-conformance.ts';
import { inTurn, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type Exchange, type ModelServer } from '../../kit/models/model-server.ts';
import { anthropicMessages } from '../../kit/wire/anthropic.ts';
import { json } from '../../kit/models/wire-bytes.ts';

let server: ModelServer;
beforeAll(async () => (server = await startModelServer(undefined, { format: anthropicMessages })));
afterAll(() => server.close());

const never = new AbortController().signal;
const model = (name = 'claude-sonnet-4-5') => modelAt(server.url, { protocol: anthropic, model: name });

/** What is sent for a request. */
async function sentFor(request: ModelRequest, name?: string): Promise<Exchange> {
  server.respond(() => undefined);
  await collect(model(name).stream(request, never));
  const exchange = server.calls.at(-1);
  if (exchange === undefined) throw new Error('Nothing was sent.');
  return exchange;
}

const DOCUMENT = '<document title="Tea" url="https://tea.example/green" language="en">\nGreen tea is tea.\n</document>';
const SYSTEM = [{ type: 'text', text: 'Summarise the document.' }];
const ASKED = { role: 'user', content: [{ type: 'text', text: `Please.\n\n${DOCUMENT}` }] };

describe('the request', () => {
  it('is the messages and their bound, under headers that let an extension ask', async () => {
    const { body, headers, path } = await sentFor(REQUEST);
    expect(path).toBe('/v1/messages');
    expect(headers).toMatchObject({
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
    });
    for (const name of ['x-api-key', 'authorization', 'anthropic-beta']) expect(headers).not.toHaveProperty(name);
    expect(headers['user-agent']).not.toContain('ai-sdk');
    expect(body).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 300,
      stream: true,
      system: SYSTEM,
      messages: [ASKED],
    });
  });

  it('offers tools, and tells of earlier calls with their results in one message of the person', async () => {
    const messages: readonly ModelMessage[] = [
      ...REQUEST.messages,
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', id: 'toolu_1', name: 'find_text', arguments: '{"words":"tea"}' },
          { type: 'tool-call', id: 'functions.find_text:0', name: 'find_text', arguments: '{"words":' },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            id: 'toolu_1',
            name: 'find_text',
            isError: false,
            content: [{ type: 'text', text: '3' }],
          },
          {
            type: 'tool-result',
            id: 'functions.find_text:0',
            name: 'find_text',
            isError: true,
            content: [{ type: 'text', text: 'no JSON' }],
          },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
    ];
    const { body } = await sentFor({ ...TOOL_REQUEST, messages });
    const other = 'functions_2e_find_text_3a_0';
    expect(body).toMatchObject({
      tools: TOOLS.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
      tool_choice: { type: 'auto' },
      messages: [
        ASKED,
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'toolu_1', name: 'find_text', input: { words: 'tea' } },
            { type: 'tool_use', id: other, name: 'find_text', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: '3' },
            { type: 'tool_result', tool_use_id: other, content: 'Error: no JSON' },
            { type: 'text', text: 'Go on.' },
          ],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/eager_input_streaming|cache_control|metadata|user_id/);
  });

  it('shows pictures, and leaves out texts that say nothing', async () => {
    const image = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=', alt: 'A cup.' } as const;
    const blank = { type: 'text', text: ' \n' } as const;
    const messages: readonly ModelMessage[] = [
      { role: 'system', content: [blank] },
      { role: 'user', content: [blank, image] },
      { role: 'assistant', content: [blank] },
      { role: 'user', content: [{ type: 'text', text: 'What is it?' }] },
    ];
    const { body } = await sentFor({ ...REQUEST, messages });
    expect(body).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 300,
      stream: true,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
            { type: 'text', text: 'What is it?' },
          ],
        },
      ],
    });
  });

  const CLOSED = { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'] } as const;

  it('asks for JSON of a schema that the API can hold a model to', async () => {
    const { body } = await sentFor({ ...REQUEST, json: CLOSED });
    expect(body).toMatchObject({
      output_config: { format: { type: 'json_schema', schema: { ...CLOSED, additionalProperties: false } } },
    });
    expect(body).not.toHaveProperty('tools');
  });

  it('asks for no JSON where the schema is open, instead of making a tool of it that has to be called', async () => {
    for (const name of ['claude-sonnet-4-5', 'claude-3-haiku-20240307', 'another']) {
      const { body } = await sentFor({ ...REQUEST, json: { type: 'object' } }, name);
      expect(Object.keys(body as object).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream', 'system']);
    }
  });

  it('does not ask for more than a model can write', async () => {
    expect((await sentFor({ ...REQUEST, maxOutputTokens: 90_000 })).body).toMatchObject({ max_tokens: 64_000 });
  });

  it.each([
    ['claude-3-haiku-20240307', {}],
    ['claude-opus-4-6', {}],
    ['another', {}],
    ['claude-sonnet-5', { thinking: { type: 'disabled' } }],
    ['claude-opus-7', { thinking: { type: 'disabled' } }],
    ['claude-opus-5-5', { config: { effort: 'low' } }],
    ['claude-sonnet-5-5', { thinking: { type: 'between_tools' }, config: { effort: 'low' } }],
  ])('keeps %s from thinking its answer away', async (name, told) => {
    const { thinking, output_config: config } = (await sentFor(REQUEST, name)).body as Record<string, unknown>;
    expect({ thinking, config }).toEqual(told);
  });
});

describe('dialects', () => {
  async function twice(refusal: string, request: ModelRequest, name: string): Promise<readonly unknown[]> {
    const script = inTurn(anthropicMessages.refuse(400, refusal), reply({ text: '{}' }, anthropicMessages));
    server.respond(() => script);
    const subject = model(name);
    expect((await collect(subject.stream(request, never))).last).toMatchObject({
      failure: { code: 'model.dialect', retryable: true, retryAfterMs: 0 },
    });
    expect((await collect(subject.stream(request, never))).text).toBe('{}');
    return server.calls.slice(-2).map(({ body }) => body);
  }

  it('says nothing of thinking to a model that would not be told, in the next attempt', async () => {
    const [first, second] = await twice('thinking.type.disabled is not supported.', REQUEST, 'claude-opus-7');
    expect(first).toHaveProperty('thinking');
    expect(second).not.toHaveProperty('thinking');
  });

  it('asks for no JSON of a model that cannot be held to it, in the next attempt', async () => {
    const request = { ...REQUEST, json: { type: 'object', properties: {}, additionalProperties: false } };
    const [first, second] = await twice('output_config.format: Extra inputs are not permitted', request, 'another');
    expect(first).toHaveProperty('output_config');
    expect(second).not.toHaveProperty('output_config');
  });

  it('learns nothing from a complaint about something else', async () => {
    server.respond(() => anthropicMessages.refuse(400, 'messages: roles must alternate'));
    const { last } = await collect(model('claude-opus-7').stream(REQUEST, never));
    expect(last).toMatchObject({ failure: { code: 'model.bad-request' } });
  });
});

describe('refusals', () => {
  const refused = (status: number, type: string, message: string) =>
    json(status, { type: 'error', error: { type, message }, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' });

  it.each([
    [
      'want of credit, which comes as a bad request',
      refused(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      fails('quota', false, 'credit'),
    ],
    ['a bill unpaid', refused(402, 'billing_error', 'There is an issue with your billing.'), fails('quota', false)],
    [
      'an organisation that keeps browsers out, which comes as a bad key',
      refused(
        401,
        'authentication_error',
        'CORS requests are not allowed for this Organization because of its settings.',
      ),
      fails('forbidden', false, 'from browsers', 'organisation'),
    ],
    ['a bad key', refused(401, 'authentication_error', 'invalid x-api-key'), fails('unauthorized', false, 'valid key')],
    [
      'a model it does not have',
      refused(404, 'not_found_error', 'model: claude-nine'),
      fails('not-found', false, 'no model called claude-sonnet-4-5', /lists them/),
    ],
    [
      'a prompt that is too long, with the window to set',
      refused(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
      fails('too-large', false, 'context size to 200000,'),
    ],
    [
      'a prompt that leaves no room for the answer',
      refused(
        400,
        'invalid_request_error',
        'input length and `max_tokens` exceed context limit: 199000 + 1500 > 200000, decrease input length',
      ),
      fails('too-large', false, 'context size to 200000,'),
    ],
    [
      'a limit in tokens, which is no window',
      refused(429, 'rate_limit_error', 'This request would exceed the rate limit of 30,000 input tokens per minute.'),
      fails('rate-limited', true),
    ],
    ['overload', refused(529, 'overloaded_error', 'Overloaded'), fails('server', true, 'is overloaded')],
    ['a time-out of its own', refused(504, 'timeout_error', 'Request timed out'), fails('server', true)],
  ])('%s', async (_, behaviour, ends) => {
    server.respond(() => behaviour);
    meets(await collect(model().stream(REQUEST, never)), ends);
  });
});

describe('the list of models', () => {
  it('is asked for in one page', () => {
    expect(anthropic.models.path).toBe('/models?limit=1000');
  });

  it('says of a model what it is told', () => {
    const capabilities = { image_input: { supported: true }, thinking: { supported: true, types: {} } };
    const listed = readModelList(anthropic.models, {
      data: [
        {
          type: 'model',
          id: 'claude-a',
          display_name: 'A',
          max_input_tokens: 1_000_000,
          max_tokens: 128_000,
          capabilities,
        },
        { type: 'model', id: 'claude-b', max_input_tokens: null, capabilities: null },
        { type: 'model', id: 'claude-c', capabilities: { image_input: { supported: false } } },
        { type: 'model', display_name: 'nameless' },
        null,
      ],
      has_more: false,
    });
    expect(listed).toEqual([
      { id: 'claude-a', contextTokens: 1_000_000, pictures: true },
      { id: 'claude-b' },
      { id: 'claude-c', pictures: false },
    ]);
  });

  it.each([[null], [{}], [{ data: {} }], ['models'], [{ type: 'error', error: { type: 'not_found_error' } }]])(
    'is none in %j',
    (body) => expect(readModelList(anthropic.models, body)).toBeNull(),
  );
});
