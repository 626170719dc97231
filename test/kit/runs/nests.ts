/** Arbitrary plots in which agents call agents: some that may, some that are too deep, some that talk with the user. */
import fc from 'fast-check';
import type { Say } from '../models/agent-model.ts';
import type { Plot } from './generated-run.ts';
import { manifestOf, type PlayedAgent } from '../agents/played-agents.ts';
import { plots, ROOMY, type PlotOptions } from './plots.ts';

/** Chains of them are deeper than is allowed; `d` calls back into what called it. */
export const IDS_OF_AGENTS = ['a', 'b', 'c', 'd'] as const;
const CALLS: Readonly<Record<string, readonly string[]>> = { a: ['b', 'c'], b: ['c', 'd'], c: ['d'], d: ['a', 'b'] };

const toy = fc.constantFrom('look', 'put', 'send', 'wipe', 'post', 'shaky', 'inside', 'several', 'broken');
const call = (name: string, n: number) => ({ name, args: { reasoning: `Because of ${name}.`, n } });
const ask = (id: string, n: number) => ({
  name: `agent_${id}`,
  args: {
    reasoning: `${id} can do it.`,
    task: `Task ${String(n)} for ${id}.`,
    ...(n === 1 ? { context: 'Know this.' } : {}),
  },
});

const saysOf = (agents: readonly string[]): fc.Arbitrary<Say> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .array(
          fc.tuple(toy, fc.nat(2)).map(([name, n]) => call(name, n)),
          { minLength: 1, maxLength: 2 },
        )
        .map((calls): Say => ({ calls })),
    },
    {
      weight: 4,
      arbitrary: fc
        .array(
          fc.tuple(fc.constantFrom(...agents), fc.nat(2)).map(([id, n]) => ask(id, n)),
          { minLength: 1, maxLength: 2 },
        )
        .map((calls): Say => ({ calls })),
    },
    {
      weight: 1,
      arbitrary: fc.constant<Say>({
        text: 'I wonder.',
        calls: [{ name: 'ask_user', args: { question: 'Which one?' } }],
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constant<Say>({ calls: [{ name: 'declare_impossible', args: { reason: 'No way.' } }] }),
    },
    {
      weight: 1,
      arbitrary: fc.constant<Say>({
        calls: [{ name: 'hand_back', args: { reasoning: 'Done.', outcome: 'It is done.' } }],
      }),
    },
  );

export interface NestOptions extends PlotOptions {
  /** Limits of each agent; roomy unless told. */
  readonly own?: fc.Arbitrary<Partial<PlayedAgent['manifest']['agent']['limits']>>;
  /** Longest scripts of agents, and of the main one. */
  readonly maxSteps?: number;
  readonly mainSteps?: number;
}

export function nests({
  own = fc.constant({}),
  maxSteps = 2,
  mainSteps = 2,
  ...options
}: NestOptions = {}): fc.Arbitrary<Plot> {
  const agentOf = (id: string): fc.Arbitrary<PlayedAgent> =>
    fc
      .record({
        script: fc.array(saysOf(CALLS[id] ?? []), { maxLength: maxSteps }),
        mode: fc.constantFrom('tool' as const, 'tool' as const, 'handoff' as const),
        uses: fc.subarray(
          ['look', 'put', 'send', 'wipe', 'post', 'shaky', 'inside', 'several', 'broken', 'a', 'b', 'c', 'd'],
          { minLength: 6 },
        ),
        limits: own,
      })
      .map(({ script, mode, uses, limits }) => ({
        script,
        manifest: manifestOf({ id, mode, uses: uses.filter((name) => name !== id), limits }),
      }));
  return fc
    .tuple(
      plots({ maxLength: 0, limits: fc.constant(ROOMY), ...options }),
      fc.array(saysOf(['a', 'b']), { minLength: 1, maxLength: mainSteps }),
      fc.tuple(...IDS_OF_AGENTS.map(agentOf)),
    )
    .map(([plot, script, agents]) => ({ ...plot, script, agents }));
}
