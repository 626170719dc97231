/**
 * Tells panels that a person has just given access to a tab (a click on the icon, a shortcut). Through the session area,
 * not the port: the click may be what wakes the worker, before any panel has connected to it.
 */
const KEY = 'access';

export function signalAccess(tabId: number): void {
  void chrome.storage.session.set({ [KEY]: { tabId, at: Date.now() } }); // `at`: the same tab again is a change too
}

/** The tab a change of the session area is about, if it says so. */
export function accessIn(changes: Record<string, chrome.storage.StorageChange>): number | null {
  const value = changes[KEY]?.newValue as { tabId?: unknown } | undefined;
  return typeof value?.tabId === 'number' ? value.tabId : null;
}
