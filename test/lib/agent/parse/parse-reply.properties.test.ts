/** What holds for every reply, and for every call that is written and read again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RawReply, ToolCall } from '../../../../src/lib/agent/frames/decision.ts';
import {
  CONTROL_TOOLS,
  parseDecision,
  parseToolCall,
  serializeToolCall,
  addReasoning,
} from '../../../../src/lib/agent/parse/parse-reply.ts';
import { anyMeant } from '../damage.ts';
import { extractVisibleText } from '../../../../src/lib/agent/parse/text-protocol.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';

const OFFERED = [
  ...['search_web', 'read_url'].map((name) =>
    addReasoning({
      name,
      description: name,
      parameters: { type: 'object', properties: { query: { type: 'string' } } },
    }),
  ),
  ...CONTROL_TOOLS,
];
const FRAGMENTS =
  '<tool_call>|</tool_call>|{"name":"search_web","arguments":{"query":"x"}}|<function=search_web>|</function>|<invoke name="read_url">|<parameter name="query">|</parameter>|</invoke>|<thought>|</thought>|<observation>|<think>|</think>|<answer>|</answer>|```json\n|```|{"tool":"ask_user","inputs":{"question":"?"},"reasoning":"r"}|{|}|[|]|"|:|,|__proto__|constructor|prototype|"__proto__":{"polluted":1}|\\|\\u|\ud800|\u0000|\ufeff|...|\'|name|arguments|reasoning|\n|{"answer":"|{"reasoning":"r","tool":"search_web","arguments":|<arg_key>|</arg_key>|<arg_value>'.split(
    '|',
  );

const woven = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.string({ unit: ANY_CHARACTER, maxLength: 6 })),
    {
      maxLength: 30,
    },
  )
  .map((pieces) => pieces.join(''));
const mutated = fc.tuple(fc.json(), fc.nat(), fc.nat(9), fc.string({ maxLength: 3 })).map(([json, at, gone, put]) => {
  const from = at % (json.length + 1);
  return json.slice(0, from) + put + json.slice(from + gone);
});
const anyText = fc.oneof(fc.string({ unit: ANY_CHARACTER, maxLength: 200 }), woven, mutated);
const anyReply: fc.Arbitrary<RawReply> = fc.record({
  text: anyText,
  calls: fc.array(
    fc.record({
      id: fc.string(),
      name: fc.oneof(fc.constantFrom('search_web', 'read_url', 'ask_user', '__proto__', 'constructor'), fc.string()),
      arguments: anyText,
    }),
    { maxLength: 10 },
  ),
  finish: fc.constantFrom('stop', 'tool-calls', 'length', 'content-filter', 'other'),
});

it('**Feature: agent-architecture-upgrade, Property 21: every byte of model output parses to a decision or a recoverable error** [R4.8b]', () => {
  const types = new Set(['call', 'respond', 'ask', 'impossible', 'invalid']);
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  fc.assert(
    fc.property(anyReply, fc.boolean(), ({ calls, ...reply }, textOnly) => {
      const raw = { ...reply, calls: textOnly ? [] : calls };
      const decision = parseDecision(raw, OFFERED, () => ({ ok: true }));
      expect(types.has(decision.type)).toBe(true);
      if (decision.type === 'invalid') expect(decision.problem.length * decision.suggestion.length).toBeGreaterThan(0);
      if (decision.type === 'call') {
        expect(['length', 'content-filter']).not.toContain(raw.finish);
        for (const { name, reasoning, parameters } of decision.calls) {
          expect(OFFERED.map((tool) => tool.name)).toContain(name);
          expect(reasoning.trim()).not.toBe('');
          expect(Object.getPrototypeOf(parameters)).toBe(Object.prototype);
          expect(Object.keys(parameters)).not.toContain('__proto__');
        }
      }
      parseToolCall(raw.text);
      extractVisibleText(raw.text);
      expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    }),
    { numRuns: 3000 },
  );
});

const nasty = fc.oneof(
  fc.string({ unit: ANY_CHARACTER }),
  woven,
  fc.constantFrom('</tool_call>', '"', '\ud800', '```', '<think>'),
);
const json = fc
  .letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      nasty,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(
        nasty.filter((key) => key !== '__proto__' && key !== 'constructor'),
        tie('json'),
        { maxKeys: 4, noNullPrototype: true },
      ),
    ),
  }))
  .json.filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
const anyCall = fc.record({
  name: nasty,
  reasoning: nasty.filter((text) => text.trim() !== ''),
  parameters: json,
}) as fc.Arbitrary<ToolCall>;

it('**Feature: agent-architecture-upgrade, Property 4: Tool Definition Round-Trip** (calls) [R4.2b]', () => {
  fc.assert(
    fc.property(anyCall, (call) => {
      expect(parseToolCall(serializeToolCall(call))).toEqual(call);
    }),
    { numRuns: 1000 },
  );
});

/** Whether each value stands in `whole` at the same place; members and items may be missing. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(part, whole);
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole)) return false;
  return Object.entries(part).every(([key, value]) => isPartOf(value, (whole as Record<string, unknown>)[key]));
}

it('of a call that was cut anywhere, nothing is carried out that was not written [R4.8b]', () => {
  fc.assert(
    fc.property(anyMeant, fc.boolean(), fc.boolean(), (parameters, pretty, inText) => {
      fc.pre(!('reasoning' in parameters) && !('observation' in parameters)); // they stand beside the parameters
      const args = { reasoning: 'I need facts.', ...parameters };
      const whole = JSON.stringify(args, null, pretty ? 2 : 0);
      for (let end = 0; end <= whole.length; end += 1) {
        const cut = whole.slice(0, end);
        const decision = parseDecision(
          inText
            ? { text: `<tool_call>{"name":"search_web","arguments":${cut}`, calls: [], finish: 'stop' }
            : { text: '', calls: [{ id: '1', name: 'search_web', arguments: cut }], finish: 'tool-calls' },
          OFFERED,
          () => ({ ok: true }),
        );
        if (decision.type !== 'call') continue;
        for (const call of decision.calls) {
          expect(isPartOf(call.parameters, parameters), cut).toBe(true);
          expect(call.reasoning).toBe('I need facts.');
        }
      }
    }),
    { numRuns: 150 },
  );
});
