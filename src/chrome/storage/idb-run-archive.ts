/** The archive of runs in IndexedDB, one record per frame: a write does not grow with the run. */
import {
  getUnusedSince,
  NO_MARKS,
  selectNewFrames,
  type ArchivedRunSummary,
  type RunArchive,
} from '../../lib/agent/store/run-archive.ts';
import { isFrame, type Frame } from '../../lib/agent/frames/frames.ts';
import { StoreError } from '../../lib/agent/storage-ports.ts';
import { stringifyCanonical } from '../../lib/base/json.ts';
import { deleteUnnamed } from './blobs.ts';
import { BODY_STORES, type Database, type Stores, type Transaction } from './database.ts';

type Archiving = typeof import('../../lib/history/archiving.ts');

const RUN_STORES: Stores = ['runs', 'frames', 'inboxes', 'words'];
const ALL_STORES: Stores = [...RUN_STORES, 'corrupt', ...BODY_STORES];

export function createIdbArchive(db: Database): RunArchive {
  return {
    async put(write) {
      const { extendListing, appendSearchLines, extractSearchLines } = await import('../../lib/history/archiving.ts');
      await db(RUN_STORES, 'readwrite', async (tx) => {
        const { head, frames, inbox } = write;
        const stored = await tx.objectStore('runs').get(head.runId);
        const lastSeq = stored?.summary.lastSeq ?? -1;
        const addedFrames = selectNewFrames(lastSeq, write);
        for (const frame of frames) {
          if (frame.seq > lastSeq) continue;
          const archived = await tx.objectStore('frames').get([head.runId, frame.seq]);
          if (stringifyCanonical(archived?.frame) !== stringifyCanonical(frame)) {
            throw new StoreError('conflict', `Frame ${frame.id} is archived with another content.`);
          }
        }
        if (head.lastSeq < lastSeq) return;
        const listing = extendListing(stored?.summary ?? null, addedFrames);
        const size = addedFrames.reduce((sum, frame) => sum + JSON.stringify(frame).length, stored?.size ?? 0);
        await Promise.all([
          putSummary(tx, { ...NO_MARKS, ...stored?.summary, ...listing, ...head }, size),
          tx.objectStore('inboxes').put(inbox, head.runId),
          ...addedFrames.map((frame) =>
            tx.objectStore('frames').put({ frame, hashes: collectHashes(frame) }, [head.runId, frame.seq]),
          ),
          addWords(tx, { appendSearchLines, extractSearchLines }, head.runId, lastSeq === -1, addedFrames),
        ]);
      });
    },
    findSummary: (runId) =>
      db(['runs'], 'readonly', async (tx) => (await tx.objectStore('runs').get(runId))?.summary ?? null),
    listSummaries: () =>
      db(['runs'], 'readonly', async (tx) =>
        (await tx.objectStore('runs').getAll()).map(({ summary }) => summary).sort((a, b) => a.startedAt - b.startedAt),
      ),
    loadFrames: (runId) => db(['frames'], 'readonly', (tx) => loadFrames(tx, runId)),
    async loadTexts(runIds) {
      const texts = await db(['words'], 'readonly', (tx) =>
        Promise.all(runIds.map(async (runId) => ({ runId, words: await tx.objectStore('words').get(runId) }))),
      );
      return texts.flatMap(({ runId, words }) => (words === undefined ? [] : [{ runId, words }]));
    },
    loadInbox: (runId) => db(['inboxes'], 'readonly', async (tx) => (await tx.objectStore('inboxes').get(runId)) ?? []),
    mark: (runId, marks) =>
      db(['runs'], 'readwrite', async (tx) => {
        const stored = await tx.objectStore('runs').get(runId);
        if (stored) await putSummary(tx, { ...stored.summary, ...marks }, stored.size);
      }),
    findOldest: (before = Infinity) =>
      db(['runs'], 'readonly', async (tx) => {
        const range = IDBKeyRange.upperBound(before, true);
        return (await tx.objectStore('runs').index('unusedSince').getKey(range)) ?? null;
      }),
    measure: () =>
      db(['runs', ...BODY_STORES], 'readonly', async (tx) => {
        let total = 0;
        for (const name of ['runs', ...BODY_STORES] as const) {
          let cursor = await tx.objectStore(name).index('size').openKeyCursor();
          for (; cursor; cursor = await cursor.continue()) total += cursor.key;
        }
        return total;
      }),
    quarantine: (runId, reason) =>
      db([...RUN_STORES, 'corrupt'], 'readwrite', async (tx) => {
        const head = (await tx.objectStore('runs').get(runId))?.summary;
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
      db(ALL_STORES, 'readwrite', async (tx) => {
        const records = await tx.objectStore('frames').getAll(getFrameRange(runId));
        await tx.objectStore('corrupt').delete(runId);
        await deleteRun(tx, runId);
        // one written later belongs to a run that has not archived it so far
        const lastAt = Math.max(...records.map(({ frame }) => (isFrame(frame) ? frame.at : Infinity)));
        await deleteUnnamed(tx, new Set(records.flatMap(({ hashes }) => hashes)), lastAt);
      }),
    clear: () =>
      db([...RUN_STORES, 'corrupt'], 'readwrite', async (tx) => {
        for (const name of [...RUN_STORES, 'corrupt'] as const) await tx.objectStore(name).clear();
      }),
  };
}

async function putSummary(tx: Transaction<'readwrite'>, summary: ArchivedRunSummary, size: number): Promise<void> {
  const unusedSince = getUnusedSince(summary);
  await tx.objectStore('runs').put({ summary, size, ...(unusedSince !== null && { unusedSince }) });
}

/** An array sorts after all numbers. */
const getFrameRange = (runId: string): IDBKeyRange => IDBKeyRange.bound([runId], [runId, []]);

async function loadFrames(tx: Transaction<IDBTransactionMode>, runId: string): Promise<unknown[]> {
  return (await tx.objectStore('frames').getAll(getFrameRange(runId))).map(({ frame }) => frame);
}

async function addWords(
  tx: Transaction<'readwrite'>,
  { appendSearchLines, extractSearchLines }: Pick<Archiving, 'appendSearchLines' | 'extractSearchLines'>,
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
