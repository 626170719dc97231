import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAICompatible } from '../../../../src/lib/models/providers/openai-compatible.ts';
import { modelOver, readBytes } from '../../../kit/conformance/conformance-suite.ts';
import type { Collected } from '../../../kit/conformance/model-conformance.ts';
import { callDeltas, type CallStyle, type ServedCall } from '../../../kit/models/model-server-calls.ts';
import { cutAt, survivesAnyBytes } from '../../../kit/conformance/stream-properties.ts';
import { chatCompletions } from '../../../kit/wire/chat-completions.ts';

/** Reads a reply whose bytes come in exactly these pieces. */
const read = (pieces: readonly Uint8Array[]): Promise<Collected> => readBytes(modelOver(openAICompatible, pieces));

interface Shape {
  readonly deltas: readonly string[];
  readonly newline: string;
  readonly comments: boolean;
  readonly done: boolean;
  readonly usage: 'first' | 'last' | 'absent';
  readonly thoughts: boolean;
  readonly calls: readonly Required<ServedCall>[];
  readonly style: CallStyle;
  /** Characters of arguments per fragment. */
  readonly size: number;
}

const json = fc.oneof(
  fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()).map((value) => JSON.stringify(value)),
  fc.constantFrom('{}', '', '{"a":"}{', '[{"a":1}', 'no JSON', '{"日本": "👩‍💻"}  '),
);
const calls = fc
  .array(fc.record({ name: fc.constantFrom('find_text', 'read_page'), arguments: json }), { maxLength: 4 })
  .map((made) => made.map((call, at) => ({ ...call, id: `call_${at}` })));
/** Every style that says which fragment belongs to which call. */
const style: fc.Arbitrary<CallStyle> = fc.record({
  how: fc.constantFrom('fragments', 'interleaved', 'each', 'together'),
  ids: fc.constantFrom('first', 'repeated', 'then-empty', 'empty', 'absent'),
  index: fc.nat(3),
});

const shape: fc.Arbitrary<Shape> = fc.record({
  deltas: fc.array(
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', ' ', '<think>', '日本', '</', '👩‍💻')),
    {
      maxLength: 12,
    },
  ),
  newline: fc.constantFrom('\n', '\r', '\r\n'),
  comments: fc.boolean(),
  done: fc.boolean(),
  usage: fc.constantFrom('first', 'last', 'absent'),
  thoughts: fc.boolean(),
  calls,
  style,
  size: fc.integer({ min: 1, max: 9 }),
});

/** The calls as a caller must see them. */
function callsOf({ calls: sent, style: { ids } }: Shape): readonly ServedCall[] {
  const given = ids !== 'empty' && ids !== 'absent';
  return sent.map((call, at) => (given ? call : { ...call, id: `call0000${at}` }));
}

function finishOf({ calls: sent }: Shape): string {
  return sent.length > 0 ? 'tool_calls' : 'stop';
}

function wireOf(sent: Shape): Uint8Array {
  const { deltas, newline, comments, done, usage, thoughts } = sent;
  const figures = { prompt_tokens: 7, completion_tokens: 3 };
  const events: string[] = ['Answer: ', ...deltas].map((content, index) =>
    JSON.stringify({
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
      ...(usage === 'first' && index === 0 ? { usage: figures } : {}),
    }),
  );
  if (thoughts) events.unshift(JSON.stringify({ choices: [{ delta: { content: '\n<think>so\nhm</think>\n' } }] }));
  for (const fragments of callDeltas(sent.calls, sent.size, sent.style)) {
    events.push(JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: fragments }, finish_reason: null }] }));
  }
  events.push(JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: finishOf(sent) }] }));
  if (usage === 'last') events.push(JSON.stringify({ choices: [], usage: figures }));
  if (done) events.push('[DONE]');
  const text = events.map(
    (data) => `${comments ? `: hold on${newline}${newline}` : ''}data: ${data}${newline}${newline}`,
  );
  return new TextEncoder().encode(text.join(''));
}

describe('for any valid stream, however it is cut', () => {
  it('text, calls, finish and usage are those that were sent', async () => {
    await fc.assert(
      fc.asyncProperty(shape, fc.array(fc.nat(), { maxLength: 60 }), async (sent, places) => {
        const { text, calls, last } = await read(cutAt(wireOf(sent), places));
        expect(text).toBe(['Answer: ', ...sent.deltas].join(''));
        expect(calls).toEqual(callsOf(sent));
        const usage = sent.usage === 'absent' ? {} : { input: 7, output: 3 };
        expect(last).toEqual({ type: 'done', finish: sent.calls.length > 0 ? 'tool-calls' : 'stop', usage });
      }),
      { numRuns: 150 },
    );
  });

  it('one byte at a time is no different', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async (sent) => {
        const bytes = wireOf(sent);
        const bitten = await read(Array.from(bytes, (byte) => Uint8Array.of(byte)));
        expect(bitten).toEqual(await read([bytes])); // event for event
      }),
      { numRuns: 10 },
    );
  });

  it('cut short anywhere before its finish it never passes for done', async () => {
    await fc.assert(
      fc.asyncProperty(shape, fc.nat(), async (sent, place) => {
        const bytes = wireOf(sent);
        const finish = Buffer.from(bytes).lastIndexOf(`"${finishOf(sent)}"`);
        const { text, calls, last } = await read([bytes.subarray(0, place % finish)]);
        expect(last.type).toBe('error');
        expect(calls).toEqual([]);
        expect(['Answer: ', ...sent.deltas].join('').startsWith(text)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

survivesAnyBytes(chatCompletions, [
  '[DONE]',
  '{"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}',
  '{"error":null}',
  '{"choices":[null]}',
  '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{}}]}}]}',
  '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]}}]}',
  '{"choices":[{"delta":{"tool_calls":[{"id":"b","function":{"name":"f","arguments":"{}"}},{"function":{}}]}}]}',
  '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"","arguments":"x"}}]}}]}',
  '{"choices":[{"delta":{"tool_calls":[null]},"finish_reason":""}]}',
  '{"choices":[{"finish_reason":"tool_calls"}]}',
  '{"error":{"code":429}}',
  '{"choices":[],"usage":{"prompt_tokens":-1.5}}',
  '{"choices":{}}',
]);
