/** The archive, the page texts and their database over an IndexedDB in memory; the browser's own is in the e2e tests. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createIdbBlobs } from '../../../src/chrome/storage/blobs.ts';
import { createDatabase, ACCESS_TIMEOUT_MS } from '../../../src/chrome/storage/database.ts';
import { createIdbArchive } from '../../../src/chrome/storage/idb-run-archive.ts';
import type { ArchiveWrite } from '../../../src/lib/agent/store/run-archive.ts';
import { archives, writeOf } from '../../kit/storage/archive-conformance.ts';
import { codeOf } from '../../kit/storage/store-conformance.ts';
import { eventually } from '../../kit/base/eventually.ts';

let databases = 0;
const fresh = (): string => `test-${String((databases += 1))}`;
afterEach(() => vi.useRealTimers());

/** After every text that a test writes without a clock of its own. */
const LATER = 4_000_000_000_000;

/** A run of a frame for each text, which it names. */
function naming(runId: string, hashes: readonly string[], changes: Partial<ArchiveWrite['head']> = {}): ArchiveWrite {
  const { head, frames, ...rest } = writeOf(runId, 0, hashes.length);
  const named = frames.map((frame, i) => ({
    ...frame,
    at: LATER,
    labels: { ...frame.labels, origin: hashes[i] ?? '' },
  }));
  return { ...rest, head: { ...head, ...changes }, frames: named };
}

describe('an archive in IndexedDB', () => {
  archives(() => {
    const name = fresh();
    return { archive: createIdbArchive(createDatabase(name)), reopen: () => createIdbArchive(createDatabase(name)) };
  });
});

describe('page texts', () => {
  it('go with the last conversation that names them, and no sooner [R11.5]', async () => {
    const naming2 = fc.array(fc.subarray(['x', 'y', 'z'], { minLength: 1 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(naming2, fc.infiniteStream(fc.nat()), async (runs, order) => {
        const db = createDatabase(fresh());
        const [blobs, archive] = [createIdbBlobs(db), createIdbArchive(db)];
        const hashes = new Map(
          await Promise.all(['x', 'y', 'z'].map(async (text) => [text, await blobs.put(text)] as const)),
        );
        for (const [i, texts] of runs.entries())
          await archive.put(
            naming(
              String(i),
              texts.map((text) => hashes.get(text) ?? ''),
              { status: 'done' },
            ),
          );
        await blobs.prune();
        const left = new Set(runs.keys());
        const isNamed = (text: string): boolean => [...left].some((i) => runs[i]?.includes(text));
        while (left.size > 0) {
          const next = [...left][(order.next().value as number) % left.size] ?? 0;
          await archive.remove(String(next));
          left.delete(next);
          for (const [text, hash] of hashes) expect(await blobs.get(hash)).toBe(isNamed(text) ? text : undefined);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('stay where another run, not archived so far, has written them since', async () => {
    const db = createDatabase(fresh());
    const [blobs, archive] = [createIdbBlobs(db), createIdbArchive(db)];
    vi.useFakeTimers({ toFake: ['Date'], now: LATER - 10 });
    const hash = await blobs.put('shared');
    await archive.put(naming('a', [hash], { status: 'done' }));
    vi.setSystemTime(LATER + 10);
    await blobs.put('shared');
    await archive.remove('a');
    expect(await blobs.get(hash)).toBe('shared');
    await blobs.prune(LATER);
    expect(await blobs.get(hash)).toBe('shared'); // young
    await blobs.prune(LATER + 10);
    expect(await blobs.get(hash)).toBeUndefined();
  });

  it('count for the size of the archive', async () => {
    const db = createDatabase(fresh());
    const [blobs, archive] = [createIdbBlobs(db), createIdbArchive(db)];
    const before = await archive.measure();
    await blobs.put('x'.repeat(500));
    expect((await archive.measure()) - before).toBe(500);
    await blobs.prune();
    expect(await archive.measure()).toBe(before);
  });
});

describe('the database', () => {
  it('leaves no trace of a transaction whose work throws, and serves the next one', async () => {
    const db = createDatabase(fresh());
    const torn = db(['texts'], 'readwrite', async (tx) => {
      await tx.objectStore('texts').put({ text: 'half', at: 1, size: 4 }, 'h');
      throw new Error('no further');
    });
    expect(await codeOf(torn)).toBe('denied');
    expect(await createIdbBlobs(db).get('h')).toBeUndefined();
  });

  it('gives way to a newer version of the product', async () => {
    const name = fresh();
    await createIdbArchive(createDatabase(name)).put(writeOf('a', 0, 1));
    const newer = await openDB(name, 4); // would wait for ever for a connection that does not close
    expect(newer.version).toBe(4);
    newer.close();
  });

  it('gives up on a database that never answers, does not wait again, and goes on once it answers', async () => {
    const name = fresh();
    const blocker = await openDB(name, 1);
    const deletion = deleteDB(name); // waits for the blocker
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const archive = createIdbArchive(createDatabase(name)); // waits for the deletion
    const first = codeOf(archive.listSummaries());
    vi.advanceTimersByTime(ACCESS_TIMEOUT_MS);
    expect(await first).toBe('denied');
    expect(await codeOf(archive.listSummaries())).toBe('denied'); // at once: no timer moves here
    vi.useRealTimers();
    blocker.close();
    await deletion;
    await eventually(async () => expect(await archive.listSummaries()).toEqual([]));
  });
});
