/**
 * Host permissions, requested when needed and no wider. The `request…` functions call the browser before any await,
 * because it refuses without the user gesture.
 */
import { updateToolbarAccess } from './toolbar/toolbar-access.ts';

export const ALL_SITES = '<all_urls>';

/** Match pattern of the endpoint's origin; null if it is not a web address. */
export function toOriginPattern(endpoint: string): string | null {
  const text = endpoint.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { protocol, host } = new URL(text);
  return host === '' ? null : `${protocol}//${host}/*`;
}

/** Requests the endpoint's origin only. False if the user declined or it is not a web address. */
export function requestOrigin(endpoint: string): Promise<boolean> {
  const pattern = toOriginPattern(endpoint);
  return pattern === null ? Promise.resolve(false) : chrome.permissions.request({ origins: [pattern] });
}

/** Whether the endpoint's origin is permitted. */
export async function hasAccess(endpoint: string): Promise<boolean> {
  const pattern = toOriginPattern(endpoint);
  return pattern !== null && (await chrome.permissions.contains({ origins: [pattern] }));
}

/** Requests every site, so that the panel can read a tab without a toolbar click. False if the user declined. */
export async function requestAllSites(): Promise<boolean> {
  const granted = await chrome.permissions.request({ origins: [ALL_SITES] });
  if (granted) await updateToolbarAccess((own) => own.filter((pattern) => pattern !== ALL_SITES)); // no longer requested by the toolbar alone
  return granted;
}

export function hasAllSites(): Promise<boolean> {
  return chrome.permissions.contains({ origins: [ALL_SITES] });
}

/** Match patterns of all permitted sites and servers. */
export async function listGrantedOrigins(): Promise<readonly string[]> {
  const { origins } = await chrome.permissions.getAll();
  return origins ?? [];
}

/**
 * Removes one permission and keeps the others. For all sites it must be called in a user gesture: the browser then also
 * removes the individually permitted origins, which are requested again; it grants what was granted before without
 * asking.
 */
export async function removeOrigin(pattern: string): Promise<void> {
  const before = await listGrantedOrigins();
  await chrome.permissions.remove({ origins: [pattern] });
  const remaining = await listGrantedOrigins();
  const lost = before.filter((other) => other !== pattern && !remaining.includes(other));
  // refused without a gesture: the user is then asked when access is next needed
  if (lost.length > 0) await chrome.permissions.request({ origins: lost }).catch(() => false);
}

/** Calls `on` when access was granted or removed, until `signal` aborts. */
export function watchAccess(on: () => void, signal: AbortSignal): void {
  const listener = (): void => on();
  chrome.permissions.onAdded.addListener(listener);
  chrome.permissions.onRemoved.addListener(listener);
  signal.addEventListener('abort', () => {
    chrome.permissions.onAdded.removeListener(listener);
    chrome.permissions.onRemoved.removeListener(listener);
  });
}
