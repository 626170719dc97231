/** A session without room: what the disk holds of a live run moves out, and the run is whole for whoever reads it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrameStore } from '../../../../src/lib/agent/store/frame-store.ts';
import { createMirroredStore, type MirroredStore } from '../../../../src/lib/agent/store/mirror.ts';
import type { RunArchive } from '../../../../src/lib/agent/store/run-archive.ts';
import { saveState } from '../../../../src/lib/agent/store/run-state.ts';
import type { StorageArea } from '../../../../src/lib/agent/store/storage-area.ts';
import { faultyArchive, memoryArchive } from '../../../kit/storage/memory-archive.ts';
import { quotaArea } from '../../../kit/storage/quota-area.ts';
import { commitOf } from '../../../kit/storage/store-conformance.ts';

const over = (area: StorageArea, archive: RunArchive): MirroredStore =>
  createMirroredStore(createFrameStore(area), archive, { onError: () => undefined });

describe('[R6.4e] a session without room for a live run', () => {
  it('moves what the disk holds of it out, and loses no frame, whoever reads it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 4, max: 40 }),
        fc.integer({ min: 3, max: 8 }),
        fc.nat(40),
        async (length, roomFor, after) => {
          const [area, archive] = [quotaArea(), memoryArchive()];
          const store = over(area, archive);
          const commits = Array.from({ length }, (_, seq) => commitOf('a', seq));
          const [first] = commits;
          if (!first) throw new Error('no commit');
          await saveState(store, first);
          area.quota = area.used() * roomFor;
          for (const commit of commits.slice(1)) await saveState(store, commit);
          for (const reader of [store, over(area, archive)]) {
            expect(await reader.load('a')).toEqual(commits.flat());
            expect(await reader.load('a', after)).toEqual(commits.flat().slice(after + 1));
          }
        },
      ),
      { numRuns: 60 },
    ));

  it('gives up, with everything that was stored, where the disk cannot be written', async () => {
    const [area, archive] = [quotaArea(), faultyArchive(memoryArchive(), () => 'before')];
    const store = over(area, archive);
    await saveState(store, commitOf('a', 0));
    area.quota = area.used() + 10;
    await expect(saveState(store, commitOf('a', 1))).rejects.toMatchObject({ code: 'quota' });
    expect(await store.load('a')).toEqual(commitOf('a', 0));
  });
});
