/** The stores of runs and the panels that show them. Storage that fails is reported in the panels. */
import { createIdbBlobs } from '../../chrome/storage/blobs.ts';
import { createDatabase } from '../../chrome/storage/database.ts';
import { createIdbArchive } from '../../chrome/storage/idb-run-archive.ts';
import { createSpendingLedger } from '../../chrome/storage/spending-ledger.ts';
import { createSessionArea } from '../../chrome/storage/areas.ts';
import { listTabIds } from '../../chrome/page/tabs.ts';
import { createFallbackArea, createMemoryArea } from '../../lib/agent/store/storage-area.ts';
import { createMirroredStore, isLeftOver } from '../../lib/agent/store/mirror.ts';
import { recoverRuns } from '../../lib/agent/store/recover.ts';
import { isOver } from '../../lib/agent/state/run-status.ts';
import { createFrameStore } from '../../lib/agent/store/frame-store.ts';
import { systemClock } from '../../lib/base/clock.ts';
import { createPanelHub, toStorageNotice } from './panel-hub.ts';
import { createSpendingRecorder } from './spending.ts';

/** Marks the recovery as done; an update or a crash clears the session area. */
const RECOVERED_KEY = 'restored';
/** When this session began: the browser, or the extension, was started. */
const SESSION_KEY = 'session-start';
/** Old runs may have no record in the ledger any more. */
const MAX_CATCH_UP = 20;

export type RunStorage = ReturnType<typeof openRunStorage>;

export function openRunStorage() {
  const db = createDatabase();
  const [blobs, archive] = [createIdbBlobs(db), createIdbArchive(db)];
  const area = createFallbackArea(createSessionArea(), createMemoryArea(), () => hub.notify('memory-only'));
  const onError = (error: unknown): void => hub.notify(toStorageNotice(error));
  const store = createMirroredStore(createFrameStore(area), archive, { onError });
  const isPinned = (runId: string): Promise<boolean> =>
    archive.findSummary(runId).then(
      (head) => head?.pinned ?? false,
      () => false, // if the archive does not answer, no run counts as pinned
    );
  const ledger = createSpendingLedger(db, loadSessionStart, systemClock);
  const hub = createPanelHub(store, isPinned, ledger.loadExpenses, area);
  const spending = createSpendingRecorder(ledger, store, hub);
  const ready = recoverFromArchive().catch(onError); // the worker must answer even if storage fails
  void ready.then(async () => spending.catchUp(await store.listRuns())).catch(() => undefined); // retried by the next worker
  void ready.then(() => store.flush(isLeftOver)).catch(() => undefined); // retried by the next worker
  return { db, area, blobs, archive, store, hub, ledger, spending, ready };

  async function loadSessionStart(): Promise<number> {
    const stored = (await area.get([SESSION_KEY]))[SESSION_KEY];
    if (typeof stored === 'number') return stored;
    const now = systemClock.now();
    await area.set({ [SESSION_KEY]: now });
    return now;
  }

  /** Recovers runs that an update or a crash removed from the session area. */
  async function recoverFromArchive(): Promise<void> {
    await loadSessionStart(); // before anything is spent
    if ((await area.get([RECOVERED_KEY]))[RECOVERED_KEY] === true) return; // a worker that wakes up need not read the disk
    void archive
      .listSummaries()
      .then((heads) => spending.catchUp(heads, MAX_CATCH_UP))
      .catch(() => undefined); // those that had just ended
    const startedAt = Date.now();
    const errors: unknown[] = [];
    const tabs = await listTabIds();
    const recovered = await recoverRuns(store, archive, (error) => void errors.push(error), tabs);
    errors.forEach(onError);
    if (errors.length === 0) await area.set({ [RECOVERED_KEY]: true });
    void blobs.prune(startedAt).catch(() => undefined); // nothing in the session names them any more
    const live = (await store.listRuns()).filter(({ runId, status }) => recovered.includes(runId) && !isOver(status));
    if (live.length === 0) return;
    hub.adopt(live.filter(({ tabId }) => tabId >= 0 && !tabs.has(tabId)));
    hub.notify('restarted');
    await store.flush();
  }
}
