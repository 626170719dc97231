/** The archive of runs in IndexedDB: one record per frame, so that no write grows with the run. */
import { newFrames, type RunArchive, type RunWords } from '../lib/agent/archive.ts';
import type { Frame } from '../lib/agent/frames.ts';
import { readFrame } from '../lib/agent/migrate.ts';
import { StoreError } from '../lib/agent/ports.ts';
import { isOver } from '../lib/agent/state.ts';
import { canonical } from '../lib/base/canonical.ts';
import { linesOf, wordsAfter } from '../lib/history/words.ts';
import { KEEP_MS } from './blobs.ts';
import { database, type Database, type Stores, type Transaction } from './database.ts';

export interface IdbArchive extends RunArchive {
  /** Drops runs that are over, not kept, and began more than a week ago. */
  prune(): Promise<void>;
}

const RUN: Stores = ['runs', 'frames', 'inboxes', 'words'];

export function idbArchive(db: Database = database()): IdbArchive {
  return {
    put: (write) =>
      db(RUN, 'readwrite', async (tx) => {
        const { head, frames, inbox, title } = write;
        const stored = await tx.objectStore('runs').get(head.runId);
        const last = stored?.lastSeq ?? -1;
        const fresh = newFrames(last, write);
        for (const frame of frames) {
          if (frame.seq > last) continue;
          const known = await tx.objectStore('frames').get([head.runId, frame.seq]);
          if (canonical(known?.frame) !== canonical(frame)) {
            throw new StoreError('conflict', `Frame ${frame.id} is archived with another content.`);
          }
        }
        if (head.lastSeq < last) return;
        const record = { ...head, kept: stored?.kept ?? false, title: title ?? stored?.title ?? '' };
        await Promise.all([
          tx.objectStore('runs').put(record),
          tx.objectStore('inboxes').put(inbox, head.runId),
          ...fresh.map((frame) =>
            tx.objectStore('frames').put({ frame, hashes: hashesIn(frame) }, [head.runId, frame.seq]),
          ),
          addWords(tx, head.runId, last === -1, fresh),
        ]);
      }),
    head: (runId) => db(['runs'], 'readonly', async (tx) => (await tx.objectStore('runs').get(runId)) ?? null),
    heads: () =>
      db(['runs'], 'readonly', async (tx) =>
        (await tx.objectStore('runs').getAll()).sort((a, b) => a.startedAt - b.startedAt),
      ),
    load: (runId) => db(['frames'], 'readonly', (tx) => framesOf(tx, runId)),
    async words(runIds) {
      const told: RunWords[] = [];
      const known = await db(['words'], 'readonly', (tx) =>
        Promise.all(runIds.map((runId) => tx.objectStore('words').get(runId))),
      );
      for (const [i, runId] of runIds.entries()) {
        // one access for each run of an earlier version: all of them in one might take too long
        const words = known[i] ?? (await db(['runs', 'frames', 'words'], 'readwrite', (tx) => readWords(tx, runId)));
        if (words !== null) told.push({ runId, words });
      }
      return told;
    },
    inbox: (runId) => db(['inboxes'], 'readonly', async (tx) => (await tx.objectStore('inboxes').get(runId)) ?? []),
    keep: (runId, kept) =>
      db(['runs'], 'readwrite', async (tx) => {
        const stored = await tx.objectStore('runs').get(runId);
        if (stored) await tx.objectStore('runs').put({ ...stored, kept });
      }),
    setAside: (runId, reason) =>
      db([...RUN, 'corrupt'], 'readwrite', async (tx) => {
        const head = await tx.objectStore('runs').get(runId);
        if (head === undefined) return;
        const [frames, inbox] = [await framesOf(tx, runId), await tx.objectStore('inboxes').get(runId)];
        await tx.objectStore('corrupt').put({ runId, at: Date.now(), reason, head, frames, inbox });
        await drop(tx, runId);
      }),
    asides: () =>
      db(['corrupt'], 'readonly', async (tx) =>
        (await tx.objectStore('corrupt').getAll()).map(({ runId, at, reason }) => ({ runId, at, reason })),
      ),
    remove: (runId) =>
      db([...RUN, 'corrupt'], 'readwrite', async (tx) => {
        await tx.objectStore('corrupt').delete(runId);
        await drop(tx, runId);
      }),
    clear: () =>
      db([...RUN, 'corrupt'], 'readwrite', async (tx) => {
        await tx.objectStore('corrupt').clear();
        for (const head of await tx.objectStore('runs').getAll()) {
          if (!head.kept || !isOver(head.status)) await drop(tx, head.runId);
        }
      }),
    prune: () =>
      db(RUN, 'readwrite', async (tx) => {
        for (const head of await tx.objectStore('runs').getAll()) {
          const old = head.startedAt < Date.now() - KEEP_MS;
          if (old && !head.kept && isOver(head.status)) await drop(tx, head.runId);
        }
      }),
  };
}

/** Every frame of a run: an array sorts after all numbers. */
const allOf = (runId: string): IDBKeyRange => IDBKeyRange.bound([runId], [runId, []]);

async function framesOf(tx: Transaction<IDBTransactionMode>, runId: string): Promise<unknown[]> {
  return (await tx.objectStore('frames').getAll(allOf(runId))).map(({ frame }) => frame);
}

/** Adds what new frames say. Most say nothing, and cost nothing here. */
async function addWords(
  tx: Transaction<'readwrite'>,
  runId: string,
  isNew: boolean,
  frames: readonly Frame[],
): Promise<void> {
  if (!isNew && frames.every((frame) => linesOf(frame).length === 0)) return;
  const before = isNew ? '' : await tx.objectStore('words').get(runId);
  if (before === undefined) return; // of an earlier version: all its words are read when they are first looked for
  await tx.objectStore('words').put(wordsAfter(before, frames), runId);
}

/** The words of a run that has none stored, from its frames, and stores them. Null for an unknown run. */
async function readWords(tx: Transaction<'readwrite'>, runId: string): Promise<string | null> {
  if ((await tx.objectStore('runs').getKey(runId)) === undefined) return null;
  const words = wordsAfter(
    '',
    (await framesOf(tx, runId)).flatMap((value) => readFrame(value) ?? []),
  );
  await tx.objectStore('words').put(words, runId);
  return words;
}

async function drop(tx: Transaction<'readwrite'>, runId: string): Promise<void> {
  await Promise.all([
    tx.objectStore('runs').delete(runId),
    tx.objectStore('frames').delete(allOf(runId)),
    tx.objectStore('inboxes').delete(runId),
    tx.objectStore('words').delete(runId),
  ]);
}

/** Every SHA-256 that a frame says, wherever it says it: a text too many is kept rather than one too few. */
function hashesIn(value: unknown): string[] {
  const found = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part === 'string') {
      if (part.length === 64 && /^[0-9a-f]{64}$/.test(part)) found.add(part);
    } else if (typeof part === 'object' && part !== null) {
      for (const child of Object.values(part)) walk(child);
    }
  };
  walk(value);
  return [...found];
}
