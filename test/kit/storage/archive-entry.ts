/** What a test puts into a page of the browser to reach its IndexedDB: see `archive-page.ts`. */
import { createDatabase } from '../../../src/chrome/storage/database.ts';
import { createIdbArchive } from '../../../src/chrome/storage/idb-run-archive.ts';
import type { RunArchive } from '../../../src/lib/agent/store/run-archive.ts';
import { StoreError } from '../../../src/lib/agent/storage-ports.ts';

globalThis.callArchive = async (name, method, args) => {
  try {
    const archive = createIdbArchive(createDatabase(name)) as Record<
      keyof RunArchive,
      (...given: unknown[]) => Promise<unknown>
    >;
    return { ok: true, value: await archive[method](...args) };
  } catch (thrown) {
    if (thrown instanceof StoreError) return { ok: false, code: thrown.code, message: thrown.message };
    throw thrown;
  }
};
