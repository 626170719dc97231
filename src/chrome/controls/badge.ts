/** `text`: at most four characters, '' for none. Errors for closed tabs are ignored. */
export function showBadge(tabId: number, { text, title }: { readonly text: string; readonly title: string }): void {
  const ignore = (): undefined => undefined;
  if (tabId < 0) return;
  chrome.action.setBadgeText({ tabId, text }).catch(ignore);
  chrome.action.setTitle({ tabId, title }).catch(ignore);
}
