/** Replies of models, as examples: what each decides. */
import { describe, expect, it } from 'vitest';
import type { RawReply } from '../../../../src/lib/agent/frames/decision.ts';
import {
  CONTROL_TOOLS,
  parseDecision,
  parseToolCall,
  addReasoning,
} from '../../../../src/lib/agent/parse/parse-reply.ts';
import { serializeJsonCall } from '../../../../src/lib/agent/parse/json-protocol.ts';
import { extractVisibleText } from '../../../../src/lib/agent/parse/visible-draft.ts';
import { extractReaderText } from '../../../../src/lib/agent/state/partial-answer.ts';
import type { ToolSchema } from '../../../../src/lib/agent/ports.ts';

const SEARCH: ToolSchema = {
  name: 'search_web',
  description: 'Searches the web.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string' }, max: { type: 'integer' } },
    required: ['query'],
    additionalProperties: false,
  },
};
const OFFERED = [addReasoning(SEARCH), ...CONTROL_TOOLS];

const check = (_name: string, args: unknown) =>
  typeof args === 'object' && args !== null && 'query' in args && typeof args.query === 'string'
    ? { ok: true as const }
    : { ok: false as const, message: 'search_web: /query is missing; expected it to be there.' };

const parse = (reply: Partial<RawReply>) =>
  parseDecision({ text: '', calls: [], finish: 'stop', ...reply }, OFFERED, check);
const native = (json: string, more: Partial<RawReply> = {}, name = 'search_web') =>
  parse({ finish: 'tool-calls', calls: [{ id: '1', name, arguments: json }], ...more });

const GOOD = '{"reasoning":"I need facts.","observation":"Nothing yet.","query":"tides"}';
const CALL = { name: 'search_web', parameters: { query: 'tides' }, reasoning: 'I need facts.' };

describe('native calls', () => {
  it('hands on the arguments without what every call owes beside them', () => {
    expect(native(GOOD, { text: 'Let me look.' })).toEqual({
      type: 'call',
      observation: 'Nothing yet.',
      thought: 'Let me look.\nI need facts.',
      calls: [CALL],
    });
  });

  it('mends the arguments, and checks them after that [R4.8b]', () => {
    expect(native("{reasoning: 'I need facts.', query: 'tides',}")).toMatchObject({ type: 'call', calls: [CALL] });
    expect(native("{reasoning: 'I need facts.', question: 'tides',}")).toMatchObject({
      type: 'invalid',
      problem: 'search_web: /query is missing; expected it to be there.',
    });
  });

  it.each(['length', 'content-filter'] as const)('acts on no call of a reply that ended by %s', (finish) => {
    expect(native(GOOD, { finish }).type).toBe('invalid');
    expect(parse({ text: `<tool_call>{"name":"search_web","arguments":${GOOD}}</tool_call>`, finish }).type).toBe(
      'invalid',
    );
    expect(parse({ text: 'Thinking.\n<tool_call>{"name":"sea', finish }).type).toBe('invalid');
    expect(parse({ text: 'Thinking.\n<tool_c', finish }).type).toBe('invalid');
    expect(parse({ text: '{"tool": "search_web", "inp', finish }).type).toBe('invalid');
    expect(parse({ text: 'The tide is', finish })).toMatchObject({ type: 'respond', text: 'The tide is' });
  });

  it('takes only well-formed calls of a reply that ended in an unknown way', () => {
    expect(native(GOOD, { finish: 'other' }).type).toBe('call');
    expect(native(GOOD.slice(0, -1), { finish: 'other' }).type).toBe('invalid');
    expect(native(GOOD.slice(0, -1)).type).toBe('call');
    expect(native(GOOD.slice(0, -2)).type).toBe('invalid');
  });

  const twice = '"reasoning":"I need facts.","query":"tides","query":"dykes"';
  it.each([
    ['native arguments', native(`{${twice}}`)],
    ['a call in the text', parse({ text: `<tool_call>{"name":"search_web","arguments":{${twice}}}</tool_call>` })],
    [
      'named parameters',
      parse({
        text: 'Facts.<function=search_web><parameter=query>tides</parameter><parameter=query>dykes</parameter></function>',
      }),
    ],
  ])('does not choose between two values of a key: %s', (_form, decision) => {
    expect(decision).toMatchObject({
      type: 'invalid',
      problem: '"search_web": the key "query" is given twice; nothing was carried out.',
    });
  });

  it('asks for the reasoning by its path [R2.1d]', () => {
    expect(native('{"query":"tides"}')).toMatchObject({
      type: 'invalid',
      problem: expect.stringContaining('/reasoning') as string,
    });
    expect(native('{"reasoning":" ","query":"tides"}')).toMatchObject({ type: 'invalid' });
  });

  it('names the nearest tool and what is offered', () => {
    expect(native(GOOD, {}, 'web_search')).toMatchObject({
      type: 'invalid',
      problem: 'There is no tool "web_search". The nearest name is "search_web".',
      suggestion: 'Call one of: search_web, ask_user, declare_impossible. Or write the answer.',
    });
  });

  it.each(['[1]', '"x"', 'null', '}{', '{"reasoning":"r","__proto__":{"x":1},"query":"q"}'])('refuses %s', (json) => {
    expect(native(json).type).toBe('invalid');
  });

  it('carries out at most eight calls together', () => {
    const calls = Array.from({ length: 9 }, (_, id) => ({ id: String(id), name: 'search_web', arguments: GOOD }));
    expect(parse({ calls: calls.slice(1) })).toMatchObject({ type: 'call' });
    expect(parse({ calls })).toMatchObject({
      type: 'invalid',
      problem: expect.stringContaining('at most 8') as string,
    });
  });
});

describe('asking and giving up', () => {
  it('are decisions, and stand alone [R2.3b] [R2.3c]', () => {
    const ask = { id: '2', name: 'ask_user', arguments: '{"question":"Which town?"}' };
    expect(parse({ calls: [ask] })).toMatchObject({ type: 'ask', question: 'Which town?' });
    expect(native('{"reason":"No access."}', {}, 'declare_impossible')).toMatchObject({
      type: 'impossible',
      reason: 'No access.',
    });
    expect(parse({ calls: [ask, { id: '3', name: 'search_web', arguments: GOOD }] }).type).toBe('invalid');
    expect(native('{"question":""}', {}, 'ask_user')).toMatchObject({
      type: 'invalid',
      problem: expect.stringContaining('/question') as string,
    });
  });

  it('understands the flag for a goal that cannot be met', () => {
    expect(
      parse({
        text: '{"tool":"text_response","inputs":{},"reasoning":"No page.","should_end":true,"impossible":true}',
      }),
    ).toMatchObject({ type: 'impossible', reason: 'No page.' });
  });
});

const ARGS = '{"query":"tides"}';
const TEXTS: Readonly<Record<string, string>> = {
  'the protocol': `<observation>Nothing yet.</observation> <thought>I need facts.</thought> <tool_call>{"name":"search_web","arguments":${ARGS}}</tool_call>`,
  'a line of prose before': `I need facts.\n<tool_call>\n{"name":"search_web","arguments":${ARGS}}\n</tool_call>\n<tool_result>made up</tool_result>`,
  'a function tag': `I need facts.\n<function=search_web>${ARGS}</function>`,
  'parameters in tags': `I need facts.\n<tool_call><function=search_web>\n<parameter=query>\ntides\n</parameter>\n</function></tool_call>`,
  invoke: `I need facts.\n<function_calls><invoke name="search_web"><parameter name="query">tides</parameter></invoke></function_calls>`,
  'keys and values in tags': `I need facts.\n<tool_call>search_web\n<arg_key>query</arg_key><arg_value>tides</arg_value></tool_call>`,
  'bare JSON': `{"tool":"search_web","inputs":${ARGS},"reasoning":"I need facts.","should_end":false}`,
  'fenced JSON': `Here is the call:\n\`\`\`json\n{"name":"search_web","parameters":${ARGS},"reasoning":"I need facts."}\n\`\`\``,
  'a list after thinking': `<think>Shall I?</think>[{"name":"search_web","args":${GOOD}}]`,
  'a function with encoded arguments': `{"function":{"name":"search_web","arguments":${JSON.stringify(GOOD)}}}`,
  'a missing bracket before the tag': `I need facts.\n<tool_call>{"name":"search_web","arguments":${ARGS}</tool_call>`,
};

describe('calls in text', () => {
  it.each(Object.entries(TEXTS))('%s', (_shape, text) => {
    expect(parse({ text })).toMatchObject({ type: 'call', calls: [CALL] });
    expect(parseToolCall(text)).toEqual(CALL);
  });

  it.each([
    ['XML', TEXTS['the protocol'] ?? ''],
    ['JSON', serializeJsonCall(CALL, 'Nothing yet.')],
  ])('in %s and a native one are the same decision [R4.8a]', (_form, text) => {
    expect(parse({ text })).toEqual(native(GOOD));
  });

  it('reads several, each with its own reasons', () => {
    const two = ['a', 'b'].map(
      (q) => `<tool_call>{"name":"search_web","reasoning":"${q}?","arguments":{"query":"${q}"}}</tool_call>`,
    );
    expect(parse({ text: two.join('\n') })).toMatchObject({
      type: 'call',
      thought: 'a?\nb?',
      calls: [{ parameters: { query: 'a' } }, { parameters: { query: 'b' } }],
    });
  });

  it('reads values in tags as the schema wants them', () => {
    const text =
      'Why.\n<invoke name="search_web"><parameter name="query">42</parameter><parameter name="max">3</parameter></invoke>';
    expect(parse({ text })).toMatchObject({ calls: [{ parameters: { query: '42', max: 3 } }] });
  });

  it.each([
    ['a tag without a close', 'Why.\n<tool_call>{"name":"search_web","arguments":{"query":"ti'],
    ['a tag without JSON', '<tool_call>do something, please</tool_call>'],
    ['an unknown tool', `Why.\n<tool_call>{"name":"web","arguments":${ARGS}}</tool_call>`],
    ['no reasons', `<tool_call>{"name":"search_web","arguments":${ARGS}}</tool_call>`],
    ['nothing', ' \n'],
    ['thinking alone', '<think>hm'],
    ['a thought alone', '<thought>hm</thought>'],
  ])('is invalid: %s', (_what, text) => {
    expect(parse({ text }).type).toBe('invalid');
  });

  it.each([
    ['an example in an answer', 'Send this:\n\n{"tool":"search_web","inputs":{}}\n\nThen wait for the reply.'],
    ['a tag in code', 'Models write `<tool_call>{"name":"search_web"}</tool_call>` to call a tool.'],
    ['a tag in a fence', 'Like so:\n```xml\n<tool_call>{"name":"search_web"}</tool_call>\n```\nThat is all.'],
    ['a tag in a sentence', 'The page says <tool_call>{"name":"search_web"}</tool_call> somewhere, which I quote.'],
    ['JSON that names no tool', '{"name":"Ada","arguments":{"a":1}}'],
    ['JSON', '[1, 2, 3]'],
  ])('is an answer: %s', (_what, text) => {
    expect(parse({ text })).toMatchObject({ type: 'respond', text });
  });

  it('unwraps the answer and keeps what was said before', () => {
    expect(
      parse({
        text: '<observation>Read it.</observation>\n<thought>Done.</thought>\n<answer>High at <b>6</b>.</answer>',
      }),
    ).toEqual({
      type: 'respond',
      observation: 'Read it.',
      thought: 'Done.',
      text: 'High at <b>6</b>.',
    });
  });
});

describe('thoughts whose block the template of the model opened', () => {
  it.each([
    ['I add them.\n</think>\nThe answer is 42.', 'The answer is 42.'],
    ['Hm.\n\n</think>\n\n```\n</think>\n```', '```\n</think>\n```'],
    ['Write:\n```\n</think>\n```', 'Write:\n```\n</think>\n```'],
    ['It ends with `</think>`.', 'It ends with `</think>`.'],
    ['Write\n<think>\nand\n</think>\nas tags.', 'Write\n<think>\nand\n</think>\nas tags.'],
  ])('%j is answered by %j, in its draft too', (said, text) => {
    expect(parse({ text: said })).toMatchObject({ type: 'respond', text });
    expect(extractVisibleText(said)).toBe(text);
    expect(extractReaderText({ purpose: 'translate' }, said)).toBe(text);
  });
});
