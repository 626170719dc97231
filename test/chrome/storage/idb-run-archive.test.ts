/** The archive, the page texts and their database over an IndexedDB in memory; the browser's own is in the e2e tests. */
import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createIdbBlobs, KEEP_MS } from '../../../src/chrome/storage/blobs.ts';
import { createDatabase, ACCESS_TIMEOUT_MS } from '../../../src/chrome/storage/database.ts';
import { createIdbArchive } from '../../../src/chrome/storage/idb-run-archive.ts';
import type { ArchiveWrite } from '../../../src/lib/agent/store/run-archive.ts';
import { archives, writeOf } from '../../kit/archive-conformance.ts';
import { codeOf } from '../../kit/store-conformance.ts';

let databases = 0;
const fresh = (): string => `test-${String((databases += 1))}`;
afterEach(() => vi.useRealTimers());

/** A run of one frame that names a text. */
function naming(runId: string, hash: string, changes: Partial<ArchiveWrite['head']> = {}): ArchiveWrite {
  const { head, frames, ...rest } = writeOf(runId, 0, 1);
  const named = frames.map((frame) => ({ ...frame, labels: { ...frame.labels, origin: hash } }));
  return { ...rest, head: { ...head, ...changes }, frames: named };
}

describe('an archive in IndexedDB', () => {
  archives(() => {
    const name = fresh();
    return { archive: createIdbArchive(createDatabase(name)), reopen: () => createIdbArchive(createDatabase(name)) };
  });

  it('drops, when pruned, what is over, old and not kept', async () => {
    const archive = createIdbArchive(createDatabase(fresh()));
    const old = { startedAt: Date.now() - KEEP_MS - 1000 };
    await archive.put(naming('old', 'x', { ...old, status: 'done' }));
    await archive.put(naming('kept', 'x', { ...old, status: 'done' }));
    await archive.put(naming('asking', 'x', { ...old, status: 'asking' }));
    await archive.put(naming('new', 'x', { startedAt: Date.now(), status: 'done' }));
    await archive.setKept('kept', true);
    await archive.prune();
    expect((await archive.listSummaries()).map((head) => head.runId).sort()).toEqual(['asking', 'kept', 'new']);
  });
});

describe('page texts', () => {
  it('are kept as long as an archived run names them, whatever is cleared or pruned', async () => {
    const db = createDatabase(fresh());
    const [blobs, archive] = [createIdbBlobs(db), createIdbArchive(db)];
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
    const named = await blobs.put('named');
    const loose = await blobs.put('loose');
    await archive.put(naming('a', named, { status: 'done' }));
    await archive.setKept('a', true);
    await blobs.prune();
    expect(await blobs.get(loose)).toBe('loose'); // young
    vi.setSystemTime(1_000 + KEEP_MS);
    await blobs.prune();
    expect([await blobs.get(named), await blobs.get(loose)]).toEqual(['named', undefined]);
    await archive.clear();
    await blobs.clear();
    expect(await blobs.get(named)).toBe('named');
    await archive.remove('a');
    await blobs.clear();
    expect(await blobs.get(named)).toBeUndefined();
  });
});

describe('the database', () => {
  it('leaves no trace of a transaction whose work throws, and serves the next one', async () => {
    const db = createDatabase(fresh());
    const torn = db(['texts'], 'readwrite', async (tx) => {
      await tx.objectStore('texts').put({ text: 'half', at: 1 }, 'h');
      throw new Error('no further');
    });
    expect(await codeOf(torn)).toBe('denied');
    expect(await createIdbBlobs(db).get('h')).toBeUndefined();
  });

  it('gives way to a newer version of the product', async () => {
    const name = fresh();
    await createIdbArchive(createDatabase(name)).put(writeOf('a', 0, 1));
    const newer = await openDB(name, 2); // would wait for ever for a connection that does not close
    expect(newer.version).toBe(2);
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
    await vi.waitFor(async () => expect(await archive.listSummaries()).toEqual([]));
  });
});
