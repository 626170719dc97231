/** The archive in memory, copying like a database does, and one whose operations fail on demand. */
import {
  getUnusedSince,
  NO_MARKS,
  selectNewFrames,
  type ArchivedRunSummary,
  type RunArchive,
  type QuarantinedRun,
} from '../../../src/lib/agent/store/run-archive.ts';
import { isFrame } from '../../../src/lib/agent/frames/frames.ts';
import { StoreError, type Command } from '../../../src/lib/agent/storage-ports.ts';
import { stringifyCanonical } from '../../../src/lib/base/json.ts';
import { extendListing } from '../../../src/lib/history/listing.ts';
import { appendSearchLines } from '../../../src/lib/history/search-lines.ts';

interface Run {
  head: ArchivedRunSummary;
  readonly frames: unknown[];
  inbox: readonly Command[];
}

export interface MemoryArchive extends RunArchive {
  /** The records themselves, for tests that damage them. */
  readonly runs: Map<string, Run>;
}

export function memoryArchive(): MemoryArchive {
  const runs = new Map<string, Run>();
  const asides = new Map<string, QuarantinedRun>();
  const now = <T>(work: () => T): Promise<T> => new Promise((resolve) => resolve(structuredClone(work())));
  return {
    runs,
    put: (write) =>
      now(() => {
        const { head, frames, inbox } = structuredClone(write);
        const run = runs.get(head.runId);
        const last = run?.head.lastSeq ?? -1;
        const fresh = selectNewFrames(last, { head, frames, inbox });
        if (
          frames.some(
            (frame) => frame.seq <= last && stringifyCanonical(run?.frames[frame.seq]) !== stringifyCanonical(frame),
          )
        ) {
          throw new StoreError('conflict', `Run ${head.runId} is archived with another content.`);
        }
        if (head.lastSeq < last) return;
        runs.set(head.runId, {
          head: { ...NO_MARKS, ...run?.head, ...extendListing(run?.head ?? null, fresh), ...head },
          frames: [...(run?.frames ?? []), ...fresh],
          inbox,
        });
      }),
    findSummary: (runId) => now(() => runs.get(runId)?.head ?? null),
    listSummaries: () =>
      now(() => [...runs.values()].map(({ head }) => head).sort((a, b) => a.startedAt - b.startedAt)),
    loadFrames: (runId) => now(() => runs.get(runId)?.frames ?? []),
    loadTexts: (runIds) =>
      now(() => {
        const known = runIds.flatMap((runId) => runs.get(runId) ?? []);
        const framesOf = ({ frames }: Run) => frames.filter(isFrame);
        return known.map((run) => ({ runId: run.head.runId, words: appendSearchLines('', framesOf(run)) }));
      }),
    loadInbox: (runId) => now(() => runs.get(runId)?.inbox ?? []),
    mark: (runId, marks) =>
      now(() => {
        const run = runs.get(runId);
        if (run) run.head = { ...run.head, ...marks };
      }),
    findOldest: (before = Infinity) =>
      now(() => {
        const unused = [...runs.values()].map(({ head }) => ({
          runId: head.runId,
          since: getUnusedSince(head) ?? Infinity,
        }));
        return unused.sort((a, b) => a.since - b.since).find(({ since }) => since < before)?.runId ?? null;
      }),
    measure: () => now(() => JSON.stringify([...runs.values()].map(({ frames }) => frames)).length),
    quarantine: (runId, reason) =>
      now(() => {
        if (runs.delete(runId)) asides.set(runId, { runId, at: 0, reason });
      }),
    listQuarantined: () => now(() => [...asides.values()]),
    remove: (runId) =>
      now(() => {
        runs.delete(runId);
        asides.delete(runId);
      }),
    clear: () =>
      now(() => {
        asides.clear();
        runs.clear();
      }),
  };
}

/** `before`: nothing happens. `after`: it happens, and nobody learns of it. */
export type Fault = 'none' | 'before' | 'after';

/** The same archive, each of whose operations fails as `next` says. */
export function faultyArchive(archive: RunArchive, next: () => Fault): RunArchive {
  async function run<T>(operation: () => Promise<T>): Promise<T> {
    const fault = next();
    if (fault === 'before') throw new StoreError('denied', 'The database is closed.');
    const result = await operation();
    if (fault === 'after') throw new StoreError('denied', 'The database closed before it could answer.');
    return result;
  }
  return {
    put: (write) => run(() => archive.put(write)),
    findSummary: (runId) => run(() => archive.findSummary(runId)),
    listSummaries: () => run(() => archive.listSummaries()),
    loadFrames: (runId) => run(() => archive.loadFrames(runId)),
    loadTexts: (runIds) => run(() => archive.loadTexts(runIds)),
    loadInbox: (runId) => run(() => archive.loadInbox(runId)),
    mark: (runId, marks) => run(() => archive.mark(runId, marks)),
    findOldest: (before) => run(() => archive.findOldest(before)),
    measure: () => run(() => archive.measure()),
    quarantine: (runId, reason) => run(() => archive.quarantine(runId, reason)),
    listQuarantined: () => run(() => archive.listQuarantined()),
    remove: (runId) => run(() => archive.remove(runId)),
    clear: () => run(() => archive.clear()),
  };
}
