/** Data that pictures are read with, from files that a user added: kept in IndexedDB under a name. */
import type { Database } from './database.ts';

export interface AddedData {
  readonly name: string;
  /** As added. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function createReadingData(db: Database) {
  return {
    /** Names and sizes. */
    list: (): Promise<readonly { readonly name: string; readonly bytes: number }[]> =>
      db(['languages'], 'readonly', async (tx) => {
        const added: { readonly name: string; readonly bytes: number }[] = [];
        // keys of an index only: all the data may be hundreds of megabytes
        let cursor = await tx.objectStore('languages').index('size').openKeyCursor();
        for (; cursor; cursor = await cursor.continue()) added.push({ name: cursor.primaryKey, bytes: cursor.key });
        return added.sort((a, b) => (a.name < b.name ? -1 : 1));
      }),
    /** All or none. */
    put: (added: readonly AddedData[]): Promise<void> =>
      db(['languages'], 'readwrite', async (tx) => {
        const store = tx.objectStore('languages');
        await Promise.all(added.map(({ name, bytes }) => store.put({ bytes, size: bytes.length }, name)));
      }),
    remove: (names: readonly string[]): Promise<void> =>
      db(['languages'], 'readwrite', async (tx) => {
        await Promise.all(names.map((name) => tx.objectStore('languages').delete(name)));
      }),
    get: (name: string): Promise<Uint8Array<ArrayBuffer> | undefined> =>
      db(['languages'], 'readonly', async (tx) => (await tx.objectStore('languages').get(name))?.bytes),
  };
}
