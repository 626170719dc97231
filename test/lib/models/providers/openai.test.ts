import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModelAdapter } from '../../../../src/lib/models/adapters.ts';
import type { ModelConfig } from '../../../../src/lib/models/config.ts';
import type { HttpModelConfig } from '../../../../src/lib/models/http/http-model.ts';
import type { ModelMessage, ModelRequest } from '../../../../src/lib/models/model.ts';
import { readModelList } from '../../../../src/lib/models/http/wire-format.ts';
import { openAI } from '../../../../src/lib/models/providers/openai.ts';
import { passesConformance, readsRecordedStreams } from '../../../kit/conformance/conformance-suite.ts';
import { modelAt, TEST_ORIGIN } from '../../../kit/models/http-models.ts';
import { collect, PATIENT, REQUEST, TOOL_REQUEST, TOOLS } from '../../../kit/conformance/model-conformance.ts';
import { inTurn, json, reply } from '../../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../../kit/models/model-server.ts';
import { openAIResponses } from '../../../kit/wire/openai.ts';

passesConformance(openAIResponses);
readsRecordedStreams(openAIResponses);

let server: ModelServer;
beforeAll(async () => (server = await startModelServer(undefined, { format: openAIResponses })));
afterAll(() => server.close());

const never = new AbortController().signal;
const model = (more: Partial<HttpModelConfig> = {}) => modelAt(server.url, { protocol: openAI, ...more });
const says = (text: string) => reply({ text }, openAIResponses);
const ask = (request: ModelRequest = REQUEST, subject = model()) => collect(subject.stream(request, never));
async function bodyOf(request: ModelRequest, more: Partial<HttpModelConfig> = {}): Promise<unknown> {
  server.respond(() => says('Tea.'));
  expect((await ask(request, model(more))).last).toMatchObject({ type: 'done' });
  return server.calls.at(-1)?.body;
}

const text = (words: string) => ({ type: 'text', text: words }) as const;
const call = (id: string, words: string) => ({ type: 'tool-call', id, name: 'find_text', arguments: words }) as const;
const result = (id: string, isError = false) =>
  ({ type: 'tool-result', id, name: 'find_text', isError, content: [text('Found.')] }) as const;

const DOCUMENT =
  'Please.\n\n<document title="Tea" url="https://tea.example/green" language="en">\nGreen tea is tea.\n</document>';
const ASKED = [
  { role: 'system', content: 'Summarise the document.' },
  { role: 'user', content: [{ type: 'input_text', text: DOCUMENT }] },
];

describe('the request', () => {
  it('asks for nothing to be stored, and holds nothing that identifies the person', async () => {
    expect(await bodyOf(REQUEST)).toEqual({
      model: 'test-model',
      input: ASKED,
      max_output_tokens: 300,
      store: false,
      stream: true,
    });
    const { headers, path } = server.calls.at(-1) ?? {};
    expect(path).toBe('/v1/responses');
    expect(headers).toMatchObject({ 'content-type': 'application/json', accept: 'text/event-stream' });
    expect(headers?.authorization).toBeUndefined();
    expect(Object.keys(headers ?? {}).filter((name) => name.startsWith('openai'))).toEqual([]);
    expect(headers?.['user-agent']).not.toContain('ai-sdk');
  });

  it.each(['o3', 'o4-mini-2025-04-16', 'gpt-5.1', 'gpt-5-mini', 'gpt-6-sol'])(
    'calls the system the developer for %s, and asks for no thoughts',
    async (name) => {
      const { reasoning, ...rest } = (await bodyOf(REQUEST, { model: name })) as Record<string, unknown>;
      expect(reasoning).toEqual(name === 'gpt-5.1' ? undefined : { effort: 'low' });
      expect(rest).toEqual({
        model: name,
        input: [{ role: 'developer', content: 'Summarise the document.' }, ASKED[1]],
        max_output_tokens: 300,
        store: false,
        stream: true,
      });
    },
  );

  it.each([
    ['o3', true],
    ['o4-mini-2025-04-16', true],
    ['gpt-5', true],
    ['gpt-5-mini-2025-08-07', true],
    ['gpt-5.5', true],
    ['gpt-6-sol', true],
    ['gpt-5.1', false],
    ['gpt-5.2-2025-12-11', false],
    ['gpt-5-chat-latest', false],
    ['gpt-5-pro', false],
    ['o1-mini', false],
    ['o1-2024-12-17', true],
    ['gpt-4o', false],
    ['gpt-oss-20b', false],
    ['test-model', false],
  ])('keeps %s from reasoning its answer away, where it would: %s', async (name, told) => {
    expect(await bodyOf(REQUEST, { model: name })).toHaveProperty(
      told ? ['reasoning', 'effort'] : ['store'],
      told ? 'low' : false,
    );
    if (!told) expect(server.calls.at(-1)?.body).not.toHaveProperty('reasoning');
  });

  it.each([
    "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
    "Unsupported value: 'low' is not supported with the 'gpt-6-pro' model. Supported values are: 'high'.",
  ])('says nothing of effort to a model that would not be told, in the next attempt: %s', async (words) => {
    const error = { message: words, type: 'invalid_request_error', param: 'reasoning.effort', code: null };
    const script = inTurn(json(400, { error }), says('Tea.'));
    server.respond(() => script);
    const subject = model({ model: 'gpt-6-pro' });
    expect((await ask(REQUEST, subject)).last).toMatchObject({ failure: { code: 'model.dialect', retryable: true } });
    expect((await ask(REQUEST, subject)).text).toBe('Tea.');
    expect(server.calls.at(-1)?.body).not.toHaveProperty('reasoning');
  });

  it.each(['gpt-4o', 'gpt-4.1-mini', 'chatgpt-4o-latest', 'gpt-oss-20b', 'omni'])(
    'calls the system the system for %s',
    async (name) => expect(await bodyOf(REQUEST, { model: name })).toMatchObject({ input: ASKED }),
  );

  it('offers the tools with schemas that are not strict, and leaves the choice to the model', async () => {
    expect(await bodyOf(TOOL_REQUEST)).toEqual({
      model: 'test-model',
      input: ASKED,
      max_output_tokens: 300,
      store: false,
      stream: true,
      tools: TOOLS.map((tool) => ({ type: 'function', ...tool, strict: false })),
      tool_choice: 'auto',
    });
  });

  it('has no tools where none are offered, and none in text mode', async () => {
    for (const [request, toolCalling] of [
      [{ ...TOOL_REQUEST, tools: [] }, 'native'],
      [TOOL_REQUEST, 'text'],
    ] as const) {
      const body = await bodyOf(request, { toolCalling });
      expect(Object.keys(body as object).filter((name) => name.includes('tool'))).toEqual([]);
    }
  });

  it('carries earlier calls and results under the ids of the calls, and no ids of items', async () => {
    const messages: readonly ModelMessage[] = [
      ...REQUEST.messages,
      { role: 'assistant', content: [text('I look.'), call('a', '{ "words": "tea" }'), call('b', '{"words":')] },
      { role: 'tool', content: [result('a'), result('b', true)] },
      { role: 'assistant', content: [text('It is tea.')] },
      { role: 'user', content: [text('Sure?')] },
    ];
    expect(await bodyOf({ ...TOOL_REQUEST, messages })).toMatchObject({
      input: [
        ...ASKED,
        { role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        { type: 'function_call', call_id: 'a', name: 'find_text', arguments: '{"words":"tea"}' },
        { type: 'function_call', call_id: 'b', name: 'find_text', arguments: '{}' },
        { type: 'function_call_output', call_id: 'a', output: 'Found.' },
        { type: 'function_call_output', call_id: 'b', output: 'Error: Found.' },
        { role: 'assistant', content: [{ type: 'output_text', text: 'It is tea.' }] },
        { role: 'user', content: [{ type: 'input_text', text: 'Sure?' }] },
      ],
    });
    expect(JSON.stringify(server.calls.at(-1)?.body)).not.toMatch(/"id"|item_reference|previous_response_id/);
  });

  it('carries pictures as data', async () => {
    const picture = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=', alt: 'Tea' } as const;
    const body = await bodyOf({ ...REQUEST, messages: [{ role: 'user', content: [text('What is it?'), picture] }] });
    expect(body).toMatchObject({
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is it?' },
            { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
          ],
        },
      ],
    });
  });

  it('asks for a schema without insisting that it be strict', async () => {
    const schema = { type: 'object', properties: { words: { type: 'string' } } } as const;
    expect(await bodyOf({ ...REQUEST, json: schema })).toMatchObject({
      text: { format: { type: 'json_schema', name: 'reply', strict: false, schema } },
    });
  });

  it('never bounds the reply by less than the server takes', async () => {
    expect(await bodyOf({ ...REQUEST, maxOutputTokens: 1 })).toMatchObject({ max_output_tokens: 16 });
  });

  it('goes to the base URL, also where the whole address was pasted', async () => {
    server.respond(() => says('Tea.'));
    const pasted = modelAt(`${server.url}/responses/`, { protocol: openAI });
    expect((await ask(REQUEST, pasted)).text).toBe('Tea.');
  });
});

it('is what OpenAI is asked in; a compatible server at the same address is asked in chat completions', async () => {
  const asked: string[] = [];
  const fetchFor = (): typeof fetch => (input) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return Promise.reject(new TypeError('no network'));
  };
  const deps = { extensionOrigin: TEST_ORIGIN, createFetch: fetchFor, getLanguageModel: () => null };
  for (const provider of ['openai', 'openai-compatible'] as const) {
    const config: ModelConfig = {
      id: `${provider}:gpt-4o`,
      provider,
      endpoint: openAI.example,
      model: 'gpt-4o',
      contextTokens: 128_000,
      toolCalling: 'native',
      pictures: true,
      keepAlive: 5,
      timeouts: PATIENT,
    };
    expect((await ask(REQUEST, createModelAdapter(config, deps) ?? undefined)).last).toMatchObject({
      failure: { code: 'model.unreachable' },
    });
  }
  expect(asked).toEqual(['https://api.openai.com/v1/responses', 'https://api.openai.com/v1/chat/completions']);
});

describe('usage', () => {
  const of = async (raw: Readonly<Record<string, unknown>> | undefined) => {
    const figures = () => ({ input: 7, output: 3, ...(raw === undefined ? {} : { raw }) });
    server.respond(() => reply({ text: 'Tea.', figures }, openAIResponses));
    const { last } = await ask();
    return last.type === 'done' ? last.usage : last;
  };

  it('has the cached and the reasoning tokens among the others', async () => {
    const details = { input_tokens_details: { cached_tokens: 64 }, output_tokens_details: { reasoning_tokens: 20 } };
    const usage = await of({ input_tokens: 100, output_tokens: 30, total_tokens: 130, ...details });
    expect(usage).toEqual({ input: 100, output: 30, cached: 64, reasoning: 20 });
  });

  it('leaves out what the server does not say', async () => {
    expect(await of(undefined)).toEqual({ input: 7, output: 3 });
    expect(await of({ input_tokens: 1, output_tokens: 2.5, input_tokens_details: {} })).toEqual({ input: 1 });
  });
});

describe('the list of models', () => {
  it('holds names, and nothing that the server does not say', () => {
    const data = [{ id: 'gpt-4o', object: 'model', created: 1, owned_by: 'system' }, { id: '' }, null, { id: 4 }];
    expect(readModelList(openAI.models, { object: 'list', data })).toEqual([{ id: 'gpt-4o' }]);
    expect(readModelList(openAI.models, { object: 'list', data: [] })).toEqual([]);
  });

  it.each([null, [], {}, { data: {} }, 'x', { models: [] }])('is no such list: %j', (body) => {
    expect(readModelList(openAI.models, body)).toBeNull();
  });
});
