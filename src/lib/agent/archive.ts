/**
 * The archive: runs on disk, for when the session area is gone (an update, a crash of the browser) and for history. It
 * follows the frame store and decides nothing: frames are appended as they are, one record each, so that a write costs
 * the same at frame 1,600 as at frame 1.
 */
import type { Commit, Frame } from './frames.ts';
import { readFrame } from './migrate.ts';
import { StoreError, type Command, type RunHead } from './ports.ts';

export interface ArchivedHead extends RunHead {
  /** The person keeps the run in history: no clearing drops it. */
  readonly kept: boolean;
  /** A short label for lists. */
  readonly title: string;
}

/** What one write adds, whole or not at all. */
export interface ArchiveWrite {
  readonly head: RunHead;
  /** In order; everything up to `head.lastSeq` that is not archived yet, and possibly some that is. */
  readonly frames: readonly Frame[];
  /** All commands that wait now. Replaces what was archived of them. */
  readonly inbox: readonly Command[];
  /** A better label than the one before; null leaves that. */
  readonly title: string | null;
}

/** What of a run a person may look for. */
export interface RunWords {
  readonly runId: string;
  /** Plain text in lines, bounded (`lib/history/words.ts`). */
  readonly words: string;
}

/** A run that could not be read, kept aside under its id. */
export interface SetAside {
  readonly runId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: string;
}

/** Every method settles within a bounded time; a refusal is a `StoreError`. */
export interface RunArchive {
  /**
   * Idempotent by (run, seq): the same frame again is a no-op, another frame at an archived seq, or a gap, is `conflict`.
   * A write that is older than what is archived changes nothing.
   */
  put(write: ArchiveWrite): Promise<void>;
  head(runId: string): Promise<ArchivedHead | null>;
  /** All runs, oldest first. */
  heads(): Promise<readonly ArchivedHead[]>;
  /** The run's frames as stored, perhaps by an older version, in order; [] for an unknown run. See {@link readRun}. */
  load(runId: string): Promise<readonly unknown[]>;
  /** What runs say, in the order asked; unknown runs are left out. Runs of earlier versions are told like any other. */
  words(runIds: readonly string[]): Promise<readonly RunWords[]>;
  /** Commands that waited at the last write. */
  inbox(runId: string): Promise<readonly Command[]>;
  /** No-op for an unknown run. */
  keep(runId: string, kept: boolean): Promise<void>;
  /** Moves a run that cannot be read out of the way, whole. */
  setAside(runId: string, reason: string): Promise<void>;
  asides(): Promise<readonly SetAside[]>;
  /** Forgets a run, kept or not, set aside or not. */
  remove(runId: string): Promise<void>;
  /** Forgets everything but the runs that are kept and over. */
  clear(): Promise<void>;
}

/** The frames of an archived run, lifted to the present version, from the first to the head's last. Throws `corrupt`. */
export function readRun(head: RunHead, values: readonly unknown[]): Commit {
  const frames = values.map((value, seq) => {
    const frame = readFrame(value);
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
    const held = `${String(frames.length)} frames where its head says ${String(head.lastSeq + 1)}`;
    throw new StoreError('corrupt', `The archived run ${head.runId} is not whole: ${held}.`);
  }
  return [first, ...rest];
}

/** Which frames of a write are new to an archive that holds `last` as its last seq (-1: none). Throws `conflict` on a gap. */
export function newFrames(last: number, { head, frames }: ArchiveWrite): readonly Frame[] {
  const fresh = frames.filter((frame) => frame.seq > last);
  const whole = fresh.every((frame, i) => frame.runId === head.runId && frame.seq === last + 1 + i);
  if (!whole || last + fresh.length !== Math.max(last, head.lastSeq)) {
    throw new StoreError(
      'conflict',
      `Run ${head.runId} is archived up to frame ${String(last)}; the write leaves a gap.`,
    );
  }
  return fresh;
}
