/** Triggered, unstarted actions. Written before any await: the worker may die right after the click. */
import type { StorageArea } from '../../lib/agent/store/storage-area.ts';
import type { Request } from '../../lib/protocol/requests/requests.ts';

export interface Intent {
  readonly tabId: number;
  /** Null if the frame of the selection is unknown. */
  readonly frame: number | null;
  readonly action: Request<'selection.act'>['action'] | 'summarise' | 'read-region' | 'read-image';
  readonly preset: string;
  /** As far as the sender knows it; '' if unknown. */
  readonly text: string;
  readonly url: string;
  readonly title: string;
  /** Pressed in a page, where it may have been made to be pressed: what sends words out waits for the panel. */
  readonly isFromPage?: boolean;
  /** URL of the picture; only the beginning if very long. */
  readonly source?: string;
  /** Id of the run it starts; makes a second delivery harmless. */
  readonly commandId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Intents {
  /** Replaces the tab's earlier intent. Never rejects: without storage it is not kept. */
  save(intent: Intent): void;
  remove(intent: Intent): Promise<void>;
  listPending(): Promise<readonly Intent[]>;
}

// one key per tab, since the storage area cannot be read by prefix
const getIntentKey = (tabId: number): string => `intent/${String(tabId)}`;

export function createChromeIntents(area: StorageArea): Intents {
  const latest = new Map<number, string>();
  let pendingWrites: Promise<void> = Promise.resolve();
  return {
    save(intent) {
      latest.set(intent.tabId, intent.commandId);
      const write = area.set({ [getIntentKey(intent.tabId)]: { ...intent } }).catch(() => undefined);
      pendingWrites = Promise.all([pendingWrites, write]).then(() => undefined); // results of results would pile up
    },
    async remove({ tabId, commandId }) {
      await pendingWrites;
      if ((latest.get(tabId) ?? commandId) !== commandId) return; // a later intent replaced it
      latest.delete(tabId);
      await area.remove([getIntentKey(tabId)]).catch(() => undefined);
    },
    async listPending() {
      const tabs = await chrome.tabs.query({});
      const stored = await area.get(tabs.map(({ id = -1 }) => getIntentKey(id)));
      return Object.values(stored) as Intent[]; // only this module writes these keys
    },
  };
}

export async function hasPendingIntent(tabId: number): Promise<boolean> {
  return getIntentKey(tabId) in (await chrome.storage.session.get(getIntentKey(tabId)));
}
