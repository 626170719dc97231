/** Runs on disk, for history and for recovery when session storage is lost. */
import type { Commit, Frame } from '../frames/frames.ts';
import { migrateFrame } from './migrate.ts';
import { StoreError, type Command, type RunSummary } from '../ports.ts';

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
  /** As stored, possibly by an older version, in order; [] for an unknown run. */
  loadFrames(runId: string): Promise<readonly unknown[]>;
  /** In the order requested, without unknown runs. */
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

/** Migrates to the current version. Throws `corrupt` unless the frames are complete. */
export function readRun(head: RunSummary, values: readonly unknown[]): Commit {
  const frames = values.map((value, seq) => {
    const frame = migrateFrame(value);
    if (frame?.runId !== head.runId || frame.seq !== seq) {
      throw new StoreError(
        'corrupt',
        `What is archived as frame ${String(seq)} of run ${head.runId} is not that frame.`,
      );
    }
    return frame;
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
