/** Also copies runs to the archive, after the authoritative session store; its failure never fails a run. */
import { createKeyedQueue } from '../../base/async.ts';
import { readRun, type ArchiveWrite, type RunArchive } from './run-archive.ts';
import type { Commit, Frame } from '../frames/frames.ts';
import { StoreError, type Command, type FrameStore, type RunSummary } from '../storage-ports.ts';
import { isOver } from '../state/run-status.ts';
import type { SessionStore } from './frame-store.ts';

/** Archived before `append` resolves: a side effect, a user reply or the end follows. */
const KINDS_ARCHIVED_AT_ONCE: ReadonlySet<string> = new Set([
  'agent.invoked',
  'tool.call',
  'model.call',
  'ask.user',
  'wait',
  'control',
  'agent.response',
  'opinion',
  'error',
]);

export interface MirrorOptions {
  /** Called once per archive outage and per run it rejects. */
  readonly onError: (error: unknown) => void;
}

/** `load` also finds what was evicted or spilled. Only finished runs may be evicted. */
export interface MirroredStore extends FrameStore {
  /** Archives what the archive lacks of these runs. Call for all before an update is applied. */
  flush(isChosen?: (head: RunSummary) => boolean): Promise<void>;
}

/** Whether the session holds a finished run that no tab shows: its only copy if the archive did not work when it was left. */
export const isLeftOver = ({ tabId, status }: RunSummary): boolean => tabId < 0 && isOver(status);

interface ArchivedPosition {
  readonly lastSeq: number;
  readonly inbox: string;
  readonly tab: string;
}

export function createMirroredStore(store: SessionStore, archive: RunArchive, options: MirrorOptions): MirroredStore {
  const { onError } = options;
  const archived = new Map<string, ArchivedPosition>();
  const unsynced = new Set<string>();
  const pendingRemovals = new Set<string>();
  const runExclusive = createKeyedQueue();
  let isArchiveDown = false;

  async function attemptArchiving(runId: string, operation: () => Promise<void>): Promise<void> {
    try {
      await operation();
      isArchiveDown = false;
      unsynced.delete(runId);
    } catch (thrown) {
      if (!isArchiveDown && !unsynced.has(runId)) onError(thrown);
      isArchiveDown = true;
      unsynced.add(runId);
    }
  }

  /** Rejects if one fails, which then stays pending, after all were tried. */
  async function removePending(): Promise<void> {
    const removed = Array.from(pendingRemovals, async (runId) => {
      await archive.remove(runId);
      pendingRemovals.delete(runId);
    });
    await Promise.allSettled(removed);
    await Promise.all(removed);
  }

  /** Writes everything of the run that the archive lacks in one transaction. `commit`: its latest, if known. */
  async function archiveMissing(runId: string, commit?: Commit): Promise<void> {
    await removePending().catch(() => undefined); // that was told, and must not keep others from being written
    const previous = archived.get(runId) ?? (await readPosition(runId));
    const [head, inbox] = await Promise.all([store.findRun(runId), store.listCommands(runId)]);
    if (!head) return; // commands sent ahead of the run: written with its first frame
    const isAllMissing = commit?.[0].seq === previous.lastSeq + 1 && commit.at(-1)?.seq === head.lastSeq;
    const frames = isAllMissing ? commit : await store.load(runId, previous.lastSeq);
    const current = { lastSeq: Math.max(previous.lastSeq, head.lastSeq), ...describeRest(head, inbox) };
    if (frames.length > 0 || current.inbox !== previous.inbox || current.tab !== previous.tab)
      await putMakingRoom({ head, frames, inbox });
    archived.set(runId, current);
  }

  /** If the disk is full, the oldest conversations go first. */
  async function putMakingRoom(write: ArchiveWrite): Promise<void> {
    for (;;) {
      try {
        await archive.put(write);
        return;
      } catch (thrown) {
        const oldest = thrown instanceof StoreError && thrown.code === 'quota' ? await archive.findOldest() : null;
        if (oldest === null || oldest === write.head.runId || (await isOlder(write.head, oldest))) throw thrown;
        await archive.remove(oldest);
        archived.delete(oldest); // the session may still have it
      }
    }
  }

  /** What is over makes no room for itself where newer ones would go. */
  const isOlder = async ({ status, requestedAt }: RunSummary, other: string): Promise<boolean> =>
    isOver(status) && requestedAt < ((await archive.findSummary(other))?.requestedAt ?? 0);

  async function readPosition(runId: string): Promise<ArchivedPosition> {
    const [head, inbox] = await Promise.all([archive.findSummary(runId), archive.loadInbox(runId)]);
    return { lastSeq: head?.lastSeq ?? -1, ...describeRest(head, inbox) };
  }

  /** If the archive fails, rejects for a run that has frames there, else returns []: new runs are looked up here too. */
  async function loadArchived(runId: string, isThere: boolean): Promise<readonly Frame[]> {
    const result = await Promise.all([archive.findSummary(runId), archive.loadFrames(runId)]).catch(
      (thrown: unknown) => {
        if (!isArchiveDown) onError(thrown);
        isArchiveDown = true;
        if (isThere) throw thrown;
        return null;
      },
    );
    return result?.[0] ? readRun(result[0], result[1]) : [];
  }

  /** Assigns the tab of a run that comes back from the archive: its frames need not say which tab shows it, and since when. */
  async function restoreTab(runId: string): Promise<void> {
    const head = await archive.findSummary(runId).catch(() => null);
    if (head) await store.assignTab(runId, head.tabId, head.requestedAt);
  }

  function forgetRun(runId: string): void {
    archived.delete(runId);
    unsynced.delete(runId);
  }

  return {
    ...store,
    append: (commit: Commit) =>
      runExclusive(commit[0].runId, async () => {
        const { runId, seq } = commit[0];
        const isAbsent = seq === 0 && (await store.findRun(runId)) === null;
        await store.append(commit);
        if (isAbsent) await restoreTab(runId);
        if (unsynced.has(runId) || commit.some((frame) => KINDS_ARCHIVED_AT_ONCE.has(frame.kind))) {
          await attemptArchiving(runId, () => archiveMissing(runId, commit));
        }
      }),
    send: (runId, command) =>
      runExclusive(runId, async () => {
        await store.send(runId, command);
        await attemptArchiving(runId, () => archiveMissing(runId));
      }),
    assignTab: (runId, tabId, requestedAt) =>
      runExclusive(runId, async () => {
        await store.assignTab(runId, tabId, requestedAt);
        await attemptArchiving(runId, () => archiveMissing(runId));
      }),
    async load(runId, after = -1) {
      const frames = await store.load(runId, after);
      const head = await store.findRun(runId);
      const next = frames[0]?.seq ?? (head === null ? Infinity : head.lastSeq + 1);
      if (next <= after + 1) return frames;
      return [...(await loadArchived(runId, head !== null)).slice(after + 1, next), ...frames];
    },
    remove: (runId) =>
      runExclusive(runId, async () => {
        pendingRemovals.add(runId);
        await attemptArchiving(runId, removePending); // first: a worker that dies in between would bring the run back
        await store.remove(runId);
        forgetRun(runId);
      }),
    evict: (runId, isForced = false) =>
      runExclusive(runId, async () => {
        await attemptArchiving(runId, () => archiveMissing(runId));
        if (unsynced.has(runId) && !isForced) return false;
        await store.evict(runId);
        forgetRun(runId);
        return true;
      }),
    spill: (runId) =>
      runExclusive(runId, async () => {
        await attemptArchiving(runId, () => archiveMissing(runId));
        return !unsynced.has(runId) && (await store.dropCommits(runId));
      }),
    setAside: (runId) =>
      runExclusive(runId, async () => {
        await attemptArchiving(runId, () => archive.quarantine(runId, 'Its session could not be read.'));
        await store.setAside(runId);
        forgetRun(runId);
      }),
    async flush(isChosen = () => true) {
      for (const { runId } of (await store.listRuns()).filter(isChosen)) {
        await runExclusive(runId, () => attemptArchiving(runId, () => archiveMissing(runId)));
      }
    },
    /** Rejects if the archive cannot be cleared; the session store is cleared anyway. */
    async clear() {
      try {
        await archive.clear(); // first, for the same reason as in `remove`
      } finally {
        await store.clear();
        archived.clear();
        unsynced.clear();
      }
    },
  };
}

/** What of a run changes without a frame. */
const describeRest = (
  head: Pick<RunSummary, 'tabId' | 'requestedAt'> | null,
  inbox: readonly Command[],
): Omit<ArchivedPosition, 'lastSeq'> => ({
  inbox: JSON.stringify(inbox.map(({ id }) => id)),
  tab: JSON.stringify([head?.tabId, head?.requestedAt]),
});
