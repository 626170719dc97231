/**
 * The one IndexedDB database: page texts and pictures by hash, and the archive of runs. The rules: all access is one transaction that
 * happens whole or not at all, and every access settles within a bounded time, since a database that is blocked or broken
 * may never answer and no run may wait for that.
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import type { ArchivedHead, SetAside } from '../lib/agent/archive.ts';
import { StoreError, type Command } from '../lib/agent/ports.ts';
import { messageOf } from '../lib/base/errors.ts';

export interface Schema extends DBSchema {
  /** By SHA-256. `at`: when it was last written. */
  texts: { key: string; value: { text: string; at: number }; indexes: { at: number } };
  /** By SHA-256 of the bytes. */
  pictures: { key: string; value: StoredPicture; indexes: { at: number } };
  /** What the OCR engine reads a language with, by name: what a person added. */
  languages: { key: string; value: StoredLanguage; indexes: { size: number } };
  runs: { key: string; value: ArchivedHead };
  /** By [run, seq]. `hashes`: the texts that the frame names, so that no text is dropped that a run needs. */
  frames: { key: [string, number]; value: { frame: unknown; hashes: readonly string[] }; indexes: { hash: string } };
  inboxes: { key: string; value: readonly Command[] };
  /** What a run says, for searching. A run of an earlier version has none until it is first looked for. */
  words: { key: string; value: string };
  corrupt: { key: string; value: SetAside & { head: unknown; frames: readonly unknown[]; inbox: unknown } };
}

export interface StoredPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** In pixels, as it is drawn. */
  readonly width: number;
  readonly height: number;
  /** When it was last written. */
  readonly at: number;
}

export interface StoredLanguage {
  /** As they came: packed or not. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many they are, so that they can be listed without being read. */
  readonly size: number;
}

export type Stores = StoreNames<Schema>[];
export type Transaction<M extends IDBTransactionMode> = IDBPTransaction<Schema, Stores, M>;

/** Runs `work` in one transaction. Rejects with a `StoreError` and leaves no trace when `work` throws. */
export type Database = <T, M extends 'readonly' | 'readwrite'>(
  stores: Stores,
  mode: M,
  work: (transaction: Transaction<M>) => Promise<T>,
) => Promise<T>;

const VERSION = 4;
/** Milliseconds after which an access counts as failed. */
export const PATIENCE_MS = 5000;

export function database(name = 'knowledgelens'): Database {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = (): void => void (opened = undefined);
  /** Accesses that were given up on and are still under way: nobody waits behind them. */
  let stuck = 0;

  const open = (): Promise<IDBPDatabase<Schema>> =>
    (opened ??= openDB<Schema>(name, VERSION, {
      upgrade,
      terminated: forget,
      blocking(_now, _next, event) {
        (event.target as IDBDatabase).close(); // a newer version of the product wants in
        forget();
      },
    }).catch((thrown: unknown) => {
      forget();
      throw thrown;
    }));

  return async (stores, mode, work) => {
    if (stuck > 0) throw new StoreError('denied', 'The browser’s database does not answer.');
    let transaction: Transaction<typeof mode> | undefined;
    const running = (async () => {
      transaction = (await open()).transaction(stores, mode);
      const done = transaction.done.catch((thrown: unknown) => {
        throw transaction?.error ?? thrown;
      });
      done.catch(() => undefined); // when `work` throws, that is the story
      const result = await work(transaction);
      await done;
      return result;
    })();
    try {
      return await Promise.race([running, giveUpOn(running)]);
    } catch (thrown) {
      abort(transaction);
      throw typed(thrown);
    }
  };

  /** Rejects when the access has not settled in time. */
  function giveUpOn(running: Promise<unknown>): Promise<never> {
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    return new Promise((_, reject) => {
      const timer = setTimeout(() => {
        stuck += 1;
        void settled.then(() => (stuck -= 1));
        reject(new StoreError('denied', `The browser’s database gave no answer for ${String(PATIENCE_MS / 1000)} s.`));
      }, PATIENCE_MS);
      void settled.then(() => clearTimeout(timer));
    });
  }
}

function upgrade(db: IDBPDatabase<Schema>, from: number): void {
  if (from < 1) db.createObjectStore('texts').createIndex('at', 'at');
  if (from < 2) {
    db.createObjectStore('runs', { keyPath: 'runId' });
    db.createObjectStore('frames').createIndex('hash', 'hashes', { multiEntry: true });
    db.createObjectStore('inboxes');
    db.createObjectStore('corrupt', { keyPath: 'runId' });
  }
  if (from < 3) db.createObjectStore('words');
  if (from < 4) {
    db.createObjectStore('pictures').createIndex('at', 'at');
    db.createObjectStore('languages').createIndex('size', 'size');
  }
}

function abort(transaction: Transaction<IDBTransactionMode> | undefined): void {
  try {
    transaction?.abort();
  } catch {
    // it had ended by itself
  }
}

function typed(thrown: unknown): StoreError {
  if (thrown instanceof StoreError) return thrown;
  const code = thrown instanceof Error && thrown.name === 'QuotaExceededError' ? 'quota' : 'denied';
  return new StoreError(code, messageOf(thrown), { cause: thrown });
}
