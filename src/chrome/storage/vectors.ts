/** Vectors of passages in IndexedDB, bounded in bytes: the oldest go first. */
import type { VectorStore } from '../../lib/models/embeddings/vectors.ts';
import { createDatabase, type Database } from './database.ts';

/** Those of some 10,000 passages at 768 dimensions. */
const MAX_BYTES = 32_000_000;

export function createIdbVectors(db: Database = createDatabase(), maxBytes = MAX_BYTES) {
  return {
    load: (hashes) =>
      db(['vectors'], 'readonly', async (tx) => {
        const found = await Promise.all(hashes.map((hash) => tx.objectStore('vectors').get(hash)));
        return new Map(hashes.flatMap((hash, at) => (found[at] ? [[hash, found[at].vector] as const] : [])));
      }),
    save: (vectors) =>
      db(['vectors'], 'readwrite', async (tx) => {
        const at = Date.now();
        for (const [hash, vector] of vectors)
          await tx.objectStore('vectors').put({ vector, age: [at, vector.byteLength] }, hash);
      }),
    trim: () =>
      db(['vectors'], 'readwrite', async (tx) => {
        const store = tx.objectStore('vectors');
        let total = 0;
        // keys of an index only: all the vectors are megabytes
        let cursor = await store.index('age').openKeyCursor(null, 'prev');
        for (; cursor; cursor = await cursor.continue()) {
          total += cursor.key[1];
          if (total > maxBytes) await store.delete(cursor.primaryKey);
        }
      }),
    clear: () => db(['vectors'], 'readwrite', (tx) => tx.objectStore('vectors').clear()),
  } satisfies VectorStore & { readonly clear: () => Promise<void> };
}
