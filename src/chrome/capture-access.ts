/**
 * Whether the browser lets a picture be taken of a tab. Access to one site is not enough: it takes access to all, or a gesture
 * over the very tab (`activeTab`), which no call tells of. The one rule: what is remembered of gestures is a hint for what to
 * offer; the browser decides, and where it has said no, the memory goes.
 */
import { onAccessChange, hasAllSites, originPattern } from './permissions.ts';

export type CaptureAccess = 'stands' | 'missing';

const PREFIX = 'gesture/';
// one key per tab, since the area has no prefix read
const keyOf = (tabId: number): string => `${PREFIX}${String(tabId)}`;

/** A person used our icon, a shortcut or the menu over the tab: with it went access to the tab, as long as it stays on its site. */
export function noteGesture(tabId: number, url: string): void {
  const site = siteOf(url);
  if (site !== null) chrome.storage.session.set({ [keyOf(tabId)]: site }).catch(() => undefined); // then it is not offered
}

/** The browser refused, or the tab is gone. */
export async function forgetGesture(tabId: number): Promise<void> {
  await chrome.storage.session.remove(keyOf(tabId)).catch(() => undefined);
}

/** Never rejects: a tab that nobody answers for has no access. */
export async function captureAccess(tabId: number): Promise<CaptureAccess> {
  try {
    return (await stands(tabId)) ? 'stands' : 'missing';
  } catch {
    return 'missing';
  }
}

async function stands(tabId: number): Promise<boolean> {
  const { url = '' } = await chrome.tabs.get(tabId);
  const remembered: unknown = (await chrome.storage.session.get(keyOf(tabId)))[keyOf(tabId)];
  const same = remembered !== undefined && remembered === siteOf(url);
  if (remembered !== undefined && !same) await forgetGesture(tabId); // it left the site, and coming back brings nothing back
  if (url === '') return false; // either access would show it
  const pattern = url.startsWith('file:') ? 'file:///*' : originPattern(url);
  if (same || pattern === null) return same;
  // an address that no access to its site explains is shown because of a gesture
  return (await hasAllSites()) || !(await chrome.permissions.contains({ origins: [pattern] }));
}

/** Calls back when the answer may be another, for whichever tab, until `signal` aborts. */
export function onCaptureAccess(on: () => void, signal: AbortSignal): void {
  const noted = (changes: Record<string, chrome.storage.StorageChange>, area: string): void => {
    if (area === 'session' && Object.keys(changes).some((key) => key.startsWith(PREFIX))) on();
  };
  const moved = (_tabId: number, change: { readonly status?: string; readonly url?: string }): void => {
    if ((change.url ?? change.status) !== undefined) on();
  };
  chrome.storage.onChanged.addListener(noted);
  chrome.tabs.onUpdated.addListener(moved);
  chrome.tabs.onActivated.addListener(on);
  onAccessChange(on, signal);
  signal.addEventListener('abort', () => {
    chrome.storage.onChanged.removeListener(noted);
    chrome.tabs.onUpdated.removeListener(moved);
    chrome.tabs.onActivated.removeListener(on);
  });
}

/** Scheme and host; null for what is no address. An origin would not do: the browser's own pages all have `null`. */
function siteOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** Whether two addresses are of one scheme and host. What is no address is of no site. */
export function isSameSite(one: string, other: string): boolean {
  const site = siteOf(one);
  return site !== null && site === siteOf(other);
}
