/** Records agents' spend at rest; the next worker counts runs whose worker died first. */
import { countSpend, filterUncounted } from '../chrome/storage/agent-spend.ts';
import { isOver, foldAll, type AgentState } from '../lib/agent/store/run-state.ts';
import type { FrameStore, RunSummary } from '../lib/agent/storage-ports.ts';

const MAX_CATCH_UP = 20;

export function createSpendRecorder(store: Pick<FrameStore, 'load'>) {
  return {
    recordAtRest: (state: AgentState): void => void countSpend(state).catch(() => undefined), // retried when the run rests again or the next worker starts
    catchUp: async (heads: readonly Pick<RunSummary, 'runId' | 'lastSeq' | 'status'>[]): Promise<void> => {
      const over = heads.filter(({ status }) => isOver(status)).slice(-MAX_CATCH_UP);
      for (const { runId } of await filterUncounted(over)) await countSpend(foldAll(await store.load(runId)));
    },
  };
}
