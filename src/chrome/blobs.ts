/** Bodies by hash in IndexedDB: page texts are too big for the session area, and a frame holds only their hash. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Blobs } from '../lib/agent/ports.ts';
import { sha256 } from '../lib/base/hash.ts';

interface Schema extends DBSchema {
  texts: { key: string; value: { text: string; at: number }; indexes: { at: number } };
}

/** Bodies are dropped a week after they were last written: by then the session that needs them is long gone. */
const KEEP_MS = 7 * 24 * 3600 * 1000;

export function idbBlobs(): Blobs & { clear(): Promise<void>; prune(): Promise<void> } {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = (): Promise<IDBPDatabase<Schema>> =>
    (opened ??= openDB<Schema>('knowledgelens', 1, {
      upgrade: (db) => void db.createObjectStore('texts').createIndex('at', 'at'),
      terminated: () => (opened = undefined),
    }));

  return {
    async put(text) {
      const hash = await sha256(text);
      await (await database()).put('texts', { text, at: Date.now() }, hash);
      return hash;
    },
    async get(hash) {
      return (await (await database()).get('texts', hash))?.text;
    },
    async clear() {
      await (await database()).clear('texts');
    },
    async prune() {
      const old = IDBKeyRange.upperBound(Date.now() - KEEP_MS);
      const transaction = (await database()).transaction('texts', 'readwrite');
      for await (const cursor of transaction.store.index('at').iterate(old)) await cursor.delete();
      await transaction.done;
    },
  };
}
