/**
 * The state of a run: a fold of its frames, kept by keeping the frames. The one rule: saving appends, loading folds; a
 * state is never stored, so it can never disagree with what happened.
 */
import { foldAll } from './fold.ts';
import type { Commit, Frame } from './frames.ts';
import { readFrame } from './migrate.ts';
import { StoreError, type FrameStore } from './ports.ts';
import { isOver, type AgentState } from './session.ts';

export { isCharged, totalCost, type Bill } from './cost.ts';
export { fold, foldAll } from './fold.ts';
export { findObject, foundAs, type Found } from './found.ts';
export { headAfter } from './head.ts';
export { standIn, type Switch } from './roles.ts';
export { asksOf, atWork, liveSubs, nameOf, stateNamed, subOf, subsOf } from './subs.ts';
export {
  bestPartial,
  callUnderWay,
  createSession,
  isAside,
  isOver,
  openCalls,
  shownWords,
  turnAt,
  turnsOf,
  type AgentState,
  type Answer,
  type CallRecord,
  type Exchange,
  type Phase,
  type Subs,
  type Turn,
  type Usage,
} from './session.ts';

/** A run as it was found. */
export interface LoadedState {
  readonly frames: readonly Frame[];
  readonly state: AgentState;
}

/**
 * Stores what a run has just said, before anything follows from it. Out of room, the oldest finished runs make place, one
 * by one. Rejects with a `StoreError`; nothing is lost then, since nothing has followed.
 */
export async function saveState(store: FrameStore, commit: Commit): Promise<void> {
  await makingRoom(store, commit[0].runId, () => store.append(commit));
}

/** Writes something of a run; out of room, as {@link saveState} does. Rejects with what the write last rejected with. */
export async function makingRoom(store: FrameStore, runId: string, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await write();
      return;
    } catch (thrown) {
      if (!(thrown instanceof StoreError) || thrown.code !== 'quota') throw thrown;
      const oldest = (await store.heads()).find((head) => isOver(head.status) && head.runId !== runId);
      if (!oldest) throw thrown;
      await store.evict(oldest.runId);
    }
  }
}

/**
 * A stored run, folded; null when there is none. One that cannot be read is set aside and rejects with a `StoreError`
 * `corrupt`: the session goes on without it.
 */
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

/** Forgets a run, or everything: what was set aside included. Stop what runs first. */
export async function clearState(store: FrameStore, runId?: string): Promise<void> {
  await (runId === undefined ? store.clear() : store.remove(runId));
}

/** Whether these are the frames of one run from its beginning, without a gap, in a version that can be read. */
export function isValidState(frames: unknown): frames is readonly Frame[] {
  if (!Array.isArray(frames) || frames.length === 0) return false;
  const read = frames.map(readFrame);
  const runId = read[0]?.kind === 'agent.invoked' ? read[0].runId : null;
  return runId !== null && read.every((frame, seq) => frame?.seq === seq && frame.runId === runId);
}
