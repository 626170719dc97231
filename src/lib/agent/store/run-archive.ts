/** Runs on disk, for history and for recovery when session storage is lost. */
import { isFrame, type Commit, type Frame } from '../frames/frames.ts';
import { StoreError, type Command, type RunSummary } from '../storage-ports.ts';

export interface ArchivedRunSummary extends RunSummary {
  /** `clear` does not remove it. */
  readonly kept: boolean;
  readonly title: string;
}

/** All or nothing. */
export interface ArchiveWrite {
  readonly head: RunSummary;
  /** Everything up to `head.lastSeq` not archived yet, in order; may include archived frames. */
  readonly frames: readonly Frame[];
  /** Replaces the archived commands. */
  readonly inbox: readonly Command[];
  /** Null leaves the archived title unchanged. */
  readonly title: string | null;
}

export interface RunText {
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
  setKept(runId: string, kept: boolean): Promise<void>;
  quarantine(runId: string, reason: string): Promise<void>;
  listQuarantined(): Promise<readonly QuarantinedRun[]>;
  /** Removes a run, whether kept or quarantined. */
  remove(runId: string): Promise<void>;
  /** Removes everything except runs that are kept and over. */
  clear(): Promise<void>;
}

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
