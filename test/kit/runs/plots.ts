/** Arbitrary plots: scripts of decisions over tools of every kind, well formed and not, with limits and failures. */
import fc from 'fast-check';
import type { Limits } from '../../../src/lib/agent/frames/frames.ts';
import type { Say } from '../models/agent-model.ts';
import type { Plot } from './generated-run.ts';
import { TOY_TOOLS } from './tools.ts';

const callOf = (tools: readonly string[]) =>
  fc
    .record({ name: fc.constantFrom(...tools), n: fc.integer({ min: 0, max: 3 }), observes: fc.boolean() })
    .map(({ name, n, observes }) => ({
      name,
      args: { reasoning: `Because of ${name}.`, n, ...(observes ? { observation: 'It means something.' } : {}) },
    }));

/** Replies that cannot be acted on. */
const INVALID: readonly Say[] = [
  { calls: [{ name: 'nothing', args: { reasoning: 'r' } }] },
  { calls: [{ name: 'look', args: '{"reasoning": "r", "n": ' }] },
  { calls: [{ name: 'look', args: { n: 1 } }] },
  { calls: [{ name: 'look', args: { reasoning: 'r', n: 'one' } }] },
  {
    calls: [
      { name: 'put', args: { reasoning: 'r', n: 1 } },
      { name: 'put', args: { reasoning: 'again', n: 1 } },
    ],
  },
  { calls: [{ name: 'send', args: { reasoning: 'r', n: 1 } }], finish: 'length' },
  { calls: [{ name: 'send', args: { reasoning: 'r', n: 1 } }], finish: 'content-filter' },
  { text: '' },
];

/** One decision; only the last two end a run by themselves. */
const sayOf = (tools: readonly string[]): fc.Arbitrary<Say> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.array(callOf(tools), { minLength: 1, maxLength: 3 }).map((calls): Say => ({ calls })) },
    {
      weight: 2,
      arbitrary: fc.constant<Say>({
        text: 'I wonder.',
        calls: [{ name: 'ask_user', args: { question: 'Which one?' } }],
      }),
    },
    { weight: 3, arbitrary: fc.constantFrom(...INVALID) },
    {
      weight: 1,
      arbitrary: fc.constant<Say>({ calls: [{ name: 'declare_impossible', args: { reason: 'No way.' } }] }),
    },
    { weight: 1, arbitrary: fc.constant<Say>({ text: 'Early answer of {request}.' }) },
  );

export const ROOMY: Limits = {
  maxSteps: 40,
  maxRetries: 3,
  wallClockMs: 10_000_000,
  tokenBudget: 10_000_000,
  maxCost: null,
  warnAt: 0.8,
};

export interface PlotOptions {
  readonly tools?: readonly string[];
  readonly limits?: fc.Arbitrary<Limits>;
  readonly flaky?: fc.Arbitrary<readonly number[]>;
  readonly maxLength?: number;
  readonly stops?: boolean;
}

export function plots({
  tools = TOY_TOOLS,
  limits = fc.constant(ROOMY),
  flaky,
  maxLength = 6,
  stops = false,
}: PlotOptions = {}): fc.Arbitrary<Plot> {
  return fc.record({
    script: fc.array(sayOf(tools), { maxLength }),
    limits,
    prices: fc.constantFrom(null, { input: 1, cached: 0.5, output: 2, asOf: '' }),
    opening: fc.boolean(),
    toolCalling: fc.constantFrom('native' as const, 'native' as const, 'native' as const, 'text' as const),
    usage: fc.constantFrom({ input: 10, output: 5 }, {}, 'most' as const),
    flaky: flaky ?? fc.constantFrom([0], [0, 0, 1], [0, 2, 0, 3]),
    tempo: fc.constantFrom(0, 10),
    stopAt: stops ? fc.option(fc.nat(60)) : fc.constant(null),
  });
}

/** Limits that bite. */
export const tight: fc.Arbitrary<Limits> = fc.record({
  maxSteps: fc.integer({ min: 1, max: 6 }),
  maxRetries: fc.integer({ min: 0, max: 3 }),
  wallClockMs: fc.constantFrom(300, 6000, 100_000),
  tokenBudget: fc.constantFrom(100, 2000, 12_000, 1_000_000),
  maxCost: fc.constantFrom(null, 0.0001, 0.01, 1),
  warnAt: fc.constant(0.8),
});

/** Room for all but a few thousand tokens more, or less. */
export const scarce: fc.Arbitrary<Limits> = fc
  .integer({ min: 1500, max: 9000 })
  .map((tokenBudget) => ({ ...ROOMY, tokenBudget }));

/** A plot in which nothing happens but its script, save what is told otherwise. */
export const plotOf = (script: readonly Say[], more: Partial<Plot> = {}): Plot => ({
  script,
  limits: ROOMY,
  prices: null,
  opening: false,
  toolCalling: 'native',
  usage: {},
  flaky: [0],
  tempo: 0,
  stopAt: null,
  ...more,
});
