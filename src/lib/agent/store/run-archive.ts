/** Runs on disk, for history and for recovery when session storage is lost. */
import { isFrame, type Commit, type Frame, type JobName } from '../frames/frames.ts';
import { isOver } from '../state/run-status.ts';
import { StoreError, type Command, type RunSummary } from '../storage-ports.ts';

/** What the history says of a conversation; made by `extendListing`. */
export interface RunListing {
  readonly job: JobName;
  /** What was asked first; '' for a summary. */
  readonly title: string;
  /** How the selection begins that it is about; '' until that is read, null if it is about none. */
  readonly subject: string | null;
  /** Title and address of the first page it read; '' for none. */
  readonly page: string;
  readonly url: string;
  readonly requests: number;
  /** The name of the schedule that asked first. Absent where a user did. */
  readonly schedule?: string;
}

/** What the user decides about an archived run. */
export interface RunMarks {
  /** Retention does not remove it. */
  readonly pinned: boolean;
  /** '' for none. */
  readonly name: string;
  /** Deleted by the user, who can still undo it. */
  readonly deleted: boolean;
}

export interface ArchivedRunSummary extends RunSummary, RunListing, RunMarks {}

export const NO_MARKS: RunMarks = { pinned: false, name: '', deleted: false };

/** All or nothing. */
export interface ArchiveWrite {
  readonly head: RunSummary;
  /** Everything up to `head.lastSeq` not archived yet, in order; may include archived frames. */
  readonly frames: readonly Frame[];
  /** Replaces the archived commands. */
  readonly inbox: readonly Command[];
}

interface RunText {
  readonly runId: string;
  /** Plain text in lines, bounded. */
  readonly words: string;
}

export interface QuarantinedRun {
  readonly runId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: string;
}

/** Every method settles within a bounded time and rejects with a `StoreError`. */
export interface RunArchive {
  /** Idempotent by (run, seq). A gap or a different frame throws `conflict`; an older write does nothing. */
  put(write: ArchiveWrite): Promise<void>;
  findSummary(runId: string): Promise<ArchivedRunSummary | null>;
  /** All runs, oldest first. */
  listSummaries(): Promise<readonly ArchivedRunSummary[]>;
  /** Returns the run's frames as stored, unchecked, in order; [] for an unknown run. See {@link readRun}. */
  loadFrames(runId: string): Promise<readonly unknown[]>;
  /** Returns the text of runs in the order requested; unknown runs are left out. */
  loadTexts(runIds: readonly string[]): Promise<readonly RunText[]>;
  loadInbox(runId: string): Promise<readonly Command[]>;
  /** No-op for an unknown run. */
  mark(runId: string, marks: Partial<RunMarks>): Promise<void>;
  /** The run that was unused the longest, and since before that time; null for none. See {@link getUnusedSince}. */
  findOldest(before?: number): Promise<string | null>;
  /** Roughly, in bytes: runs and the texts, pictures and files stored beside them. */
  measure(): Promise<number>;
  quarantine(runId: string, reason: string): Promise<void>;
  listQuarantined(): Promise<readonly QuarantinedRun[]>;
  /** Removes a run, also a quarantined one, and all texts, pictures and files that only it names. */
  remove(runId: string): Promise<void>;
  /** Removes all runs, pinned ones too. */
  clear(): Promise<void>;
}

/**
 * Since when nobody has used the run, if it may be removed; null if not: it is live, pinned, or private and so removed when
 * it is left. What the user deleted counts as unused for ever.
 */
export function getUnusedSince({ status, pinned, deleted, requestedAt, ...rest }: ArchivedRunSummary): number | null {
  if (deleted) return DELETED;
  return isOver(status) && !pinned && !rest.private ? requestedAt : null;
}

/** {@link RunArchive.findOldest} with this as its limit finds what the user deleted, and no more. */
export const ONLY_DELETED = 1;
const DELETED = 0;

/** Returns the frames of an archived run. Throws `corrupt` unless they are complete and of this version. */
export function readRun(head: RunSummary, values: readonly unknown[]): Commit {
  const frames = values.map((value, seq) => {
    if (!isFrame(value) || value.runId !== head.runId || value.seq !== seq) {
      throw new StoreError(
        'corrupt',
        `What is archived as frame ${String(seq)} of run ${head.runId} is not that frame.`,
      );
    }
    return value;
  });
  const [first, ...rest] = frames;
  if (first?.kind !== 'agent.invoked' || frames.length !== head.lastSeq + 1) {
    const counts = `${String(frames.length)} frames where its head says ${String(head.lastSeq + 1)}`;
    throw new StoreError('corrupt', `The archived run ${head.runId} is not whole: ${counts}.`);
  }
  return [first, ...rest];
}

/** `last`: last archived seq; -1 for none. Throws `conflict` on a gap. */
export function selectNewFrames(last: number, { head, frames }: ArchiveWrite): readonly Frame[] {
  const fresh = frames.filter((frame) => frame.seq > last);
  const isContiguous = fresh.every((frame, i) => frame.runId === head.runId && frame.seq === last + 1 + i);
  if (!isContiguous || last + fresh.length !== Math.max(last, head.lastSeq)) {
    throw new StoreError(
      'conflict',
      `Run ${head.runId} is archived up to frame ${String(last)}; the write leaves a gap.`,
    );
  }
  return fresh;
}
