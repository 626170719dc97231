/**
 * Actions that the user triggered and the worker has not started, in the session area: a worker that dies right after
 * the click leaves them for the next one. They are written synchronously in the event handler, before any await.
 */
import type { StorageArea } from '../../lib/agent/store/storage-area.ts';
import type { Request } from '../../lib/protocol/messages.ts';

export interface Intent {
  readonly tabId: number;
  /** Null if the frame of the selection is unknown. */
  readonly frame: number | null;
  readonly action: Request<'selection.act'>['action'] | 'summarise' | 'read-region' | 'read-image';
  /** Preset id, for `preset`. */
  readonly preset: string;
  /** The selected text as far as the sender knows it, and its page; '' if unknown. */
  readonly text: string;
  readonly url: string;
  readonly title: string;
  /** URL of the picture, for `read-image`; only the beginning if very long. */
  readonly source?: string;
  /** Id of the run it starts; makes a second delivery harmless. */
  readonly commandId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Intents {
  /**
   * Replaces an earlier intent of the same tab, which has one run at a time. Never rejects: without storage it is not
   * kept.
   */
  save(intent: Intent): void;
  /** Removes an intent that has started or whose failure the user has seen. */
  remove(intent: Intent): Promise<void>;
  /** Returns the intents of open tabs. */
  listPending(): Promise<readonly Intent[]>;
}

// one key per tab, since the storage area cannot be read by prefix but open tabs can be listed
const getIntentKey = (tabId: number): string => `intent/${String(tabId)}`;

export function createChromeIntents(area: StorageArea): Intents {
  /** Command ids of this worker's latest intents, by tab. */
  const latest = new Map<number, string>();
  let pendingWrites: Promise<unknown> = Promise.resolve();
  return {
    save(intent) {
      latest.set(intent.tabId, intent.commandId);
      const write = area.set({ [getIntentKey(intent.tabId)]: { ...intent } }).catch(() => undefined);
      pendingWrites = Promise.all([pendingWrites, write]);
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

/** Whether an action triggered in the tab is waiting for a worker. */
export async function hasPendingIntent(tabId: number): Promise<boolean> {
  return getIntentKey(tabId) in (await chrome.storage.session.get(getIntentKey(tabId)));
}
