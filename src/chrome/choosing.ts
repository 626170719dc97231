/**
 * Whether a person is choosing a region on the page of a tab, for the panel beside it. The one rule: what is on record of the
 * asking (`regions.ts`) says so; nobody else keeps count.
 */
import { REGION_PREFIX, regionKey } from './regions.ts';

export interface Choosing {
  readonly is: (tabId: number) => Promise<boolean>;
  /** Calls back with a tab and whether it is so there now, whenever that changes. */
  readonly on: (listener: (tabId: number, choosing: boolean) => void, signal: AbortSignal) => void;
  /** As Escape on the page does. */
  readonly stop: (tabId: number) => Promise<void>;
}

export const chromeChoosing: Choosing = {
  is: async (tabId) => regionKey(tabId) in (await chrome.storage.session.get(regionKey(tabId))),
  on(listener, signal) {
    const changed = (changes: Readonly<Record<string, chrome.storage.StorageChange>>, area: string): void => {
      if (area !== 'session') return;
      for (const [key, { newValue }] of Object.entries(changes))
        if (key.startsWith(REGION_PREFIX)) listener(Number(key.slice(REGION_PREFIX.length)), newValue !== undefined);
    };
    chrome.storage.onChanged.addListener(changed);
    signal.addEventListener('abort', () => chrome.storage.onChanged.removeListener(changed));
  },
  async stop(tabId) {
    await chrome.storage.session.remove(regionKey(tabId)); // from now on no answer counts
    // a page that has gone shows no more of it anyway
    await chrome.scripting.executeScript({ target: { tabId }, func: stopThere }).catch(() => undefined);
  },
};

function stopThere(): void {
  (globalThis as { __klStopRegion?: () => void }).__klStopRegion?.();
}
