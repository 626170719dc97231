/** Text bodies by hash in IndexedDB, too big for the session area; frames hold their hash. */
import type { Blobs } from '../../lib/agent/ports.ts';
import { sha256 } from '../../lib/base/hash.ts';
import { createDatabase, type Database, type Transaction } from './database.ts';

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
    clear: () =>
      db([...BODY_STORES, 'frames'], 'readwrite', async (tx) => {
        for (const store of BODY_STORES) await deleteUnreferenced(tx, store, await tx.objectStore(store).getAllKeys());
      }),
    prune: () =>
      db([...BODY_STORES, 'frames'], 'readwrite', async (tx) => {
        const old = IDBKeyRange.upperBound(Date.now() - KEEP_MS);
        for (const store of BODY_STORES)
          await deleteUnreferenced(tx, store, await tx.objectStore(store).index('at').getAllKeys(old));
      }),
  };
}

const BODY_STORES = ['texts', 'pictures'] as const;

async function deleteUnreferenced(
  tx: Transaction<'readwrite'>,
  store: (typeof BODY_STORES)[number],
  hashes: readonly string[],
): Promise<void> {
  const hashIndex = tx.objectStore('frames').index('hash');
  for (const hash of hashes) {
    if ((await hashIndex.count(hash)) === 0) await tx.objectStore(store).delete(hash);
  }
}
