/**
 * The IndexedDB database: page texts and pictures by hash, and the archive of runs. Every access is one atomic
 * transaction and settles within a time limit, because a blocked or broken database may never answer and no run may
 * wait for it.
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import type { ArchivedRunSummary, QuarantinedRun } from '../../lib/agent/store/run-archive.ts';
import { StoreError, type Command } from '../../lib/agent/ports.ts';
import { getErrorMessage } from '../../lib/base/errors.ts';

export interface Schema extends DBSchema {
  /** By SHA-256. `at`: time of the last write. */
  texts: { key: string; value: { text: string; at: number }; indexes: { at: number } };
  /** By SHA-256 of the bytes. */
  pictures: { key: string; value: StoredPicture; indexes: { at: number } };
  /** OCR engine data of languages that the user added, by name. */
  languages: { key: string; value: StoredLanguage; indexes: { size: number } };
  runs: { key: string; value: ArchivedRunSummary };
  /** By [run, seq]. `hashes`: texts that the frame references, so that none in use is deleted. */
  frames: { key: [string, number]; value: { frame: unknown; hashes: readonly string[] }; indexes: { hash: string } };
  inboxes: { key: string; value: readonly Command[] };
  /** Searchable text of a run. */
  words: { key: string; value: string };
  corrupt: { key: string; value: QuarantinedRun & { head: unknown; frames: readonly unknown[]; inbox: unknown } };
}

export interface StoredPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** In pixels, as drawn. */
  readonly width: number;
  readonly height: number;
  /** Time of the last write. */
  readonly at: number;
}

export interface StoredLanguage {
  /** As added: compressed or not. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Length of `bytes`, so that languages can be listed without reading them. */
  readonly size: number;
}

export type Stores = StoreNames<Schema>[];
export type Transaction<M extends IDBTransactionMode> = IDBPTransaction<Schema, Stores, M>;

/** Runs `work` in one transaction. If `work` throws, nothing is written and it rejects with a `StoreError`. */
export type Database = <T, M extends 'readonly' | 'readwrite'>(
  stores: Stores,
  mode: M,
  work: (transaction: Transaction<M>) => Promise<T>,
) => Promise<T>;

const VERSION = 1;
/** Milliseconds after which an access counts as failed. */
export const ACCESS_TIMEOUT_MS = 5000;

export function createDatabase(name = 'knowledgelens'): Database {
  let connection: Promise<IDBPDatabase<Schema>> | undefined;
  const dropConnection = (): void => void (connection = undefined);
  /** Number of accesses that timed out and are still pending; new ones fail at once instead of queueing behind them. */
  let stuckCount = 0;

  const openConnection = (): Promise<IDBPDatabase<Schema>> =>
    (connection ??= openDB<Schema>(name, VERSION, {
      upgrade: createSchema,
      terminated: dropConnection,
      blocking(_now, _next, event) {
        (event.target as IDBDatabase).close(); // a newer version of the extension wants to upgrade
        dropConnection();
      },
    }).catch((thrown: unknown) => {
      dropConnection();
      throw thrown;
    }));

  return async (stores, mode, work) => {
    if (stuckCount > 0) throw new StoreError('denied', 'The browser’s database does not answer.');
    let transaction: Transaction<typeof mode> | undefined;
    const running = (async () => {
      transaction = (await openConnection()).transaction(stores, mode);
      const done = transaction.done.catch((thrown: unknown) => {
        throw transaction?.error ?? thrown;
      });
      done.catch(() => undefined); // when `work` throws, its error is reported instead
      const result = await work(transaction);
      await done;
      return result;
    })();
    try {
      return await Promise.race([running, rejectAfterTimeout(running)]);
    } catch (thrown) {
      abortTransaction(transaction);
      throw toStoreError(thrown);
    }
  };

  /** Rejects when the access has not settled in time. */
  function rejectAfterTimeout(running: Promise<unknown>): Promise<never> {
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    return new Promise((_, reject) => {
      const timer = setTimeout(() => {
        stuckCount += 1;
        void settled.then(() => (stuckCount -= 1));
        reject(
          new StoreError('denied', `The browser’s database gave no answer for ${String(ACCESS_TIMEOUT_MS / 1000)} s.`),
        );
      }, ACCESS_TIMEOUT_MS);
      void settled.then(() => clearTimeout(timer));
    });
  }
}

function createSchema(db: IDBPDatabase<Schema>): void {
  db.createObjectStore('texts').createIndex('at', 'at');
  db.createObjectStore('pictures').createIndex('at', 'at');
  db.createObjectStore('languages').createIndex('size', 'size');
  db.createObjectStore('runs', { keyPath: 'runId' });
  db.createObjectStore('frames').createIndex('hash', 'hashes', { multiEntry: true });
  db.createObjectStore('inboxes');
  db.createObjectStore('words');
  db.createObjectStore('corrupt', { keyPath: 'runId' });
}

function abortTransaction(transaction: Transaction<IDBTransactionMode> | undefined): void {
  try {
    transaction?.abort();
  } catch {
    // it had already ended
  }
}

function toStoreError(thrown: unknown): StoreError {
  if (thrown instanceof StoreError) return thrown;
  const code = thrown instanceof Error && thrown.name === 'QuotaExceededError' ? 'quota' : 'denied';
  return new StoreError(code, getErrorMessage(thrown), { cause: thrown });
}
