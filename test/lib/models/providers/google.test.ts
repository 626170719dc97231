import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTROL_TOOLS, addReasoning } from '../../../../src/lib/agent/parse/controls.ts';
import { readModelList } from '../../../../src/lib/models/http/wire-format.ts';
import { google } from '../../../../src/lib/models/providers/google.ts';
import type { ModelMessage, ModelRequest } from '../../../../src/lib/models/model.ts';
import { BUILT_IN_TOOLS } from '../../../kit/agents/built-in-tools.ts';
import { passesConformance, readsRecordedStreams } from '../../../kit/conformance/conformance-suite.ts';
import { modelAt } from '../../../kit/models/http-models.ts';
import { collect, REQUEST, TOOL_REQUEST } from '../../../kit/conformance/model-conformance.ts';
import { startModelServer, type ModelServer } from '../../../kit/models/model-server.ts';
import { inTurn, reply } from '../../../kit/models/model-server-replies.ts';
import { gemini } from '../../../kit/wire/google.ts';

passesConformance(gemini);
readsRecordedStreams(gemini);

let server: ModelServer;
beforeAll(async () => (server = await startModelServer(undefined, { format: gemini })));
afterAll(() => server.close());

const never = new AbortController().signal;
const says = (text = 'Tea.') => reply({ text }, gemini);
const model = (name = 'gemini-2.5-flash', fetch = globalThis.fetch) =>
  modelAt(server.url, { protocol: google, model: name, fetch });

async function bodyOf(request: ModelRequest, subject = model()): Promise<Record<string, unknown>> {
  server.respond(() => says());
  const { last } = await collect(subject.stream(request, never));
  expect(last.type).toBe('done');
  return server.calls.at(-1)?.body as Record<string, unknown>;
}

const UNTHINKING = { thinkingConfig: { thinkingBudget: 0 } };
const SYSTEM = { parts: [{ text: 'Summarise the document.' }] };
const PLEASE = {
  role: 'user',
  parts: [
    {
      text: 'Please.\n\n<document title="Tea" url="https://tea.example/green" language="en">\nGreen tea is tea.\n</document>',
    },
  ],
};

describe('the request', () => {
  it('carries the protocol and nothing that identifies the person', async () => {
    const sent: RequestInit[] = [];
    const recording: typeof fetch = (input, init) => {
      sent.push(init ?? {});
      return fetch(input, init);
    };
    const body = await bodyOf(REQUEST, model('gemini-2.5-flash', recording));
    expect(body).toEqual({
      generationConfig: { maxOutputTokens: 300, ...UNTHINKING },
      systemInstruction: SYSTEM,
      contents: [PLEASE],
    });
    const exchange = server.calls.at(-1);
    expect(exchange).toMatchObject({
      method: 'POST',
      path: '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers).toEqual({ 'content-type': 'application/json', accept: 'text/event-stream' });
  });

  it('goes to the same model with and without `models/` before its name', async () => {
    await bodyOf(REQUEST, model('models/gemini-2.5-flash'));
    expect(server.calls.at(-1)?.path).toBe(server.calls.at(-2)?.path);
  });

  it('goes under the base URL, whatever was pasted along with it', async () => {
    for (const more of ['/', '/models', '/models/gemini-2.5-pro', '/models/gemini-2.5-pro:generateContent']) {
      server.respond(() => says());
      await collect(modelAt(`${server.url}${more}`, { protocol: google, model: 'm' }).stream(REQUEST, never));
      expect(server.requests.at(-1)?.path).toBe('/v1beta/models/m:streamGenerateContent?alt=sse');
    }
  });

  it('tells a Gemma what the system says in the first message, since it knows no other place', async () => {
    const body = await bodyOf(REQUEST, model('models/gemma-3-27b-it'));
    expect(body).not.toHaveProperty('systemInstruction');
    expect(body['contents']).toEqual([
      { role: 'user', parts: [{ text: 'Summarise the document.\n\n' }, ...PLEASE.parts] },
    ]);
  });

  it('shows pictures after the text', async () => {
    const picture = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=', alt: 'A cup' } as const;
    const content = [{ type: 'text', text: 'What is this?' }, picture] as const;
    const body = await bodyOf({ ...REQUEST, messages: [{ role: 'user', content }] });
    expect(body['contents']).toEqual([
      {
        role: 'user',
        parts: [{ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
      },
    ]);
  });

  it('asks for JSON of a schema', async () => {
    const json = {
      type: 'object',
      properties: { tool: { const: 'find_text' }, words: { type: ['string', 'null'] } },
      required: ['tool'],
      additionalProperties: false,
    };
    expect((await bodyOf({ ...REQUEST, json }))['generationConfig']).toEqual({
      maxOutputTokens: 300,
      ...UNTHINKING,
      responseMimeType: 'application/json',
      responseSchema: {
        type: 'object',
        properties: { tool: { type: 'string', enum: ['find_text'] }, words: { type: 'string', nullable: true } },
        required: ['tool'],
      },
    });
  });
});

describe('tools in the request', () => {
  it('are declared, and the choice is the model’s', async () => {
    const body = await bodyOf(TOOL_REQUEST);
    expect(body['toolConfig']).toEqual({ functionCallingConfig: { mode: 'AUTO' } });
    expect(body['tools']).toEqual([
      {
        functionDeclarations: [
          {
            name: 'find_text',
            description: 'Finds words on the page.',
            parameters: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
          },
          { name: 'read_page', description: 'Reads the page.' },
        ],
      },
    ]);
  });

  it('are not there where none are offered', async () => {
    expect(Object.keys(await bodyOf({ ...TOOL_REQUEST, tools: [] })).sort()).toEqual(
      Object.keys(await bodyOf(REQUEST)).sort(),
    );
    expect(await bodyOf(REQUEST)).not.toHaveProperty('tools');
  });

  it('keep names, descriptions and what is required, in no keyword that the API refuses', async () => {
    const own = Array.from(BUILT_IN_TOOLS.values(), ({ definition: { name, inputSchema } }) => ({
      name,
      description: name,
      parameters: inputSchema,
    }));
    const tools = [...own, ...CONTROL_TOOLS].map(addReasoning);
    const body = await bodyOf({ ...TOOL_REQUEST, tools });
    const [{ functionDeclarations: declared }] = body['tools'] as [{ functionDeclarations: Declaration[] }];
    expect(declared.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    for (const [at, { parameters }] of declared.entries()) {
      const asked = tools[at]?.parameters as unknown as Declaration['parameters'];
      expect(parameters.required).toEqual(asked.required);
      expect(Object.keys(parameters.properties)).toEqual(Object.keys(asked.properties));
      for (const [name, { type, description }] of Object.entries(asked.properties))
        expect(parameters.properties[name]).toMatchObject({
          type,
          ...(description === undefined ? {} : { description }),
        });
      for (const schema of [parameters, ...Object.values(parameters.properties)])
        for (const keyword of Object.keys(schema)) expect(KEYWORDS).toContain(keyword);
    }
  });
});

interface Declaration {
  readonly name: string;
  readonly parameters: {
    readonly properties: Readonly<Record<string, { readonly type?: string; readonly description?: string }>>;
    readonly required?: readonly string[];
  };
}

/** Of the API's `Schema` (https://ai.google.dev/api/caching#Schema); anything else is refused with 400. */
const KEYWORDS =
  'type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum'.split(
    ' ',
  );

describe('earlier calls', () => {
  const call = (id: string, json: string) => ({ type: 'tool-call', id, name: 'find_text', arguments: json }) as const;
  const result = (id: string, isError = false) =>
    ({ type: 'tool-result', id, name: 'find_text', isError, content: [{ type: 'text', text: 'Found.' }] }) as const;
  const messages: readonly ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'Tea?' }] },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'I look.' }, call('call00000', '{ "words": "tea" }'), call('b', '{"words":')],
    },
    { role: 'tool', content: [result('call00000')] },
    { role: 'tool', content: [result('b', true)] },
    { role: 'assistant', content: [{ type: 'text', text: '' }] },
    { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
  ];
  const response = (id: string, content: string) => ({
    functionResponse: { id, name: 'find_text', response: { name: 'find_text', content } },
  });
  const sent = (more: object) => [
    { role: 'user', parts: [{ text: 'Tea?' }] },
    {
      role: 'model',
      parts: [
        { text: 'I look.' },
        { functionCall: { id: 'call00000', name: 'find_text', args: { words: 'tea' } }, ...more },
        { functionCall: { id: 'b', name: 'find_text', args: {} }, ...more },
      ],
    },
    // as many results in one message as there were calls, and no message without a part
    { role: 'user', parts: [response('call00000', 'Found.'), response('b', 'Error: Found.')] },
    { role: 'user', parts: [{ text: 'Go on.' }] },
  ];

  it('and what they returned stand in the shape of the wire', async () => {
    expect((await bodyOf({ ...TOOL_REQUEST, messages }))['contents']).toEqual(sent({}));
  });

  it.each(['gemini-3-pro-preview', 'models/gemini-3-flash', 'gemini-flash-latest'])(
    'carry the word that stands for a lost signature where a model wants one: %s',
    async (name) => {
      const signed = { thoughtSignature: 'skip_thought_signature_validator' };
      expect((await bodyOf({ ...TOOL_REQUEST, messages }, model(name)))['contents']).toEqual(sent(signed));
    },
  );
});

describe('a model without a JSON mode', () => {
  it.each([
    'JSON mode is not enabled for models/gemma-3-27b-it',
    "Function calling with a response mime type: 'application/json' is unsupported",
    'The specified schema produces a constraint that has too many states for serving.',
    '* GenerateContentRequest.generation_config.response_schema.properties: should be non-empty for OBJECT type',
  ])('is asked without it from then on: %s', async (words) => {
    const script = inTurn(gemini.refuse(400, words), says());
    server.respond(() => script);
    const subject = model();
    const request = { ...REQUEST, json: { type: 'object', properties: { a: { type: 'string' } } } };
    const first = await collect(subject.stream(request, never));
    expect(first.last).toMatchObject({ failure: { code: 'model.dialect', retryable: true }, refused: true });
    expect((await collect(subject.stream(request, never))).text).toBe('Tea.');
    expect(server.calls.at(-1)?.body).toMatchObject({ generationConfig: { maxOutputTokens: 300 } });
    expect(JSON.stringify(server.calls.at(-1)?.body)).not.toContain('response');
  });
});

describe('a refusal that asking otherwise would not cure', () => {
  const json = { type: 'object', properties: { a: { type: 'string' } } };

  it('is passed on: one about JSON where none is asked for any more, and one of another status', async () => {
    const subject = model();
    const codes: unknown[] = [];
    for (const status of [500, 400, 400]) {
      server.respond(() => gemini.refuse(status, 'JSON mode is not enabled for this model'));
      const { last } = await collect(subject.stream({ ...REQUEST, json }, never));
      codes.push(last.type === 'error' && last.failure.code);
    }
    expect(codes).toEqual(['model.server', 'model.dialect', 'model.bad-request']);
  });
});

it('a model that takes no tools, or wants its signatures back after all, is told of them in words', async () => {
  for (const words of [
    'Function calling is not enabled for models/gemma-3-27b-it',
    'Function call is missing a thought_signature in functionCall parts.',
  ]) {
    server.respond(() => gemini.refuse(400, words));
    const subject = model();
    expect((await collect(subject.stream(TOOL_REQUEST, never))).last).toMatchObject({
      failure: { code: 'model.dialect' },
    });
    expect(subject.toolCalling).toBe('text');
    expect(await bodyOf(TOOL_REQUEST, subject)).not.toHaveProperty('tools');
  }
});

describe('the list of models', () => {
  it('names those that write, with the window they read', () => {
    const entry = (name: string, more: object = {}) => ({ name: `models/${name}`, ...more });
    const models = [
      entry('gemini-2.5-flash', { inputTokenLimit: 1_048_576, supportedGenerationMethods: ['generateContent'] }),
      entry('gemini-embedding-001', { inputTokenLimit: 2048, supportedGenerationMethods: ['embedContent'] }),
      entry('gemini-next'),
      { displayName: 'nameless' },
      null,
    ];
    expect(readModelList(google.models, { models })).toEqual([
      { id: 'gemini-2.5-flash', contextTokens: 1_048_576 },
      { id: 'gemini-next' },
    ]);
    for (const other of [{ data: [] }, { models: {} }, [], null, 'x'])
      expect(readModelList(google.models, other)).toBeNull();
  });

  it('is asked for in one page', async () => {
    server.respond(() => undefined); // the server's own answer
    const response = await fetch(`${server.url}${google.models.path}`);
    expect(readModelList(google.models, await response.json())).toEqual([
      { id: 'test-model', contextTokens: 1_048_576 },
    ]);
  });
});
