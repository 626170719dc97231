/** Identifies senders by document URL: our own pages may be open in a tab. */
import { parseUrl } from '../lib/base/urls.ts';

export function getExtensionOrigin(): string {
  const { protocol, host } = new URL(chrome.runtime.getURL(''));
  return `${protocol}//${host}`;
}

export function isOwnScript(sender: chrome.runtime.MessageSender | undefined): boolean {
  if (sender?.id !== chrome.runtime.id || sender.tab?.id === undefined || sender.url === undefined) return false;
  return parseUrl(sender.url) !== null && !sender.url.startsWith(`${getExtensionOrigin()}/`);
}

/** Only as a top-level document: another page could embed a frame. */
export function isOwnPage(sender: chrome.runtime.MessageSender | undefined, page: string): boolean {
  if (sender?.id !== chrome.runtime.id) return false;
  const url = parseUrl(sender.url ?? '');
  if (!url) return false;
  const { protocol, host, pathname } = url;
  const ownOrigin = getExtensionOrigin();
  const senderOrigin = sender.origin ?? ownOrigin; // `null` for a sandboxed frame
  return (
    `${protocol}//${host}` === ownOrigin &&
    senderOrigin === ownOrigin &&
    (sender.frameId ?? 0) === 0 &&
    pathname === `/${page}`
  );
}
