/** Tells panels of access through the session area: the click may wake the worker before any port exists. */
const ACCESS_KEY = 'access';

export function signalAccess(tabId: number): void {
  void chrome.storage.session.set({ [ACCESS_KEY]: { tabId, at: Date.now() } }); // `at` makes a repeated signal for the same tab a change
}

export function getAccessedTab(changes: Record<string, chrome.storage.StorageChange>): number | null {
  const value = changes[ACCESS_KEY]?.newValue as { tabId?: unknown } | undefined;
  return typeof value?.tabId === 'number' ? value.tabId : null;
}
