/** Tabs whose id the browser replaced when it discarded them: a run keeps the id that it began with. */
const getKey = (tabId: number): string => `tab/${String(tabId)}`;

/** Bounds the reads; a tab is replaced once each time it is discarded. */
const MAX_REPLACEMENTS = 100;

/** A few bytes each, until the browser closes. */
export const recordReplacedTab = (from: number, to: number): Promise<void> =>
  chrome.storage.session.set({ [getKey(from)]: to });

export async function findCurrentTab(tabId: number): Promise<number> {
  let current = tabId;
  for (let replaced = 0; replaced < MAX_REPLACEMENTS; replaced += 1) {
    const key = getKey(current);
    const next: unknown = (await chrome.storage.session.get(key))[key];
    if (typeof next !== 'number') break;
    current = next;
  }
  return current;
}
