/** What no panel was told yet, kept for the next worker. */
import type { StorageArea } from '../../lib/agent/store/storage-area.ts';
import type { NoticeCode } from '../../lib/protocol/events.ts';

interface Kept {
  readonly notices: readonly NoticeCode[];
  readonly orphans: readonly (readonly [runId: string, tabId: number])[];
}
const KEPT_KEY = 'panels';

export function createPanelBacklog(area: StorageArea) {
  const notices = new Set<NoticeCode>();
  /** The tab that each had lost: one that is beside another since is no orphan. */
  const orphans = new Map<string, number>();
  let restored: Promise<void> | undefined;
  const restore = (): Promise<void> => (restored ??= load().catch(() => undefined)); // without storage, as if nothing was kept

  async function load(): Promise<void> {
    const kept = (await area.get([KEPT_KEY]))[KEPT_KEY] as Kept | undefined;
    for (const code of kept?.notices ?? []) notices.add(code);
    for (const [runId, tabId] of kept?.orphans ?? []) orphans.set(runId, tabId);
  }

  /** To be called after a change of either. */
  function keep(): void {
    void restore()
      .then(() => area.set({ [KEPT_KEY]: { notices: [...notices], orphans: [...orphans] } }))
      .catch(() => undefined);
  }
  return { notices, orphans, restore, keep };
}
