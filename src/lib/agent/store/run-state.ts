import { foldAll } from '../state/fold.ts';
import { isFrame, type Commit, type Frame } from '../frames/frames.ts';
import { isContinuation, StoreError, type FrameStore, type RunSummary } from '../storage-ports.ts';
import { isOver } from '../state/run-status.ts';
import type { AgentState } from '../state/agent-state.ts';

interface LoadedState {
  readonly frames: readonly Frame[];
  readonly state: AgentState;
}

/** Call before anything depends on the commit. Makes room if storage is full; rejects with a `StoreError`. */
export async function saveState(store: FrameStore, commit: Commit): Promise<void> {
  await writeWithEviction(store, commit[0].runId, () => store.append(commit));
}

/** If storage is full, evicts the oldest finished runs, then spills live ones; what is nowhere else goes last. Rejects with the last error. */
export async function writeWithEviction(store: FrameStore, runId: string, write: () => Promise<void>): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    try {
      await write();
      return;
    } catch (thrown) {
      if (!(thrown instanceof StoreError) || thrown.code !== 'quota' || !(await makeRoom(store, runId, tried)))
        throw thrown;
    }
  }
}

async function makeRoom(store: FrameStore, runId: string, tried: Set<string>): Promise<boolean> {
  const runs = await store.listRuns();
  const finished: RunSummary[] = [];
  for (const head of runs)
    if (head.runId !== runId && isOver(head.status) && !(await isContinued(store, head.runId))) finished.push(head);
  for (const head of finished) if (await store.evict(head.runId)) return true;
  for (const { runId: live } of runs.filter((head) => !tried.has(head.runId))) {
    tried.add(live);
    if (await store.spill(live)) return true;
  }
  return finished[0] !== undefined && store.evict(finished[0].runId, true);
}

/** Whether the user's next request waits to be taken. */
const isContinued = async (store: FrameStore, runId: string): Promise<boolean> =>
  (await store.listCommands(runId)).some(isContinuation);

/** Null for no run. Sets an unreadable run aside and rejects with a `corrupt` `StoreError`. */
export async function loadState(store: FrameStore, runId: string): Promise<LoadedState | null> {
  try {
    const frames = await store.load(runId);
    if (frames.length === 0) return null;
    if (isValidState(frames)) return { frames, state: foldAll(frames) };
    throw new StoreError('corrupt', `The frames of run ${runId} do not follow one another.`);
  } catch (thrown) {
    if (thrown instanceof StoreError && thrown.code === 'corrupt') await store.setAside(runId);
    throw thrown;
  }
}

/** Whether these are a run's frames from its start, without a gap, in a readable version. */
export function isValidState(frames: unknown): frames is readonly Frame[] {
  const [first] = Array.isArray(frames) ? (frames as unknown[]) : [];
  if (!isFrame(first) || first.kind !== 'agent.invoked') return false;
  return (frames as unknown[]).every(
    (frame, seq) => isFrame(frame) && frame.seq === seq && frame.runId === first.runId,
  );
}
