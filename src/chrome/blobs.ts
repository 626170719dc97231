/** Bodies by hash in IndexedDB: page texts are too big for the session area, and a frame holds only their hash. */
import type { Blobs } from '../lib/agent/ports.ts';
import { sha256 } from '../lib/base/hash.ts';
import { database, type Database, type Transaction } from './database.ts';

/** Bodies that no archived run names are dropped a week after they were last written. */
export const KEEP_MS = 7 * 24 * 3600 * 1000;

export interface IdbBlobs extends Blobs {
  /** Drops every body, text or picture, that no archived run names. Clear the archive first. */
  clear(): Promise<void>;
  /** The same, for bodies that are old. */
  prune(): Promise<void>;
}

export function idbBlobs(db: Database = database()): IdbBlobs {
  return {
    async put(text) {
      const hash = await sha256(text);
      await db(['texts'], 'readwrite', (tx) => tx.objectStore('texts').put({ text, at: Date.now() }, hash));
      return hash;
    },
    get: (hash) => db(['texts'], 'readonly', async (tx) => (await tx.objectStore('texts').get(hash))?.text),
    clear: () =>
      db([...BODIES, 'frames'], 'readwrite', async (tx) => {
        for (const store of BODIES) await dropUnnamed(tx, store, await tx.objectStore(store).getAllKeys());
      }),
    prune: () =>
      db([...BODIES, 'frames'], 'readwrite', async (tx) => {
        const old = IDBKeyRange.upperBound(Date.now() - KEEP_MS);
        for (const store of BODIES)
          await dropUnnamed(tx, store, await tx.objectStore(store).index('at').getAllKeys(old));
      }),
  };
}

const BODIES = ['texts', 'pictures'] as const;

async function dropUnnamed(
  tx: Transaction<'readwrite'>,
  store: (typeof BODIES)[number],
  hashes: readonly string[],
): Promise<void> {
  const named = tx.objectStore('frames').index('hash');
  for (const hash of hashes) {
    if ((await named.count(hash)) === 0) await tx.objectStore(store).delete(hash);
  }
}
