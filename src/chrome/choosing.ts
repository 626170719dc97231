/**
 * Whether the user is choosing a region on a tab's page, for the panel beside it. The record that `regions.ts` keeps of
 * the request is the only source.
 */
import { REGION_PREFIX, getRegionKey } from './regions.ts';

export interface RegionChoosing {
  readonly isChoosing: (tabId: number) => Promise<boolean>;
  /** Calls `listener` with a tab and its new state on every change, until `signal` aborts. */
  readonly watch: (listener: (tabId: number, choosing: boolean) => void, signal: AbortSignal) => void;
  /** Does the same as Escape on the page. */
  readonly stop: (tabId: number) => Promise<void>;
}

export const chromeChoosing: RegionChoosing = {
  isChoosing: async (tabId) => getRegionKey(tabId) in (await chrome.storage.session.get(getRegionKey(tabId))),
  watch(listener, signal) {
    const handleChange = (changes: Readonly<Record<string, chrome.storage.StorageChange>>, area: string): void => {
      if (area !== 'session') return;
      for (const [key, { newValue }] of Object.entries(changes))
        if (key.startsWith(REGION_PREFIX)) listener(Number(key.slice(REGION_PREFIX.length)), newValue !== undefined);
    };
    chrome.storage.onChanged.addListener(handleChange);
    signal.addEventListener('abort', () => chrome.storage.onChanged.removeListener(handleChange));
  },
  async stop(tabId) {
    await chrome.storage.session.remove(getRegionKey(tabId)); // from now on no answer is accepted
    // a page that is gone shows no chooser
    await chrome.scripting.executeScript({ target: { tabId }, func: stopInPage }).catch(() => undefined);
  },
};

function stopInPage(): void {
  (globalThis as { __klStopRegion?: () => void }).__klStopRegion?.();
}
