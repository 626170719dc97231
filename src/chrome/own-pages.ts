/** Who a message comes from. Own pages may live in a tab, so the document's URL decides, never the kind of context. */

/** `chrome-extension://<id>`. */
export function extensionOrigin(): string {
  return new URL(chrome.runtime.getURL('')).origin;
}

/** Whether a sender is that page of this extension. */
export function isOwnPage(sender: chrome.runtime.MessageSender | undefined, page: string): boolean {
  if (sender?.id !== chrome.runtime.id || sender.url === undefined || !URL.canParse(sender.url)) return false;
  const { origin, pathname } = new URL(sender.url);
  return origin === extensionOrigin() && pathname === `/${page}`;
}
