/** Text bodies by hash in IndexedDB, too big for the session area; frames hold their hash. */
import type { Blobs } from '../../lib/agent/ports.ts';
import { sha256 } from '../../lib/base/hash.ts';
import { BODY_STORES, createDatabase, type Database, type Stores, type Transaction } from './database.ts';

const STORES: Stores = [...BODY_STORES, 'frames'];

interface IdbBlobs extends Blobs {
  /** With pictures and files: deletes those that no archived run names. */
  remove(hashes: readonly string[]): Promise<void>;
  /** Deletes all that no archived run names and that were last written at that time or before. */
  prune(until?: number): Promise<void>;
}

export function createIdbBlobs(db: Database = createDatabase()): IdbBlobs {
  return {
    async put(text) {
      const hash = await sha256(text);
      await db(['texts'], 'readwrite', (tx) =>
        tx.objectStore('texts').put({ text, at: Date.now(), size: text.length }, hash),
      );
      return hash;
    },
    get: (hash) => db(['texts'], 'readonly', async (tx) => (await tx.objectStore('texts').get(hash))?.text),
    remove: (hashes) => db(STORES, 'readwrite', (tx) => deleteUnnamed(tx, hashes, Infinity)),
    prune: (until = Infinity) =>
      db(STORES, 'readwrite', async (tx) => {
        const range = IDBKeyRange.upperBound(until);
        const hashes = new Set<string>();
        for (const name of BODY_STORES)
          for (const hash of await tx.objectStore(name).index('at').getAllKeys(range)) hashes.add(hash);
        await deleteUnnamed(tx, hashes, until);
      }),
  };
}

/** Those of the hashes that no archived run names and that were last written at that time or before. */
export async function deleteUnnamed(
  tx: Transaction<'readwrite'>,
  hashes: Iterable<string>,
  until: number,
): Promise<void> {
  const range = IDBKeyRange.upperBound(until);
  // by keys alone: a body may be a file of 50 MB
  const old = new Map<string, ReadonlySet<string>>();
  for (const name of BODY_STORES) old.set(name, new Set(await tx.objectStore(name).index('at').getAllKeys(range)));
  for (const hash of hashes) {
    if ((await tx.objectStore('frames').index('hash').count(hash)) > 0) continue;
    for (const name of BODY_STORES) if (old.get(name)?.has(hash)) await tx.objectStore(name).delete(hash);
  }
}
