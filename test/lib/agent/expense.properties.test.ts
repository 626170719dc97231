/** What the ledger is given of a run, whatever dies: each `usage` frame once, at the price of the receipt. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChargeReader, type Charge } from '../../../src/lib/agent/budget/expense.ts';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { iterateSubAgents } from '../../../src/lib/agent/state/sub-agents.ts';
import { ledgerAt } from '../../kit/storage/ledgers.ts';
import { IDS_OF_AGENTS, nests } from '../../kit/runs/nests.ts';
import { play } from '../../kit/runs/generated-run.ts';
import { playWithDeaths } from '../../kit/runs/kill-schedule.ts';
import { plotOf, plots } from '../../kit/runs/plots.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';

digestInTurn();

function readCharges(frames: readonly Frame[]): readonly Charge[] {
  const readCharge = createChargeReader();
  return frames.flatMap((frame) => readCharge(frame) ?? []);
}

describe('the spending ledger of a run that is cut', () => {
  it('has the sum of its usage frames, whenever workers die and whatever is deleted later [R11.4]', async () => {
    let charged = 0;
    const where = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    await fc.assert(
      fc.asyncProperty(plots({ maxLength: 3 }), where, where, async (plot, when, how) => {
        const { deaths } = await playWithDeaths(plot);
        const left = deaths[Math.floor(when * deaths.length)]?.left;
        if (left === undefined) return;
        const { ledger, reopen } = ledgerAt(left.now);
        // the first worker dies with any part of what it stored counted
        const stored = readCharges(left.frames);
        await ledger.record('r1', stored.slice(0, Math.floor(how * (stored.length + 1))));
        const { frames, state } = await play(plot, left);
        const all = readCharges(frames);
        for (let n = stored.length; n <= all.length; n += 1) await reopen().record('r1', all.slice(0, n));
        const { month } = await ledger.loadExpenses();
        const usage = frames.flatMap((frame) => (frame.kind === 'usage' ? [frame] : []));
        expect(month.input).toBe(usage.reduce((sum, { input }) => sum + input, 0));
        expect(month.output).toBe(usage.reduce((sum, { output }) => sum + output, 0));
        expect(month.bill.known).toBeCloseTo(state.bill.known, 9);
        expect([month.bill.unknown, month.bill.free]).toEqual([state.bill.unknown, state.bill.free]);
        charged += usage.length;
      }),
      { numRuns: 60 },
    );
    expect(charged).toBeGreaterThan(0); // some 216 on average
  });

  it('takes nothing for Chrome’s translator, which is no model that a price is not known of', async () => {
    const [begun] = (await play(plotOf([{ text: 'So.' }]))).frames;
    if (begun?.kind !== 'agent.invoked') throw new Error('A run begins with agent.invoked.');
    const translator = { ...begun.spec.models.main, id: 'translator', label: 'Chrome’s translator', metered: false };
    const spec = { ...begun.spec, models: { ...begun.spec.models, translator } };
    const usage = {
      kind: 'usage',
      key: 'a',
      model: 'translator',
      input: 500,
      output: 400,
      cached: 0,
      reasoning: 0,
    } as const;
    const frame = { ...begun, ...usage, source: 'counted', seq: 1 } as const;
    const [charge] = readCharges([{ ...begun, spec }, frame]);
    expect(charge?.model?.label).toBe('Chrome’s translator');
    expect(charge?.expense.bill).toMatchObject({ free: 900, unknown: 0 });
  });

  it('has what each agent took, with those it called', async () => {
    let invoked = 0;
    await fc.assert(
      fc.asyncProperty(nests({ maxSteps: 1 }), async (plot) => {
        const { frames } = await play(plot);
        const { ledger } = ledgerAt();
        await ledger.record('r1', readCharges(frames));
        const spend = await ledger.loadAgentSpend(IDS_OF_AGENTS);
        for (const id of IDS_OF_AGENTS) {
          const subs = [...iterateSubAgents(foldAll(frames))].filter(({ spec }) => spec?.sub?.agent.id === id);
          const { invocations = 0, input = 0, output = 0 } = spend.get(id) ?? {};
          expect([invocations, input, output]).toEqual([
            subs.length,
            subs.reduce((sum, { usage }) => sum + usage.input, 0),
            subs.reduce((sum, { usage }) => sum + usage.output, 0),
          ]);
          invoked += invocations;
        }
      }),
      { numRuns: 60 },
    );
    expect(invoked).toBeGreaterThan(0); // some 42 on average
  });
});
