/** Patterns requested for the toolbar only: removing it keeps all other permissions. */
const TOOLBAR_ACCESS_KEY = 'toolbar.access';

export async function updateToolbarAccess(
  change: (own: readonly string[]) => readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  await navigator.locks.request(TOOLBAR_ACCESS_KEY, async () => {
    const stored: unknown = (await chrome.storage.local.get(TOOLBAR_ACCESS_KEY))[TOOLBAR_ACCESS_KEY];
    const patterns = Array.isArray(stored) ? stored.filter((pattern) => typeof pattern === 'string') : [];
    await chrome.storage.local.set({ [TOOLBAR_ACCESS_KEY]: [...new Set(await change(patterns))] });
  });
}
