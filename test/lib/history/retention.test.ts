import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countExpired, removeDeleted, removeExpired, type RetentionDeps } from '../../../src/lib/history/retention.ts';
import type { RunStatus } from '../../../src/lib/agent/storage-ports.ts';
import { writeOf } from '../../kit/storage/archive-conformance.ts';
import { memoryArchive, type MemoryArchive } from '../../kit/storage/memory-archive.ts';

const DAY = 24 * 3_600_000;
const NOW = 1_700_000_000_000;
const DAYS = { day: 1, week: 7, month: 30, year: 365, forever: Infinity } as const;

interface Past {
  readonly ageDays: number;
  readonly status: RunStatus;
  readonly pinned: boolean;
  readonly private: boolean;
  readonly deleted: boolean;
}

const PAST: fc.Arbitrary<Past> = fc.record({
  ageDays: fc.oneof(fc.nat(3), fc.nat(40), fc.nat(500)),
  status: fc.constantFrom<RunStatus>('done', 'failed', 'cancelled', 'running', 'waiting', 'asking'),
  pinned: fc.boolean(),
  private: fc.boolean(),
  deleted: fc.boolean(),
});

async function archiveWith(runs: readonly Past[]): Promise<MemoryArchive> {
  const archive = memoryArchive();
  for (const [i, { ageDays, status, pinned, deleted, ...rest }] of runs.entries()) {
    const write = writeOf(`r${String(i)}`, 0, 2);
    const head = { ...write.head, status, private: rest.private, requestedAt: NOW - ageDays * DAY };
    await archive.put({ ...write, head });
    await archive.mark(`r${String(i)}`, { pinned, deleted });
  }
  return archive;
}

const depsFor = (archive: MemoryArchive, more: Partial<RetentionDeps> = {}): RetentionDeps => ({
  archive,
  remove: (runId) => archive.remove(runId),
  prune: () => Promise.resolve(),
  now: NOW,
  keep: 'month',
  ...more,
});
const isLive = ({ status }: Past): boolean => ['running', 'waiting', 'asking'].includes(status);

describe('retention', () => {
  it('always removes what is due and never what is pinned, live or young enough [R11.5]', async () => {
    const keep = fc.constantFrom(...(Object.keys(DAYS) as (keyof typeof DAYS)[]));
    await fc.assert(
      fc.asyncProperty(fc.array(PAST, { maxLength: 12 }), keep, async (runs, time) => {
        const archive = await archiveWith(runs);
        const heads = await archive.listSummaries();
        const counted = countExpired(heads, time, NOW);
        const removed = await removeExpired(depsFor(archive, { keep: time }));
        const isDue = (run: Past): boolean =>
          run.deleted || (run.ageDays > DAYS[time] && !run.pinned && !run.private && !isLive(run));
        const due = runs.flatMap((run, i) => (isDue(run) ? [`r${String(i)}`] : []));
        expect([...removed].sort()).toEqual(due.sort());
        const deleted = runs.filter((run) => run.deleted);
        expect(counted).toBe(due.length - deleted.length);
        expect([...archive.runs.keys()].sort()).toEqual(
          runs
            .map((_, i) => `r${String(i)}`)
            .filter((id) => !due.includes(id))
            .sort(),
        );
      }),
    );
  });

  it('beyond the bound removes the oldest first, until the rest fits, and never what is pinned or live', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(PAST, { maxLength: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (runs, share) => {
          const archive = await archiveWith(runs.map((run) => ({ ...run, deleted: false })));
          const maxBytes = (await archive.measure()) * share;
          await removeExpired(depsFor(archive, { keep: 'forever', maxBytes }));
          const left = runs.map((run, i) => ({ ...run, left: archive.runs.has(`r${String(i)}`) }));
          const removable = left.filter((run) => !run.pinned && !run.private && !isLive(run));
          expect(left.filter((run) => !run.left && !removable.includes(run))).toEqual([]);
          const kept = removable.filter((run) => run.left);
          const youngestGone = Math.min(...removable.filter((run) => !run.left).map(({ ageDays }) => ageDays));
          expect(kept.filter(({ ageDays }) => ageDays > youngestGone)).toEqual([]);
          expect(kept.length === 0 || (await archive.measure()) <= maxBytes).toBe(true);
        },
      ),
    );
  });

  it('goes on at its next call with more than it removes in one', async () => {
    const old: Past = { ageDays: 40, status: 'done', pinned: false, private: false, deleted: false };
    const archive = await archiveWith(Array.from({ length: 150 }, () => old));
    expect(await removeExpired(depsFor(archive))).toHaveLength(100);
    expect(await removeExpired(depsFor(archive))).toHaveLength(50);
    expect(archive.runs.size).toBe(0);
  });

  it('ends where the archive does not remove, and removes nothing undeleted without the time', async () => {
    const old: Past = { ageDays: 400, status: 'done', pinned: false, private: false, deleted: false };
    const archive = await archiveWith([old, { ...old, deleted: true, pinned: true }]);
    const stuck = { ...depsFor(archive), remove: () => Promise.resolve() };
    expect(await removeExpired(stuck)).toEqual(['r1']);
    expect(await removeDeleted(depsFor(archive))).toEqual(['r1']);
    expect([...archive.runs.keys()]).toEqual(['r0']);
  });

  it('counts no file on the disk that nobody asked about for a day', async () => {
    const archive = await archiveWith([{ ageDays: 2, status: 'done', pinned: false, private: false, deleted: false }]);
    let unnamed = 1000;
    const measured = { ...archive, measure: () => Promise.resolve(unnamed) };
    const prune = (until: number) => Promise.resolve(void (unnamed = until === NOW - DAY ? 0 : unnamed));
    expect(await removeExpired(depsFor(archive, { archive: measured, prune, maxBytes: 500 }))).toEqual([]);
  });

  it('removes what was set aside after the same time', async () => {
    const archive = await archiveWith([]);
    await archive.put(writeOf('torn', 0, 1));
    await archive.quarantine('torn', 'torn'); // at 0
    await removeExpired(depsFor(archive, { keep: 'forever' }));
    expect(await archive.listQuarantined()).toHaveLength(0);
  });
});
