/** The IndexedDB database. Every access is one atomic transaction with a time limit: it may never answer. */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import type { Expense } from '../../lib/agent/budget/expense.ts';
import type { ArchivedRunSummary, QuarantinedRun } from '../../lib/agent/store/run-archive.ts';
import { StoreError, type Command } from '../../lib/agent/storage-ports.ts';
import { raceWithAbort } from '../../lib/base/async.ts';
import { getErrorMessage } from '../../lib/base/errors.ts';

interface Schema extends DBSchema {
  /** By SHA-256. `at`: time of the last write. `size`: roughly, in bytes. */
  texts: { key: string; value: { text: string; at: number; size: number }; indexes: { at: number; size: number } };
  pictures: { key: string; value: StoredPicture; indexes: { at: number; size: number } };
  files: { key: string; value: StoredFile; indexes: { at: number; size: number } };
  /** By a hash of text and model. `age`: time of the write, then size in bytes. */
  vectors: {
    key: string;
    value: { vector: Float32Array; age: readonly [number, number] };
    indexes: { age: [number, number] };
  };
  languages: { key: string; value: StoredLanguage; indexes: { size: number } };
  runs: { key: string; value: StoredRun; indexes: { unusedSince: number; size: number } };
  /** By [run, seq]. `hashes`: referenced texts, which must not be deleted. */
  frames: { key: [string, number]; value: { frame: unknown; hashes: readonly string[] }; indexes: { hash: string } };
  inboxes: { key: string; value: readonly Command[] };
  /** Searchable text of a run. */
  words: { key: string; value: string };
  corrupt: { key: string; value: QuarantinedRun & { head: unknown; frames: readonly unknown[]; inbox: unknown } };
  /** By kind, then what that kind is counted by: see spending-ledger.ts. */
  spending: { key: string[]; value: SpendingRecord };
}

export interface StoredPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** In pixels, as drawn. */
  readonly width: number;
  readonly height: number;
  readonly at: number;
  readonly size: number;
}

interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly at: number;
  readonly size: number;
}

interface StoredRun {
  readonly summary: ArchivedRunSummary;
  /** Size of the run's frames. */
  readonly size: number;
  /** Absent unless retention may remove the run, so that the index has only such runs. */
  readonly unusedSince?: number;
}

interface StoredLanguage {
  /** As added: compressed or not. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Stored to list languages without reading `bytes`. */
  readonly size: number;
}

export interface SpendingRecord {
  readonly expense: Expense;
  /** Label of a model; '' otherwise. */
  readonly label: string;
  /** Charges of a model or a run, invocations of an agent. */
  readonly count: number;
  /** Milliseconds since the epoch: of the last charge. */
  readonly at: number;
  /** Last counted frame of a run; -1 otherwise. */
  readonly seq: number;
}

export type Stores = StoreNames<Schema>[];
export type Transaction<M extends IDBTransactionMode> = IDBPTransaction<Schema, Stores, M>;

/** One transaction. If `work` throws, nothing is written and it rejects with a `StoreError`. */
export type Database = <T, M extends 'readonly' | 'readwrite'>(
  stores: Stores,
  mode: M,
  work: (transaction: Transaction<M>) => Promise<T>,
) => Promise<T>;

/** By SHA-256 of the text or the bytes. Deleted with the last run that names them. */
export const BODY_STORES = ['texts', 'pictures', 'files'] as const;

const VERSION = 3;
export const ACCESS_TIMEOUT_MS = 5000;

export function createDatabase(name = 'knowledgelens'): Database {
  let connection: Promise<IDBPDatabase<Schema>> | undefined;
  const dropConnection = (): void => void (connection = undefined);
  /** Timed-out accesses still pending; while there are any, new ones fail at once. */
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
    if (stuckCount > 0) throw new StoreError('denied', 'The browser’s database doesn’t answer.');
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
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(createTimeoutError()), ACCESS_TIMEOUT_MS);
    try {
      return await raceWithAbort(running, timeout.signal);
    } catch (thrown) {
      if (timeout.signal.aborted) {
        stuckCount += 1;
        void running.catch(() => undefined).then(() => (stuckCount -= 1));
      }
      abortTransaction(transaction);
      throw toStoreError(thrown);
    } finally {
      clearTimeout(timer);
    }
  };
}

const createTimeoutError = (): StoreError =>
  new StoreError('denied', `The browser’s database gave no answer for ${String(ACCESS_TIMEOUT_MS / 1000)} s.`);

/** `from`: the version that is there; 0 for none. */
function createSchema(db: IDBPDatabase<Schema>, from: number): void {
  db.createObjectStore('vectors').createIndex('age', 'age');
  if (from > 1) return;
  for (const name of from === 0 ? BODY_STORES : (['files'] as const)) {
    const store = db.createObjectStore(name);
    store.createIndex('at', 'at');
    store.createIndex('size', 'size');
  }
  if (from > 0) return;
  db.createObjectStore('languages').createIndex('size', 'size');
  const runs = db.createObjectStore('runs', { keyPath: 'summary.runId' });
  runs.createIndex('unusedSince', 'unusedSince');
  runs.createIndex('size', 'size');
  db.createObjectStore('frames').createIndex('hash', 'hashes', { multiEntry: true });
  db.createObjectStore('inboxes');
  db.createObjectStore('words');
  db.createObjectStore('corrupt', { keyPath: 'runId' });
  db.createObjectStore('spending');
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
