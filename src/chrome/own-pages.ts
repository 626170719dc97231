/**
 * Identifies the sender of a message. Our own pages may be open in a tab, so the document's URL decides, not the
 * context type.
 */

/** `chrome-extension://<id>`. */
export function getExtensionOrigin(): string {
  const { protocol, host } = new URL(chrome.runtime.getURL(''));
  return `${protocol}//${host}`;
}

/** Whether the sender is our content script in a tab's web page. */
export function isOwnScript(sender: chrome.runtime.MessageSender | undefined): boolean {
  if (sender?.id !== chrome.runtime.id || sender.tab?.id === undefined || sender.url === undefined) return false;
  return URL.canParse(sender.url) && !sender.url.startsWith(`${getExtensionOrigin()}/`);
}

/**
 * Whether the sender is that page of this extension as a top-level document: a frame could be embedded by another page.
 */
export function isOwnPage(sender: chrome.runtime.MessageSender | undefined, page: string): boolean {
  if (sender?.id !== chrome.runtime.id || sender.url === undefined || !URL.canParse(sender.url)) return false;
  const { protocol, host, pathname } = new URL(sender.url);
  const ownOrigin = getExtensionOrigin();
  const senderOrigin = sender.origin ?? ownOrigin; // `null` for a sandboxed frame
  return (
    `${protocol}//${host}` === ownOrigin &&
    senderOrigin === ownOrigin &&
    (sender.frameId ?? 0) === 0 &&
    pathname === `/${page}`
  );
}
