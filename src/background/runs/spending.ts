/** Counts what runs spend when it is stored; what a worker stored and did not count, the next one does. */
import type { SpendingLedger } from '../../chrome/storage/spending-ledger.ts';
import { createChargeReader, type Charge } from '../../lib/agent/budget/expense.ts';
import type { FrameStore, RunSummary } from '../../lib/agent/storage-ports.ts';
import type { PanelHub } from './panel-hub.ts';

/** A ledger that does not answer fails no run: what it lacks is given to it again. */
export function createSpendingRecorder(
  ledger: Pick<SpendingLedger, 'record' | 'filterUncounted'>,
  store: Pick<FrameStore, 'load'>,
  hub: Pick<PanelHub, 'showExpenses'>,
) {
  const recordCharges = async (runId: string, charges: readonly Charge[]): Promise<void> =>
    hub.showExpenses(await ledger.record(runId, charges));
  return {
    recordCharges,
    /** Reads the frames of at most `most` again, the last ones. One that cannot be read is left out. */
    catchUp: async (
      heads: readonly Pick<RunSummary, 'runId' | 'input' | 'output'>[],
      most = Infinity,
    ): Promise<void> => {
      for (const { runId } of (await ledger.filterUncounted(heads)).slice(-most)) {
        const readCharge = createChargeReader();
        const frames = await store.load(runId).catch(() => []);
        await recordCharges(
          runId,
          frames.flatMap((frame) => readCharge(frame) ?? []),
        );
      }
    },
  };
}
