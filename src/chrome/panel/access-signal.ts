/**
 * Tells panels that the user has just granted access to a tab (icon click or shortcut). It goes through the session
 * area, not the port: the click may be what wakes the worker, before any panel has connected.
 */
const ACCESS_KEY = 'access';

export function signalAccess(tabId: number): void {
  void chrome.storage.session.set({ [ACCESS_KEY]: { tabId, at: Date.now() } }); // `at` makes a repeated signal for the same tab a change
}

/** The tab that a change of the session area grants access to, or null. */
export function getAccessedTab(changes: Record<string, chrome.storage.StorageChange>): number | null {
  const value = changes[ACCESS_KEY]?.newValue as { tabId?: unknown } | undefined;
  return typeof value?.tabId === 'number' ? value.tabId : null;
}
