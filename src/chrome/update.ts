/**
 * Restarts the extension for an update if none of its pages is open: a panel or the settings, where somebody may be typing, or
 * the hidden page, which may hold a call for the user's answer. Otherwise Chrome updates it later.
 */
export async function reloadIfUnused(): Promise<void> {
  const contexts = await chrome.runtime.getContexts({});
  if (contexts.every(({ contextType }) => contextType === 'BACKGROUND')) chrome.runtime.reload();
}
