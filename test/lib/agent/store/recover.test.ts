/** What cannot be read comes back from no archive, and keeps nothing else from coming back. */
import { describe, expect, it } from 'vitest';
import { createMemoryArea } from '../../../../src/lib/agent/store/storage-area.ts';
import type { Frame } from '../../../../src/lib/agent/frames/frames.ts';
import { createMirroredStore, type MirroredStore } from '../../../../src/lib/agent/store/mirror.ts';
import { recoverRuns } from '../../../../src/lib/agent/store/recover.ts';
import { createFrameStore } from '../../../../src/lib/agent/store/frame-store.ts';
import { faultyArchive, memoryArchive, type MemoryArchive } from '../../../kit/storage/memory-archive.ts';
import { commitOf } from '../../../kit/storage/store-conformance.ts';

const fail = (error: unknown): never => {
  throw error;
};
const onto = (archive: MemoryArchive): MirroredStore =>
  createMirroredStore(createFrameStore(createMemoryArea()), archive, { onError: fail });

describe('archived runs that are damaged', () => {
  type Run = MemoryArchive['runs'] extends Map<string, infer R> ? R : never;
  const damages: Record<string, (run: Run) => void> = {
    'a frame is missing': (run) => void run.frames.splice(1, 1),
    'the last frame is missing': (run) => void run.frames.pop(),
    'all frames are missing': (run) => void run.frames.splice(0),
    'the beginning is missing': (run) => void run.frames.shift(),
    'a frame is from a later product': (run) => void run.frames.splice(2, 1, { ...(run.frames[2] as Frame), v: 99 }),
    'a frame is of another run': (run) => void run.frames.splice(1, 1, ...commitOf('other', 1)),
    'a frame is something else': (run) => void run.frames.splice(1, 1, 'what is this'),
    'the head says more': (run) => void (run.head = { ...run.head, lastSeq: 7 }),
    'the head says nothing': (run) => void (run.head = { runId: run.head.runId } as Run['head']),
  };

  it.each(Object.keys(damages))('are set aside and told where %s; the others come back', async (what) => {
    const archive = memoryArchive();
    const before = onto(archive);
    for (const run of ['a', 'b', 'c']) await before.append(commitOf(run, 0, 4));
    const run = archive.runs.get('b') ?? fail('not archived');
    damages[what]?.(run);
    const told: unknown[] = [];
    const store = onto(archive);
    expect(await recoverRuns(store, archive, (error) => void told.push(error))).toEqual(['a', 'c']);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ name: 'StoreError', code: 'corrupt' });
    expect((await archive.listQuarantined()).map(({ runId }) => runId)).toEqual(['b']);
    expect(await store.load('c')).toHaveLength(4);
    expect(await recoverRuns(store, archive, fail)).toEqual([]);
  });

  it('and an archive that does not work bring nothing back, and stop nothing', async () => {
    const told: unknown[] = [];
    const archive = faultyArchive(memoryArchive(), () => 'before');
    expect(await recoverRuns(createFrameStore(createMemoryArea()), archive, (error) => void told.push(error))).toEqual(
      [],
    );
    expect(told).toHaveLength(1);
  });
});

describe('a run whose session cannot be read', () => {
  it('is set aside in the archive too, and does not come back by itself [R6.4c]', async () => {
    const archive = memoryArchive();
    const store = onto(archive);
    for (const run of ['a', 'b']) await store.append(commitOf(run, 0, 3));
    await store.setAside('a');
    expect((await store.listRuns()).map(({ runId }) => runId)).toEqual(['b']);
    expect((await archive.listQuarantined()).map(({ runId }) => runId)).toEqual(['a']);
    expect(await recoverRuns(onto(archive), archive, fail)).toEqual(['b']);
  });
});
