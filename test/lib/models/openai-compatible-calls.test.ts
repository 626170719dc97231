import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelMessage, ModelRequest } from '../../../src/lib/models/model.ts';
import { modelAt } from '../../kit/models/http-models.ts';
import { collect, REQUEST, TOOL_REQUEST, TOOLS } from '../../kit/conformance/model-conformance.ts';
import { TOOL_REFUSALS } from '../../kit/conformance/model-conformance-calls.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { gate, inTurn, refuse, reply } from '../../kit/models/model-server-replies.ts';

let server: ModelServer;
beforeAll(async () => (server = await startModelServer()));
afterAll(() => server.close());

const model = (toolCalling: 'native' | 'text' = 'native') => modelAt(server.url, { toolCalling });

const never = new AbortController().signal;
const ask = (subject = model(), request: ModelRequest = TOOL_REQUEST) => collect(subject.stream(request, never));
const body = (): unknown => server.calls.at(-1)?.body;
const sentMessages = (): unknown => (body() as { messages: unknown }).messages;

const document = { type: 'document', title: 'Tea', url: 'https://tea.example/', language: '', text: 'Tea.' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const call = (id: string, json: string) => ({ type: 'tool-call', id, name: 'find_text', arguments: json }) as const;
const result = (id: string, isError = false) =>
  ({ type: 'tool-result', id, name: 'find_text', isError, content: [text('Found.'), document] }) as const;

describe('the request', () => {
  it('offers the tools as functions, and leaves the choice to the model', async () => {
    server.respond(() => reply());
    await ask();
    expect(body()).toMatchObject({
      tool_choice: 'auto',
      tools: TOOLS.map((tool) => ({ type: 'function', function: tool })),
    });
  });

  it('has no tools where none are offered, and none in text mode', async () => {
    server.respond(() => reply());
    for (const [subject, request] of [
      [model(), REQUEST],
      [model(), { ...TOOL_REQUEST, tools: [] }],
      [model('text'), TOOL_REQUEST],
    ] as const) {
      await ask(subject, request);
      expect(Object.keys(body() as object).filter((name) => name.startsWith('tool'))).toEqual([]);
    }
    expect(model('text').toolCalling).toBe('text');
  });

  it('carries earlier calls and what they returned in the shape of the wire', async () => {
    server.respond(() => reply());
    const messages: readonly ModelMessage[] = [
      ...REQUEST.messages,
      { role: 'assistant', content: [text('I look.'), call('a', '{ "words": "tea" }'), call('b', '{"words":')] },
      { role: 'tool', content: [result('a'), result('b', true)] },
      { role: 'assistant', content: [call('c', '[]')] },
      { role: 'tool', content: [{ ...result('c'), content: [] }] },
    ];
    await ask(model(), { ...TOOL_REQUEST, messages });
    const found = 'Found.\n\n<document title="Tea" url="https://tea.example/">\nTea.\n</document>';
    const wire = (id: string, json: string) => ({
      id,
      type: 'function',
      function: { name: 'find_text', arguments: json },
    });
    expect((sentMessages() as unknown[]).slice(2)).toEqual([
      { role: 'assistant', content: 'I look.', tool_calls: [wire('a', '{"words":"tea"}'), wire('b', '{}')] },
      { role: 'tool', tool_call_id: 'a', content: found },
      { role: 'tool', tool_call_id: 'b', content: `Error: ${found}` },
      { role: 'assistant', content: null, tool_calls: [wire('c', '{}')] },
      { role: 'tool', tool_call_id: 'c', content: '' },
    ]);
  });

  it('never carries arguments that are no JSON object, whatever a model wrote', async () => {
    server.respond(() => reply());
    const written = fc.oneof(fc.string(), fc.json(), fc.constantFrom('', 'null', '{"a":1', '{"__proto__":{"x":1}}'));
    await fc.assert(
      fc.asyncProperty(written, async (json) => {
        const messages = [{ role: 'assistant', content: [call('a', json)] } as const];
        await ask(model(), { ...TOOL_REQUEST, messages });
        const [sent] = sentMessages() as [{ tool_calls: [{ function: { arguments: string } }] }];
        const parsed: unknown = JSON.parse(sent.tool_calls[0].function.arguments);
        expect(Object.prototype.toString.call(parsed)).toBe('[object Object]');
        expect(JSON.stringify(parsed)).toBe(JSON.stringify(isObject(json) ? JSON.parse(json) : {}));
      }),
      { numRuns: 60 },
    );
  });

  it('is not made of a conversation that has no meaning: that is an error, never an exception', async () => {
    const before = server.requests.length;
    for (const message of [
      { role: 'user', content: [result('a')] },
      { role: 'assistant', content: [result('a')] },
      { role: 'system', content: [call('a', '{}')] },
      { role: 'tool', content: [text('Found.')] },
    ] as const) {
      const { last } = await ask(model(), { ...TOOL_REQUEST, messages: [message] });
      expect(last).toMatchObject({ type: 'error', failure: { code: 'internal', retryable: false } });
      if (last.type === 'error') expect(last.failure.message).toContain(`A ${message.role} message cannot hold`);
    }
    expect(server.requests.length).toBe(before);
  });
});

function isObject(json: string): boolean {
  try {
    return Object.prototype.toString.call(JSON.parse(json)) === '[object Object]';
  } catch {
    return false;
  }
}

describe('ids', () => {
  it('that the conversation has used, or that the server does not give, are the next free ones', async () => {
    const messages: readonly ModelMessage[] = [
      { role: 'assistant', content: [call('call00000', '{}'), call('0', '{}')] },
      { role: 'tool', content: [result('call00000'), result('0')] },
    ];
    const calls = ['0', 'call00001', ''].map((id) => ({ id, name: 'find_text', arguments: '{}' }));
    server.respond(() => reply({ calls }));
    const first = await ask(model(), { ...TOOL_REQUEST, messages });
    expect(first.calls.map(({ id }) => id)).toEqual(['call00002', 'call00001', 'call00003']);
    expect(await ask(model(), { ...TOOL_REQUEST, messages })).toEqual(first);
  });
});

describe('a server that takes no tools', () => {
  it.each(TOOL_REFUSALS)('%d %s', async (status, words) => {
    const script = inTurn(refuse(status, words), reply({ text: 'Tea.' }));
    server.respond(() => script);
    const subject = model();
    expect(subject.toolCalling).toBe('native');
    expect((await ask(subject)).last).toMatchObject({
      type: 'error',
      failure: { code: 'model.dialect', retryable: true, retryAfterMs: 0 },
      refused: true,
    });
    expect(subject.toolCalling).toBe('text');
    expect((await ask(subject)).text).toBe('Tea.');
    expect(body()).not.toHaveProperty('tools');
    expect(body()).not.toHaveProperty('tool_choice');
    expect(subject.toolCalling).toBe('text');
  });

  it('is not believed when it was sent none', async () => {
    server.respond(() => refuse(400, 'test-model does not support tools'));
    const subject = model();
    expect((await ask(subject, REQUEST)).last).toMatchObject({ failure: { code: 'model.bad-request' } });
    expect(subject.toolCalling).toBe('native');
  });

  it.each([
    'Requests which include `tool_use` or `tool_result` blocks must define tools',
    'litellm.UnsupportedParamsError: Anthropic expects the `tools=` param to be passed in when tool calls exist in messages.',
    'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
  ])('is one, for the last answer, that wants tools with a conversation of calls: %s', async (words) => {
    server.respond(() => refuse(400, words));
    const subject = model();
    expect((await collect(subject.stream(REQUEST, never))).last).toMatchObject({ failure: { code: 'model.dialect' } });
    expect(subject.toolCalling).toBe('text');
  });

  it('teaches every call that was under way', async () => {
    const here = gate();
    server.respond(() => async (exchange, wire) => {
      await here.pass();
      await refuse(400, 'test-model does not support tools')(exchange, wire);
    });
    const subject = model();
    const before = server.requests.length;
    const both = [ask(subject), ask(subject)];
    while (server.requests.length < before + 2) await server.nextRequest();
    here.release();
    const codes = (await Promise.all(both)).map(({ last }) => last.type === 'error' && last.failure.code);
    expect(codes).toEqual(['model.dialect', 'model.dialect']);
  });

  it('may refuse other things too, one after the other', async () => {
    const script = inTurn(
      refuse(400, 'test-model does not support tools'),
      refuse(400, 'unknown option stream_options'),
      reply({ text: 'Tea.' }),
    );
    server.respond(() => script);
    const subject = model();
    await ask(subject);
    await ask(subject);
    expect((await ask(subject)).text).toBe('Tea.');
    expect(Object.keys(body() as object).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream']);
  });
});
