/**
 * Which access was given for the toolbar alone: match patterns, in `chrome.storage.local`. The one rule: what anything else has
 * asked for is not in it, so that taking the toolbar back takes nothing from others.
 */
const KEY = 'toolbar.access';

/** One change after the other, from whichever page. */
export async function changeOwnAccess(
  change: (own: readonly string[]) => readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  await navigator.locks.request(KEY, async () => {
    const stored: unknown = (await chrome.storage.local.get(KEY))[KEY];
    const own = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
    await chrome.storage.local.set({ [KEY]: [...new Set(await change(own))] });
  });
}
