/** Counts what runs spend when it is stored; what a worker stored and did not count, the next one does. */
import type { SpendingLedger } from '../chrome/storage/spending-ledger.ts';
import type { PricedModel } from '../lib/agent/budget/cost.ts';
import { createChargeReader, createExpense, type Charge } from '../lib/agent/budget/expense.ts';
import type { Tokens } from '../lib/agent/budget/usage.ts';
import type { FrameStore, RunSummary } from '../lib/agent/storage-ports.ts';
import type { Clock } from '../lib/base/clock.ts';
import type { PanelHub } from './panel-hub.ts';

export type TestedModel = PricedModel & { readonly id: string; readonly label: string };

/** Most runs whose frames are read again. */
const MAX_CATCH_UP = 20;

/** A ledger that does not answer fails no run: what it lacks is given to it again. */
export function createSpendingRecorder(
  ledger: Pick<SpendingLedger, 'record' | 'filterUncounted'>,
  store: Pick<FrameStore, 'load'>,
  hub: Pick<PanelHub, 'showExpenses'>,
  clock: Pick<Clock, 'now'>,
) {
  const recordCharges = async (runId: string, charges: readonly Charge[]): Promise<void> =>
    hub.showExpenses(await ledger.record(runId, charges));
  return {
    recordCharges,
    recordModelTest: async (model: TestedModel, spent: Tokens): Promise<void> => {
      if (spent.input + spent.output === 0) return;
      const { id, label } = model;
      const charge = {
        seq: 0,
        at: clock.now(),
        model: { id, label },
        expense: createExpense(spent, model),
        agents: [],
      };
      await recordCharges(`test:${crypto.randomUUID()}`, [charge]);
    },
    catchUp: async (heads: readonly Pick<RunSummary, 'runId' | 'input' | 'output'>[]): Promise<void> => {
      for (const { runId } of (await ledger.filterUncounted(heads)).slice(-MAX_CATCH_UP)) {
        const readCharge = createChargeReader();
        const charges = (await store.load(runId)).flatMap((frame) => readCharge(frame) ?? []);
        await recordCharges(runId, charges);
      }
    },
  };
}
