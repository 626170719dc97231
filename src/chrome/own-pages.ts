/** Who a message comes from. Own pages may live in a tab, so the document's URL decides, never the kind of context. */

/** `chrome-extension://<id>`. */
export function extensionOrigin(): string {
  const { protocol, host } = new URL(chrome.runtime.getURL(''));
  return `${protocol}//${host}`;
}

/** Whether a sender is a script of ours in a web page: in a tab, and of no page of our own. */
export function isOwnScript(sender: chrome.runtime.MessageSender | undefined): boolean {
  if (sender?.id !== chrome.runtime.id || sender.tab?.id === undefined || sender.url === undefined) return false;
  return URL.canParse(sender.url) && !sender.url.startsWith(`${extensionOrigin()}/`);
}

/** Whether a sender is that page of this extension, whole: a frame inside another page may be dressed up by it. */
export function isOwnPage(sender: chrome.runtime.MessageSender | undefined, page: string): boolean {
  if (sender?.id !== chrome.runtime.id || sender.url === undefined || !URL.canParse(sender.url)) return false;
  const { protocol, host, pathname } = new URL(sender.url);
  const home = extensionOrigin();
  const told = sender.origin ?? home; // `null` for a sandboxed frame
  return `${protocol}//${host}` === home && told === home && (sender.frameId ?? 0) === 0 && pathname === `/${page}`;
}
