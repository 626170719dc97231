import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { USER_LABELS, type Frame } from '../../../../src/lib/agent/frames/frames.ts';
import { NO_BILL, addCosts, getTotalCost } from '../../../../src/lib/agent/budget/cost.ts';
import {
  buildReceipt,
  splitProportionally,
  type Receipt,
  type Spending,
} from '../../../../src/lib/agent/log/receipt.ts';
import { Timeline } from '../../../../src/lib/agent/log/timeline.ts';
import { foldAll } from '../../../../src/lib/agent/state/fold.ts';
import { play } from '../../../kit/runs/generated-run.ts';
import { nests } from '../../../kit/runs/nests.ts';
import { plots, tight } from '../../../kit/runs/plots.ts';
import { modelsOf, specOf, termsIn, wishIn } from '../../../kit/runs/world.ts';
import { digestInTurn } from '../../../kit/base/virtual-clock.ts';
import { frames, say } from '../../../sidepanel/kit/script.ts';
import { anyFrames } from '../log-arbitraries.ts';

digestInTurn();

const FIGURES = ['input', 'output', 'cached', 'reasoning'] as const;
const sum = (rows: readonly Spending[]): Omit<Spending, 'cost'> => ({
  input: rows.reduce((all, row) => all + row.input, 0),
  output: rows.reduce((all, row) => all + row.output, 0),
  cached: rows.reduce((all, row) => all + row.cached, 0),
  reasoning: rows.reduce((all, row) => all + row.reasoning, 0),
});

/** Every row both ways adds up to what the fold says was used, and none is below nothing. */
function expectAddsUp(all: readonly Frame[]): Receipt {
  const receipt = buildReceipt(Timeline.of(all));
  const { usage, bill } = foldAll(all);
  const { input, output, cached, reasoning, calls } = usage;
  const used = { input, output, cached, reasoning };
  expect(receipt.total).toEqual({ ...used, cost: getTotalCost(bill) });
  expect(receipt.bill).toEqual(bill);
  for (const rows of [receipt.steps, receipt.sources, receipt.models]) {
    expect(sum(rows)).toEqual(used);
    const cost = rows.map((row) => row.cost).reduce(addCosts, 0);
    if (receipt.total.cost === null) expect(cost).toBeNull();
    else expect(cost).toBeCloseTo(receipt.total.cost, 9);
  }
  expect(receipt.steps.reduce((paid, { attempts }) => paid + attempts, 0)).toBe(calls);
  for (const row of [...receipt.steps, ...receipt.sources])
    for (const figure of FIGURES) expect(row[figure]).toBeGreaterThanOrEqual(0);
  const ofAgents = all.filter((frame) => frame.kind === 'usage' && frame.correlationId !== null);
  expect(receipt.agents.map(({ id }) => id)).toEqual([...new Set(ofAgents.map(({ agentId }) => agentId))]);
  return receipt;
}

describe('the receipt', () => {
  it('of every run adds up, by step and by source, to the usage of the run', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(plots({ stops: true }), plots({ limits: tight, stops: true }), nests()),
        async (plot) => {
          const run = await play(plot);
          const { sources } = expectAddsUp(run.frames);
          expect(sources.filter(({ source }) => source === 'unknown')).toEqual([]); // every call says whose words it sends
        },
      ),
      { numRuns: 100 },
    ));

  it('is at the prices of the model that a conversation goes on with', () => {
    const dear = { input: 100, output: 100, cached: 100, asOf: '2026-01' };
    const spec = specOf({ models: modelsOf({ prices: { ...dear, input: 1 } }) });
    const follow = {
      control: 'follow',
      commandId: 'f',
      note: '',
      request: wishIn(spec),
      config: { ...termsIn(spec), models: modelsOf({ id: 'scripted:other', label: 'the other', prices: dear }) },
    } as const;
    const { models } = expectAddsUp(
      frames(
        { kind: 'agent.invoked', labels: USER_LABELS, spec },
        { kind: 'control', labels: USER_LABELS, ...follow },
        {
          kind: 'usage',
          labels: USER_LABELS,
          key: '1/decide',
          model: 'scripted:other',
          input: 1_000_000,
          output: 0,
          cached: 0,
          reasoning: 0,
          source: 'provider',
        },
      ),
    );
    expect(models).toMatchObject([{ label: 'the other', cost: 100 }]);
  });

  it('adds up over any frames in any order', () => {
    const shuffled = anyFrames.chain((all) => fc.shuffledSubarray([...all], { minLength: all.length }));
    fc.assert(
      fc.property(fc.oneof(anyFrames, shuffled), (all) => void expectAddsUp(all)),
      { numRuns: 300 },
    );
  });

  const called = (key: string, step: number, shares: Record<string, number>) => ({
    ...say.decide(key, step),
    shares: Object.entries(shares).map(([source, tokens]) => ({ source, tokens })),
  });

  it('scales what was counted before a call to what was paid for it', () => {
    const { steps, sources } = buildReceipt(
      Timeline.of(
        frames(
          say.invoked(),
          called('a', 1, { instructions: 10, 'https://example.org': 20 }),
          say.usage(91, 7, 'a', 'provider', { cached: 30, reasoning: 4 }),
          say.aside('reflect', 'r'),
          say.usage(9, 1, 'r', 'lost'),
          called('b', 2, { instructions: 10, person: 0 }),
          say.usage(5, 2, 'b'),
        ),
      ),
    );
    expect(steps).toEqual([
      {
        step: 1,
        purposes: ['decide'],
        attempts: 1,
        figure: 'provider',
        input: 91,
        output: 7,
        cached: 30,
        cost: null,
        reasoning: 4,
      },
      {
        step: 2,
        purposes: ['reflect', 'decide'],
        attempts: 2,
        figure: 'lost',
        input: 14,
        output: 3,
        cached: 0,
        cost: null,
        reasoning: 0,
      },
    ]);
    expect(sources.map(({ source, input, output, cached }) => [source, input, output, cached])).toEqual([
      ['https://example.org', 61, 0, 20],
      ['instructions', 35, 0, 10],
      ['unknown', 9, 0, 0],
      ['written', 0, 10, 0],
    ]);
  });

  it('is empty where nothing was spent', () => {
    const total = { input: 0, output: 0, cached: 0, reasoning: 0, cost: 0 };
    expect(buildReceipt(Timeline.of([]))).toEqual({
      steps: [],
      sources: [],
      models: [],
      agents: [],
      main: total,
      total,
      bill: NO_BILL,
    });
    const free = buildReceipt(Timeline.of(frames(say.invoked(), say.decide('a', 1), say.usage(0, 0, 'a'))));
    expect(free.sources).toEqual([]);
  });
});

describe('a whole number split by weights', () => {
  it('adds up, and no part is a whole one away from its due', () => {
    const size = fc.oneof(fc.nat(50), fc.nat(), fc.maxSafeNat());
    fc.assert(
      fc.property(size, fc.array(fc.oneof(fc.nat(9), fc.nat()), { minLength: 1, maxLength: 8 }), (whole, weights) => {
        const all = weights.reduce((a, b) => a + b, 0);
        const parts = splitProportionally(whole, weights);
        if (all === 0) {
          expect(parts).toEqual([]);
          return;
        }
        expect(parts.reduce((a, b) => a + BigInt(b), 0n)).toBe(BigInt(whole));
        for (const [at, part] of parts.entries()) {
          const off = BigInt(part) * BigInt(all) - BigInt(whole) * BigInt(weights[at] ?? 0);
          expect(off < BigInt(all) && off > -BigInt(all)).toBe(true);
        }
      }),
    );
  });

  it.each([
    [-1, [1]],
    [1.5, [1]],
    [NaN, [1]],
    [3, [1, -1]],
    [3, [Infinity]],
    [3, []],
  ])('is nothing for %j by %j', (whole, weights) => {
    expect(splitProportionally(whole, weights)).toEqual([]);
  });
});
