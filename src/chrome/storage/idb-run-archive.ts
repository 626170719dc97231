/** The archive of runs in IndexedDB, one record per frame: a write does not grow with the run. */
import { selectNewFrames, type RunArchive } from '../../lib/agent/store/run-archive.ts';
import type { Frame } from '../../lib/agent/frames/frames.ts';
import { StoreError } from '../../lib/agent/storage-ports.ts';
import { isOver } from '../../lib/agent/store/run-state.ts';
import { stringifyCanonical } from '../../lib/base/canonical.ts';
import { KEEP_MS } from './blobs.ts';
import { createDatabase, type Database, type Stores, type Transaction } from './database.ts';

export interface IdbArchive extends RunArchive {
  /** Deletes runs that are over, not kept, and started more than a week ago. */
  prune(): Promise<void>;
}

type SearchWords = typeof import('../../lib/history/words.ts');

const RUN_STORES: Stores = ['runs', 'frames', 'inboxes', 'words'];

export function createIdbArchive(db: Database = createDatabase()): IdbArchive {
  return {
    async put(write) {
      const { appendSearchLines, extractSearchLines } = await import('../../lib/history/words.ts'); // most wakes write nothing
      await db(RUN_STORES, 'readwrite', async (tx) => {
        const { head, frames, inbox, title } = write;
        const stored = await tx.objectStore('runs').get(head.runId);
        const lastSeq = stored?.lastSeq ?? -1;
        const addedFrames = selectNewFrames(lastSeq, write);
        for (const frame of frames) {
          if (frame.seq > lastSeq) continue;
          const archived = await tx.objectStore('frames').get([head.runId, frame.seq]);
          if (stringifyCanonical(archived?.frame) !== stringifyCanonical(frame)) {
            throw new StoreError('conflict', `Frame ${frame.id} is archived with another content.`);
          }
        }
        if (head.lastSeq < lastSeq) return;
        const record = { ...head, kept: stored?.kept ?? false, title: title ?? stored?.title ?? '' };
        await Promise.all([
          tx.objectStore('runs').put(record),
          tx.objectStore('inboxes').put(inbox, head.runId),
          ...addedFrames.map((frame) =>
            tx.objectStore('frames').put({ frame, hashes: collectHashes(frame) }, [head.runId, frame.seq]),
          ),
          addWords(tx, { appendSearchLines, extractSearchLines }, head.runId, lastSeq === -1, addedFrames),
        ]);
      });
    },
    findSummary: (runId) => db(['runs'], 'readonly', async (tx) => (await tx.objectStore('runs').get(runId)) ?? null),
    listSummaries: () =>
      db(['runs'], 'readonly', async (tx) =>
        (await tx.objectStore('runs').getAll()).sort((a, b) => a.startedAt - b.startedAt),
      ),
    loadFrames: (runId) => db(['frames'], 'readonly', (tx) => loadFrames(tx, runId)),
    async loadTexts(runIds) {
      const texts = await db(['words'], 'readonly', (tx) =>
        Promise.all(runIds.map(async (runId) => ({ runId, words: await tx.objectStore('words').get(runId) }))),
      );
      return texts.flatMap(({ runId, words }) => (words === undefined ? [] : [{ runId, words }]));
    },
    loadInbox: (runId) => db(['inboxes'], 'readonly', async (tx) => (await tx.objectStore('inboxes').get(runId)) ?? []),
    setKept: (runId, kept) =>
      db(['runs'], 'readwrite', async (tx) => {
        const stored = await tx.objectStore('runs').get(runId);
        if (stored) await tx.objectStore('runs').put({ ...stored, kept });
      }),
    quarantine: (runId, reason) =>
      db([...RUN_STORES, 'corrupt'], 'readwrite', async (tx) => {
        const head = await tx.objectStore('runs').get(runId);
        if (head === undefined) return;
        const [frames, inbox] = [await loadFrames(tx, runId), await tx.objectStore('inboxes').get(runId)];
        await tx.objectStore('corrupt').put({ runId, at: Date.now(), reason, head, frames, inbox });
        await deleteRun(tx, runId);
      }),
    listQuarantined: () =>
      db(['corrupt'], 'readonly', async (tx) =>
        (await tx.objectStore('corrupt').getAll()).map(({ runId, at, reason }) => ({ runId, at, reason })),
      ),
    remove: (runId) =>
      db([...RUN_STORES, 'corrupt'], 'readwrite', async (tx) => {
        await tx.objectStore('corrupt').delete(runId);
        await deleteRun(tx, runId);
      }),
    clear: () =>
      db([...RUN_STORES, 'corrupt'], 'readwrite', async (tx) => {
        await tx.objectStore('corrupt').clear();
        for (const head of await tx.objectStore('runs').getAll()) {
          if (!head.kept || !isOver(head.status)) await deleteRun(tx, head.runId);
        }
      }),
    prune: () =>
      db(RUN_STORES, 'readwrite', async (tx) => {
        for (const head of await tx.objectStore('runs').getAll()) {
          const isOld = head.startedAt < Date.now() - KEEP_MS;
          if (isOld && !head.kept && isOver(head.status)) await deleteRun(tx, head.runId);
        }
      }),
  };
}

/** An array sorts after all numbers. */
const getFrameRange = (runId: string): IDBKeyRange => IDBKeyRange.bound([runId], [runId, []]);

async function loadFrames(tx: Transaction<IDBTransactionMode>, runId: string): Promise<unknown[]> {
  return (await tx.objectStore('frames').getAll(getFrameRange(runId))).map(({ frame }) => frame);
}

async function addWords(
  tx: Transaction<'readwrite'>,
  { appendSearchLines, extractSearchLines }: Pick<SearchWords, 'appendSearchLines' | 'extractSearchLines'>,
  runId: string,
  isNew: boolean,
  frames: readonly Frame[],
): Promise<void> {
  if (!isNew && frames.every((frame) => extractSearchLines(frame).length === 0)) return;
  const existing = (await tx.objectStore('words').get(runId)) ?? '';
  await tx.objectStore('words').put(appendSearchLines(existing, frames), runId);
}

async function deleteRun(tx: Transaction<'readwrite'>, runId: string): Promise<void> {
  await Promise.all([
    tx.objectStore('runs').delete(runId),
    tx.objectStore('frames').delete(getFrameRange(runId)),
    tx.objectStore('inboxes').delete(runId),
    tx.objectStore('words').delete(runId),
  ]);
}

/** Every SHA-256 anywhere in a frame: better to keep a text too many than to lose one. */
function collectHashes(value: unknown): string[] {
  const hashes = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part === 'string') {
      if (part.length === 64 && /^[0-9a-f]{64}$/.test(part)) hashes.add(part);
    } else if (typeof part === 'object' && part !== null) {
      for (const child of Object.values(part)) walk(child);
    }
  };
  walk(value);
  return [...hashes];
}
