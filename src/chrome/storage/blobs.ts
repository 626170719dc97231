/** Text bodies by hash in IndexedDB, too big for the session area; frames hold their hash. */
import type { Blobs } from '../../lib/agent/ports.ts';
import { sha256 } from '../../lib/base/hash.ts';
import { createDatabase, type Database } from './database.ts';

/** Unreferenced bodies are deleted a week after the last write. */
export const KEEP_MS = 7 * 24 * 3600 * 1000;

export interface IdbBlobs extends Blobs {
  /** Deletes every text and picture that no archived run references. Clear the archive first. */
  clear(): Promise<void>;
  prune(): Promise<void>;
}

export function createIdbBlobs(db: Database = createDatabase()): IdbBlobs {
  return {
    async put(text) {
      const hash = await sha256(text);
      await db(['texts'], 'readwrite', (tx) => tx.objectStore('texts').put({ text, at: Date.now() }, hash));
      return hash;
    },
    get: (hash) => db(['texts'], 'readonly', async (tx) => (await tx.objectStore('texts').get(hash))?.text),
    clear: () => deleteUnreferenced(db, Infinity),
    prune: () => deleteUnreferenced(db, Date.now() - KEEP_MS),
  };
}

/** Those last written at that time or before. */
function deleteUnreferenced(db: Database, until: number): Promise<void> {
  return db(['texts', 'pictures', 'frames'], 'readwrite', async (tx) => {
    const references = tx.objectStore('frames').index('hash');
    for (const name of ['texts', 'pictures'] as const) {
      const store = tx.objectStore(name);
      for (const hash of await store.index('at').getAllKeys(IDBKeyRange.upperBound(until)))
        if ((await references.count(hash)) === 0) await store.delete(hash);
    }
  });
}
