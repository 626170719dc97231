import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openAICompatible } from '../../../src/lib/models/openai-compatible.ts';
import { modelOver, readBytes } from '../../kit/conformance-suite.ts';
import type { Collected } from '../../kit/model-conformance.ts';
import { callDeltas, type CallStyle, type ServedCall } from '../../kit/model-server-calls.ts';

vi.setConfig({ testTimeout: 120_000 }); // a busy machine is no failure

/** Reads a reply whose bytes come in exactly these pieces. */
const read = (pieces: readonly Uint8Array[], headers: Record<string, string> = {}, status = 200): Promise<Collected> =>
  readBytes(modelOver(openAICompatible, pieces, headers, status));

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...cuts].map((from, index) => bytes.subarray(from, [...cuts, bytes.length][index]));
}

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

describe('for arbitrary bytes', () => {
  const anything = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .oneof(
          fc.json(),
          fc.constantFrom('[DONE]', '{"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}', '{"error":null}'),
          fc.constantFrom('{"choices":[null]}', '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{}}]}}]}'),
          fc.constantFrom(
            '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]}}]}',
            '{"choices":[{"delta":{"tool_calls":[{"id":"b","function":{"name":"f","arguments":"{}"}},{"function":{}}]}}]}',
            '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"","arguments":"x"}}]}}]}',
            '{"choices":[{"delta":{"tool_calls":[null]},"finish_reason":""}]}',
            '{"choices":[{"finish_reason":"tool_calls"}]}',
          ),
          fc.constantFrom('{"error":{"code":429}}', '{"choices":[],"usage":{"prompt_tokens":-1.5}}', '{"choices":{}}'),
        )
        .map((data) => new TextEncoder().encode(`data: ${data}\n\n`)),
    ),
    { maxLength: 12 },
  );

  it('a stream ends in exactly one terminal event and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (pieces) => {
        const { last } = await read(pieces);
        expect(['done', 'error']).toContain(last.type);
        if (last.type === 'error') expect(last.failure.code).toMatch(/^model\./);
      }),
      { numRuns: 200 },
    );
  });

  it('so does a refusal, with words that are bounded and on one line', async () => {
    const status = fc.oneof(fc.integer({ min: 400, max: 599 }), fc.constantFrom(204, 300, 301, 304, 200));
    const type = fc.constantFrom('text/html', 'application/json', 'text/plain', 'image/png', '');
    await fc.assert(
      fc.asyncProperty(anything, status, type, async (pieces, code, contentType) => {
        const { last } = await read(
          code === 304 ? [] : pieces,
          { 'content-type': contentType },
          code === 304 ? 305 : code,
        );
        if (last.type !== 'error') return;
        expect(last.failure.code).toMatch(/^model\./);
        expect(last.failure.message.length).toBeLessThan(600);
        expect(last.failure.message).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }),
      { numRuns: 150 },
    );
  });
});
