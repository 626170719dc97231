/** Tools told in words, replies held to a schema: what is asked for, what is read, and what of it is seen on the way. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawReply, ToolCall } from '../../../../src/lib/agent/frames/decision.ts';
import { createReplySchema, serializeJsonCall, toJsonProtocol } from '../../../../src/lib/agent/parse/json-protocol.ts';
import {
  CONTROL_TOOLS,
  parseDecision,
  parseToolCall,
  addReasoning,
} from '../../../../src/lib/agent/parse/parse-reply.ts';
import { extractVisibleText } from '../../../../src/lib/agent/parse/visible-draft.ts';
import type { ModelRequest, ToolSchema } from '../../../../src/lib/agent/ports.ts';
import { validate } from '../../../../src/lib/schema/validate.ts';

const text = (said: string) => ({ type: 'text', text: said }) as const;
const search: ToolSchema = {
  name: 'search_web',
  description: 'Searches the web.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', minLength: 1, pattern: '\\S' }, limit: { type: 'integer', maximum: 9 } },
    required: ['query'],
    additionalProperties: false,
  },
};
const OFFERED = [search, ...CONTROL_TOOLS].map(addReasoning);

const read = (said: string, offered: readonly ToolSchema[] = OFFERED, finish: RawReply['finish'] = 'stop') =>
  parseDecision({ text: said, calls: [], finish }, offered, (name, args) => {
    const tool = offered.find((one) => one.name === name);
    return validate({ ...(tool?.parameters ?? {}), required: [], additionalProperties: true }, args, name);
  });

const request: ModelRequest = {
  task: 'decide',
  maxOutputTokens: 100,
  tools: OFFERED,
  messages: [
    { role: 'system', content: [text('Be brief.')] },
    { role: 'user', content: [text('When is high tide?')] },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', id: '1', name: 'search_web', arguments: '{"reasoning":"Facts.","query":"a <b> c"}' },
      ],
    },
    {
      role: 'tool',
      content: [{ type: 'tool-result', id: '1', name: 'search_web', isError: false, content: [text('At 6.')] }],
    },
  ],
};

describe('toJsonProtocol', () => {
  const { messages, json, ...rest } = toJsonProtocol(request);

  it('leaves no tools and no tool messages, and says how to reply', () => {
    expect(rest).toEqual({ task: 'decide', maxOutputTokens: 100 });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(JSON.stringify(messages[0])).toContain('### search_web');
    expect(messages[3]?.content).toEqual([text('<tool_result name="search_web" status="ok">\nAt 6.\n</tool_result>')]);
  });

  it('writes an earlier call as it would be read again', () => {
    const [part] = messages[2]?.content ?? [];
    expect(part?.type === 'text' && parseToolCall(part.text)).toEqual({
      name: 'search_web',
      reasoning: 'Facts.',
      parameters: { query: 'a <b> c' },
    });
  });

  it('asks for a reason before a tool and a tool before its arguments, in keywords that every grammar knows', () => {
    expect(json).toEqual(createReplySchema(OFFERED));
    const [first] = (json as { anyOf: { properties: object }[] }).anyOf;
    expect(Object.keys(first?.properties ?? {})).toEqual(['observation', 'reasoning', 'tool', 'arguments']);
    expect(JSON.stringify(json)).not.toMatch(/minLength|maximum|pattern|description|\$id/);
  });

  it('leaves the reply free where no tool is offered', () => {
    expect(toJsonProtocol({ ...request, tools: [] })).not.toHaveProperty('json');
  });
});

describe('a reply of the JSON protocol', () => {
  it.each([
    [
      'a call',
      '{"observation":"Six.","reasoning":"Why.","tool":"search_web","arguments":{"query":"x"}}',
      {
        type: 'call',
        observation: 'Six.',
        thought: 'Why.',
        calls: [{ name: 'search_web', parameters: { query: 'x' }, reasoning: 'Why.' }],
      },
    ],
    [
      'a question',
      '{"reasoning":"Only they know.","tool":"ask_user","arguments":{"question":"Which day?"}}',
      { type: 'ask', question: 'Which day?', observation: '', thought: 'Only they know.' },
    ],
    [
      'giving up',
      '{"reasoning":"No page says so.","tool":"declare_impossible","arguments":{"reason":"Nobody knows."}}',
      { type: 'impossible', reason: 'Nobody knows.', observation: '', thought: 'No page says so.' },
    ],
    [
      'an answer',
      '{"observation":"Six.","answer":"At \\u00ab6\\u00bb.\\n"}',
      { type: 'respond', text: 'At «6».', observation: 'Six.', thought: '' },
    ],
    ['a fenced answer', '```json\n{"answer": "At 6."}\n```', { type: 'respond', text: 'At 6.' }],
    [
      'an answer that quotes a call',
      '{"answer":"<b><tool_call>{\\"name\\":\\"search_web\\",\\"arguments\\":{}}</tool_call></b>"}',
      { type: 'respond' },
    ],
    [
      'an answer with marks that nobody escaped',
      '{"answer": "He said "six" today."}',
      { text: 'He said "six" today.' },
    ],
    ['an answer without its brace', '{"answer": "At 6."', { type: 'respond', text: 'At 6.' }],
    ['other JSON', '{"answer": 6, "unit": "h"}', { type: 'respond', text: '{"answer": 6, "unit": "h"}' }],
    ['JSON with an answer among others', '{"answer":"a","sure":1}', { text: '{"answer":"a","sure":1}' }],
    ['no more than an observation', '{"observation":"Hm."}', { type: 'invalid' }],
    ['a call of an unknown tool', '{"reasoning":"r","tool":"fly","arguments":{}}', { type: 'invalid' }],
    ['an answer of nothing', '{"answer":" "}', { type: 'invalid' }],
  ])('is read: %s', (_name, said, decision) => expect(read(said)).toMatchObject(decision));

  it('is what was written where the reply was cut inside the answer', () => {
    expect(read('{"answer": "At \\"6\\", or \\u00', OFFERED, 'length')).toMatchObject({ text: 'At "6", or' });
  });
});

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const said = fc.oneof(word, fc.constantFrom('<tool_call>', '"', '\\', '{"a":1}', '\n', '👩‍💻', '\ud83d'));
const property = fc.constantFrom('url', 'count', 'deep', 'kind', 'tags', 'either');
/** A tool, and arguments that fit it. */
const offer = fc
  .record({ name: fc.stringMatching(/^[a-z]{3,9}$/), wanted: fc.uniqueArray(property, { maxLength: 4 }) })
  .chain(({ name, wanted }) => {
    const kinds = {
      url: [{ type: 'string', maxLength: 2000, format: 'uri' }, fc.webUrl()],
      count: [{ type: 'integer', minimum: 1 }, fc.integer({ min: 1, max: 99 })],
      deep: [
        { type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'], additionalProperties: false },
        fc.record({ a: fc.boolean() }),
      ],
      kind: [{ enum: ['new', 'old'] }, fc.constantFrom('new', 'old')],
      tags: [{ type: 'array', items: { type: 'string' }, maxItems: 5 }, fc.array(said, { maxLength: 3 })],
      either: [{ anyOf: [{ type: 'null' }, { const: 7 }] }, fc.constantFrom(null, 7)],
    } as const;
    const tool: ToolSchema = {
      name,
      description: name,
      parameters: {
        type: 'object',
        properties: Object.fromEntries(wanted.map((one) => [one, kinds[one][0]])),
        required: wanted,
        additionalProperties: false,
      },
    };
    const args = fc.record(Object.fromEntries(wanted.map((one) => [one, kinds[one][1] as fc.Arbitrary<unknown>])));
    const reasoning = said.filter((reason) => reason.trim() !== '');
    return fc.record({
      tool: fc.constant(addReasoning(tool)),
      call: fc.record({ name: fc.constant(name), reasoning, parameters: args }) as fc.Arbitrary<ToolCall>,
    });
  });

/** JSON with every liberty that the syntax leaves: blanks, and escapes that need not be. */
function written(value: Readonly<Record<string, string>>, escapes: boolean, blank: string): string {
  const quoted = (words: string): string =>
    escapes
      ? `"${Array.from({ length: words.length }, (_, at) => `\\u${words.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
      : JSON.stringify(words);
  const members = Object.entries(value).map(
    ([key, words]) => `${JSON.stringify(key)}${blank}:${blank}${quoted(words)}`,
  );
  return `{${blank}${members.join(`${blank},${blank}`)}${blank}}`;
}
const answer = fc
  .record({
    value: fc.record(
      { observation: said, answer: fc.array(said, { maxLength: 6 }).map((words) => words.join('')) },
      { requiredKeys: ['answer'], noNullPrototype: true },
    ),
    escapes: fc.boolean(),
    blank: fc.constantFrom('', ' ', '\n  '),
  })
  .map(({ value, escapes, blank }) => ({ value, json: written(value, escapes, blank) }));

describe('for every reply of the JSON protocol', () => {
  it('the schema takes a call of an offered tool if and only if the parser does, and it is the same call', () => {
    fc.assert(
      fc.property(offer, offer, fc.constantFrom('', 'name', 'missing', 'more', 'type'), (one, other, damage) => {
        const offered = [one.tool, ...(other.tool.name === one.tool.name ? [] : [other.tool])];
        const { name, parameters } = one.call;
        const [first] = Object.keys(parameters);
        const bad: ToolCall = {
          ...one.call,
          ...(damage === 'name' ? { name: `${name}X` } : {}),
          parameters: {
            ...Object.fromEntries(Object.entries(parameters).filter(([key]) => damage !== 'missing' || key !== first)),
            ...(damage === 'more' ? { unasked: 1 } : {}),
            ...(damage === 'type' && first !== undefined ? { [first]: { not: 'this' } } : {}),
          },
        };
        const json = serializeJsonCall(bad);
        const fits = validate(createReplySchema(offered), JSON.parse(json)).ok;
        const decision = parseDecision({ text: json, calls: [], finish: 'stop' }, offered, (tool, args) => {
          const { parameters: schema = {} } = offered.find((entry) => entry.name === tool) ?? {};
          const own = { ...schema, required: (schema['required'] as string[]).filter((key) => key !== 'reasoning') };
          return validate(own, args);
        });
        expect(decision.type).toBe(fits ? 'call' : 'invalid');
        if (decision.type === 'call') expect(decision.calls).toEqual([bad]);
        const harmless = damage === '' || (first === undefined && ['missing', 'type'].includes(damage));
        expect(fits).toBe(harmless);
      }),
      { numRuns: 500 },
    );
  });

  it('a call that is cut is never carried out', () => {
    fc.assert(
      fc.property(offer, fc.nat(), fc.constantFrom('stop', 'length', 'other'), ({ tool, call }, at, finish) => {
        const json = serializeJsonCall(call);
        const cut = json.slice(0, at % json.length);
        const decision = parseDecision({ text: cut, calls: [], finish }, [tool], () => ({ ok: true }));
        expect(decision.type).not.toBe('call');
        expect(extractVisibleText(cut)).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it('one that is cut before its answer began is no answer: nobody reads its JSON', () => {
    const finishes = fc.constantFrom('stop', 'length', 'other');
    fc.assert(
      fc.property(offer, said, fc.nat(), finishes, ({ tool, call }, observation, at, finish) => {
        const jsons = [serializeJsonCall(call, observation), JSON.stringify({ observation, answer: 'A' }).slice(0, -3)];
        for (const json of jsons) {
          const cut = json.slice(0, '{"observation"'.length + (at % (json.length - '{"observation"'.length)));
          const decision = parseDecision({ text: cut, calls: [], finish }, [tool], () => ({ ok: true }));
          expect(decision.type).toBe('invalid');
          if (finish === 'length')
            expect(decision).toMatchObject({ problem: expect.stringContaining('was cut') as string });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('what is shown of an answer grows into the answer, and never holds a key or another member', () => {
    fc.assert(
      fc.property(answer, ({ value, json }) => {
        const whole = read(json);
        const final = value.answer.trim();
        expect(validate(createReplySchema(OFFERED), JSON.parse(json)).ok).toBe(true);
        if (final === '') expect(whole.type).toBe('invalid');
        else expect(whole).toMatchObject({ type: 'respond', text: final });
        let last = '';
        for (let length = 0; length <= json.length; length += 1) {
          const shown = extractVisibleText(json.slice(0, length));
          expect(shown.startsWith(last) && final.startsWith(shown)).toBe(true);
          last = shown;
        }
        expect(last).toBe(final);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what a model adds around the object it was asked for', () => {
  it.each(['\n\nLet me know if you need more.', '\n```\nThat is it.', '\n```', ' I used "the page".'])(
    '%j is no part of it',
    (behind) => {
      const fence = behind.includes('```') ? '```json\n' : '';
      expect(read(`${fence}{"answer":"The sky is \\"blue\\"."}${behind}`)).toMatchObject({
        type: 'respond',
        text: 'The sky is "blue".',
      });
      expect(
        read(`${fence}{"reasoning":"Facts.","tool":"search_web","arguments":{"query":"tides"}}${behind}`),
      ).toMatchObject({ type: 'call', calls: [{ name: 'search_web', parameters: { query: 'tides' } }] });
    },
  );

  it('never changes the answer within it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.lorem(), (answer, behind) => {
        fc.pre(answer.trim() !== '');
        const json = JSON.stringify({ answer });
        expect(read(`${json}\n\n${behind}`)).toEqual(read(json));
      }),
    );
  });
});
