/** The archive in memory, copying like a database does, and one whose operations fail on demand. */
import { newFrames, type ArchivedHead, type RunArchive, type SetAside } from '../../src/lib/agent/archive.ts';
import { readFrame } from '../../src/lib/agent/migrate.ts';
import { StoreError, type Command } from '../../src/lib/agent/ports.ts';
import { isOver } from '../../src/lib/agent/state.ts';
import { canonical } from '../../src/lib/base/canonical.ts';
import { wordsAfter } from '../../src/lib/history/words.ts';

interface Run {
  head: ArchivedHead;
  readonly frames: unknown[];
  inbox: readonly Command[];
}

export interface MemoryArchive extends RunArchive {
  /** The records themselves, for tests that damage them. */
  readonly runs: Map<string, Run>;
}

export function memoryArchive(): MemoryArchive {
  const runs = new Map<string, Run>();
  const asides = new Map<string, SetAside>();
  const now = <T>(work: () => T): Promise<T> => new Promise((resolve) => resolve(structuredClone(work())));
  return {
    runs,
    put: (write) =>
      now(() => {
        const { head, frames, inbox, title } = structuredClone(write);
        const run = runs.get(head.runId);
        const last = run?.head.lastSeq ?? -1;
        const fresh = newFrames(last, { head, frames, inbox, title });
        if (frames.some((frame) => frame.seq <= last && canonical(run?.frames[frame.seq]) !== canonical(frame))) {
          throw new StoreError('conflict', `Run ${head.runId} is archived with another content.`);
        }
        if (head.lastSeq < last) return;
        runs.set(head.runId, {
          head: { ...head, kept: run?.head.kept ?? false, title: title ?? run?.head.title ?? '' },
          frames: [...(run?.frames ?? []), ...fresh],
          inbox,
        });
      }),
    head: (runId) => now(() => runs.get(runId)?.head ?? null),
    heads: () => now(() => [...runs.values()].map(({ head }) => head).sort((a, b) => a.startedAt - b.startedAt)),
    load: (runId) => now(() => runs.get(runId)?.frames ?? []),
    words: (runIds) =>
      now(() => {
        const known = runIds.flatMap((runId) => runs.get(runId) ?? []);
        const framesOf = ({ frames }: Run) => frames.flatMap((value) => readFrame(value) ?? []);
        return known.map((run) => ({ runId: run.head.runId, words: wordsAfter('', framesOf(run)) }));
      }),
    inbox: (runId) => now(() => runs.get(runId)?.inbox ?? []),
    keep: (runId, kept) =>
      now(() => {
        const run = runs.get(runId);
        if (run) run.head = { ...run.head, kept };
      }),
    setAside: (runId, reason) =>
      now(() => {
        if (runs.delete(runId)) asides.set(runId, { runId, at: 0, reason });
      }),
    asides: () => now(() => [...asides.values()]),
    remove: (runId) =>
      now(() => {
        runs.delete(runId);
        asides.delete(runId);
      }),
    clear: () =>
      now(() => {
        asides.clear();
        for (const { head } of runs.values()) {
          if (!head.kept || !isOver(head.status)) runs.delete(head.runId);
        }
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
    head: (runId) => run(() => archive.head(runId)),
    heads: () => run(() => archive.heads()),
    load: (runId) => run(() => archive.load(runId)),
    words: (runIds) => run(() => archive.words(runIds)),
    inbox: (runId) => run(() => archive.inbox(runId)),
    keep: (runId, kept) => run(() => archive.keep(runId, kept)),
    setAside: (runId, reason) => run(() => archive.setAside(runId, reason)),
    asides: () => run(() => archive.asides()),
    remove: (runId) => run(() => archive.remove(runId)),
    clear: () => run(() => archive.clear()),
  };
}
