/** What the toolbar icon shows over one tab. */

/** `text`: at most four characters, '' for none. A tab that has gone is nobody's loss. */
export function showBadge(tabId: number, { text, title }: { readonly text: string; readonly title: string }): void {
  const ignore = (): undefined => undefined;
  if (tabId < 0) return;
  chrome.action.setBadgeText({ tabId, text }).catch(ignore);
  chrome.action.setTitle({ tabId, title }).catch(ignore);
}
