/** Deletes conversations permanently, with what the session holds of them. */
import { loadSettings } from '../../chrome/storage/settings.ts';
import { removeCorrections } from '../../chrome/storage/session-items.ts';
import { createIdbVectors } from '../../chrome/storage/vectors.ts';
import { createSessionCache, PAGES_CACHE, RESULTS_CACHE } from '../../chrome/storage/session-cache.ts';
import { systemClock } from '../../lib/base/clock.ts';
import { removeDeleted, removeExpired } from '../../lib/history/retention.ts';
import type { RunStorage } from './run-storage.ts';

export function createHistoryUpkeep({ db, area, blobs, archive, store, hub }: RunStorage) {
  const isGone = (picture: string): Promise<boolean> =>
    db(['pictures'], 'readonly', async (tx) => (await tx.objectStore('pictures').getKey(picture)) === undefined);
  /** Cached pages and results, vectors of passages, and corrections of pictures that are gone. */
  async function removeTraces(): Promise<void> {
    await createIdbVectors(db).clear();
    for (const cache of [PAGES_CACHE, RESULTS_CACHE]) await createSessionCache(cache, area, blobs, systemClock).clear();
    await removeCorrections(isGone);
  }
  return {
    async forget(runId: string): Promise<void> {
      await store.remove(runId);
      await removeTraces();
    },
    /** Conversations that the user deleted; with `expired`, also those whose time is over. */
    async removeDue(which: 'deleted' | 'expired'): Promise<void> {
      const deps = { archive, remove: (runId: string) => store.remove(runId) };
      const removed =
        which === 'deleted'
          ? await removeDeleted(deps)
          : await removeExpired({
              ...deps,
              prune: (until: number) => blobs.prune(until),
              now: Date.now(),
              keep: (await loadSettings()).history.keep,
            });
      if (removed.length === 0) return;
      await removeTraces();
      for (const runId of removed) hub.refresh(runId);
    },
  };
}
