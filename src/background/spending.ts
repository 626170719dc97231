/**
 * Has counted what agents take. The one rule: a run is counted whenever it comes to rest, and one whose worker died before it
 * could be is counted by the next.
 */
import { countSpend, uncounted } from '../chrome/agent-spend.ts';
import { isOver, foldAll, type AgentState } from '../lib/agent/state.ts';
import type { FrameStore, RunHead } from '../lib/agent/ports.ts';

/** Runs that one worker looks back at, the latest. */
const MOST = 20;

export interface Spending {
  /** A run stands so now. */
  readonly rest: (state: AgentState) => void;
  /** Counts what of these runs is over and was not counted. */
  readonly catchUp: (heads: readonly Pick<RunHead, 'runId' | 'lastSeq' | 'status'>[]) => Promise<void>;
}

export function createSpending(store: Pick<FrameStore, 'load'>): Spending {
  return {
    rest: (state) => void countSpend(state).catch(() => undefined), // the next occasion adds it
    async catchUp(heads) {
      const over = heads.filter(({ status }) => isOver(status)).slice(-MOST);
      for (const { runId } of await uncounted(over)) await countSpend(foldAll(await store.load(runId)));
    },
  };
}
