/** Whether a tab may be captured. No API reports `activeTab`, so remembered gestures are only a hint. */
import { listen, watchTabItems, type StorageChanges } from '../events.ts';
import { watchAccess, hasAllSites, toOriginPattern } from '../permissions.ts';
import { parseUrl } from '../../lib/base/urls.ts';

type CaptureAccess = 'stands' | 'missing';

const GESTURE_PREFIX = 'gesture/';
// one key per tab, since the storage area cannot be read by prefix
const getGestureKey = (tabId: number): string => `${GESTURE_PREFIX}${String(tabId)}`;

/** A gesture grants `activeTab` as long as the tab stays on its site. */
export function noteGesture(tabId: number, url: string): void {
  const site = getSite(url);
  if (site !== null) chrome.storage.session.set({ [getGestureKey(tabId)]: site }).catch(() => undefined); // without the record, capture is not offered
}

/** Whether a gesture was noted there before: another grants nothing new. */
export async function hasNotedGesture(tabId: number, url: string): Promise<boolean> {
  const site = await loadNotedSite(tabId).catch(() => undefined);
  return site !== undefined && site === getSite(url);
}

async function loadNotedSite(tabId: number): Promise<unknown> {
  const key = getGestureKey(tabId);
  return (await chrome.storage.session.get<Record<string, unknown>>(key))[key];
}

export async function forgetGesture(tabId: number): Promise<void> {
  await chrome.storage.session.remove(getGestureKey(tabId)).catch(() => undefined);
}

/** Never rejects: a tab that cannot be queried counts as missing access. */
export async function getCaptureAccess(tabId: number): Promise<CaptureAccess> {
  try {
    return (await hasCaptureAccess(tabId)) ? 'stands' : 'missing';
  } catch {
    return 'missing';
  }
}

async function hasCaptureAccess(tabId: number): Promise<boolean> {
  const { url = '' } = await chrome.tabs.get(tabId);
  const rememberedSite = await loadNotedSite(tabId);
  const isRememberedSite = rememberedSite !== undefined && rememberedSite === getSite(url);
  if (rememberedSite !== undefined && !isRememberedSite) await forgetGesture(tabId); // the tab left the site; returning does not restore access
  if (url === '') return false; // any kind of access would reveal the URL
  const pattern = url.startsWith('file:') ? 'file:///*' : toOriginPattern(url);
  if (isRememberedSite || pattern === null) return isRememberedSite;
  // a URL that no site permission explains is visible because of a gesture
  return (await hasAllSites()) || !(await chrome.permissions.contains({ origins: [pattern] }));
}

export function watchCaptureAccess(on: () => void, signal: AbortSignal): void {
  watchTabItems(GESTURE_PREFIX, on, signal);
  const handleTabUpdate = (_tabId: number, change: { readonly status?: string; readonly url?: string }): void => {
    if ((change.url ?? change.status) !== undefined) on();
  };
  listen(chrome.tabs.onUpdated, handleTabUpdate, signal);
  listen(chrome.tabs.onActivated, on, signal);
  watchAccess(on, signal);
}

/** Null if not a URL. `origin` is `null` for all of the browser's own pages. */
function getSite(url: string): string | null {
  const parsed = parseUrl(url);
  return parsed && `${parsed.protocol}//${parsed.host}`;
}

export function isSameSite(one: string, other: string): boolean {
  const site = getSite(one);
  return site !== null && site === getSite(other);
}

const ACCESS_KEY = 'access';

/** Tells panels of access through the session area: the click may wake the worker before any port exists. */
export function signalAccess(tabId: number, toggles = false): void {
  void chrome.storage.session.set({ [ACCESS_KEY]: { tabId, toggles, at: Date.now() } }); // `at` makes a repeated signal for the same tab a change
}

interface AccessSignal {
  readonly tabId: number;
  /** Whether the gesture closes a panel that was open already. */
  readonly toggles: boolean;
}

const LOADED_AT = Date.now();

/** The signal that a panel's document reads from a change of storage; null if the change is another. */
export function getAccessSignal(changes: StorageChanges): AccessSignal | null {
  const value = changes[ACCESS_KEY]?.newValue as { tabId?: unknown; toggles?: unknown; at?: unknown } | undefined;
  if (typeof value?.tabId !== 'number') return null;
  const wasOpen = Number(value.at) > LOADED_AT; // otherwise this gesture has just opened it
  return { tabId: value.tabId, toggles: value.toggles === true && wasOpen };
}
