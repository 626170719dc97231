/** A model that emits anything at all: words, calls of any name with any arguments, any end, or none. */
import fc from 'fast-check';
import type { ModelEvent } from '../../../src/lib/models/model.ts';

/** What a hostile or broken model would write for JSON. */
const hostileJson = fc.oneof(
  fc.constantFrom(
    '{"__proto__": {"polluted": true}, "reasoning": "r", "n": 1}',
    '{"constructor": {"prototype": {"polluted": true}}, "reasoning": "r", "n": 1}',
    '{"reasoning": "r", "n": 1, "n": 2}',
    '{"reasoning": "r", "n": 1e999}',
    '{"reasoning": {"toString": null}, "n": 1}',
    '[[[[[[[[[[[[[[[[[[[[',
    '{"reasoning": "r"',
    '',
    'null',
  ),
  fc.json({ maxDepth: 2 }),
  fc.string({ maxLength: 20 }),
);

const n = fc.integer({ min: 0, max: 500 });

/** Arguments, whole more often than not. */
const argumentsText = fc.oneof(
  { weight: 12, arbitrary: n.map((value) => JSON.stringify({ reasoning: 'r', n: value })) },
  { weight: 1, arbitrary: n.map((value) => JSON.stringify({ n: value })) },
  { weight: 1, arbitrary: fc.constant('{"question": "Which one?", "reason": "No way."}') },
  { weight: 1, arbitrary: fc.constant('{"question": "Which one?"}') },
  { weight: 3, arbitrary: hostileJson },
);

const nameOf = (tools: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...tools) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'ask_user', 'declare_impossible', ''),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
  );

const words = fc.oneof(
  fc.constantFrom(
    'I think',
    '<tool_call>',
    '</tool_call>',
    '<tool_call>{"name": "send", "arguments": {"reasoning": "r", "n": 1}}</tool_call>',
    '<think>',
    '</think>',
    '```json\n{"name": "wipe", "arguments": {"n": 1}}\n```',
    '<answer>',
    '\u202e\ud800',
    '{"approved": true}',
  ),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
);

const ends: fc.Arbitrary<readonly ModelEvent[]> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .constantFrom('stop', 'tool-calls', 'tool-calls', 'length', 'content-filter', 'other')
      .map((finish): ModelEvent[] => [{ type: 'done', finish: finish as 'stop', usage: {} }]),
  },
  {
    weight: 1,
    arbitrary: fc
      .boolean()
      .map((retryable): ModelEvent[] => [
        { type: 'error', failure: { code: 'model.any', message: 'm', hint: 'c', retryable } },
      ]),
  },
  { weight: 1, arbitrary: fc.constantFrom<readonly ModelEvent[]>([], [{ type: 'aborted' }]) },
);

/**
 * Many replies, cheaply: each is made of pieces out of pools of arbitrary ones, by a number. `tools`: names that are called
 * more often than others. The same seed gives the same pools.
 */
export function anyOutputs(
  tools: readonly string[],
  count: number,
  seed: number,
): fc.Arbitrary<readonly (readonly ModelEvent[])[]> {
  const call = fc
    .record({ name: nameOf(tools), arguments: argumentsText })
    .map((made): ModelEvent => ({ type: 'tool-call', id: 'c', ...made }));
  const said = words.map((piece): ModelEvent => ({ type: 'text', text: piece }));
  const calls = fc.sample(call, { numRuns: 4000, seed });
  const pieces = fc.sample(said, { numRuns: 1000, seed });
  const finals = fc.sample(ends, { numRuns: 200, seed });
  const number = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  return fc.array(number, { minLength: count, maxLength: count, size: 'max' }).map((numbers) =>
    numbers.map((start) => {
      let state = start;
      const next = (below: number): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
        return (state >>> 8) % below;
      };
      const some = <T>(pool: readonly T[], amount: number): T[] =>
        Array.from({ length: amount }, () => pool[next(pool.length)]).filter((one) => one !== undefined);
      const shape = next(10);
      const text = shape < 6 ? 0 : next(4);
      return [
        ...some(pieces, text),
        ...some(calls, shape < 8 ? 1 + Math.max(0, next(5) - 2) : 0),
        ...some(finals, 1).flat(),
      ];
    }),
  );
}
