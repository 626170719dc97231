/** Host permissions. `request…` calls the browser before any await, or it refuses without the gesture. */
import { listen } from './events.ts';
import { updateToolbarAccess } from './selection-toolbar/toolbar-access.ts';
import { parseWebUrl } from '../lib/base/urls.ts';

export const ALL_SITES = '<all_urls>';

/** Null if it is not a web address. */
export function toOriginPattern(endpoint: string): string | null {
  const text = endpoint.trim();
  const url = parseWebUrl(text);
  return !url?.host ? null : `${url.protocol}//${url.host}/*`;
}

/** False if the user declined or it is not a web address. */
export async function requestOrigin(endpoint: string): Promise<boolean> {
  const pattern = toOriginPattern(endpoint);
  return pattern !== null && chrome.permissions.request({ origins: [pattern] });
}

/** In one question. Returns those that could not be reached before; null if the user declined or one is not a web address. */
export async function requestOrigins(endpoints: readonly string[]): Promise<readonly string[] | null> {
  const patterns = endpoints.map(toOriginPattern).filter((pattern) => pattern !== null);
  if (patterns.length < endpoints.length) return null;
  // in this order without awaiting: the first answers must be the state before the request
  const before = Promise.all(patterns.map((pattern) => chrome.permissions.contains({ origins: [pattern] })));
  const granted = await chrome.permissions.request({ origins: patterns });
  const had = await before;
  return granted ? endpoints.filter((_, at) => had[at] === false) : null;
}

/** Asks, in one question, to show a sign-in page and to send to these origins. False if the user declined. */
export const requestSignIn = (origins: readonly string[]): Promise<boolean> =>
  requestToKeep(
    origins.map(toOriginPattern).filter((pattern) => pattern !== null),
    ['identity'],
  );

export async function hasAccess(endpoint: string): Promise<boolean> {
  const pattern = toOriginPattern(endpoint);
  return pattern !== null && (await chrome.permissions.contains({ origins: [pattern] }));
}

/** False if the user declined. */
export const requestAllSites = (): Promise<boolean> => requestForReading(ALL_SITES);

/** Also `permissions`, in the same question. False if the user declined. */
export const requestForReading = (pattern: string, permissions: readonly 'readingList'[] = []): Promise<boolean> =>
  requestToKeep([pattern], permissions);

async function requestToKeep(
  origins: string[],
  permissions: readonly chrome.runtime.ManifestOptionalPermission[],
): Promise<boolean> {
  const granted = await chrome.permissions.request({ permissions: [...permissions], origins });
  if (granted) await updateToolbarAccess((own) => own.filter((pattern) => !origins.includes(pattern))); // no longer requested by the toolbar alone
  return granted;
}

/**
 * Asks to read the site permanently. False if the user declined or it is not a web address. A tab hides its address without access, and
 * `addHostAccessRequest`, which asks without one, is of no use: Chromium 156 shows the request behind a flag alone, and
 * crashes there once it is allowed.
 */
export async function requestSite(url: string): Promise<boolean> {
  const pattern = toOriginPattern(url);
  return pattern !== null && (await requestForReading(pattern));
}

export function hasAllSites(): Promise<boolean> {
  return chrome.permissions.contains({ origins: [ALL_SITES] });
}

/**
 * Whether a user's gesture brought the event. Call it before any await. A question for nothing is asked of nobody, and the
 * browser still refuses it without a gesture.
 */
export const hasGesture = (): Promise<boolean> => chrome.permissions.request({ permissions: [] }).catch(() => false);

export async function listGrantedOrigins(): Promise<readonly string[]> {
  const { origins } = await chrome.permissions.getAll();
  return origins ?? [];
}

/** For all sites call in a gesture: the browser also removes single origins, which are requested again. */
export async function removeOrigin(pattern: string): Promise<void> {
  const before = await listGrantedOrigins();
  await chrome.permissions.remove({ origins: [pattern] });
  const remaining = await listGrantedOrigins();
  const lost = before.filter((other) => other !== pattern && !remaining.includes(other));
  // refused without a gesture: the user is asked when access is next needed
  if (lost.length > 0) await chrome.permissions.request({ origins: lost }).catch(() => false);
}

export function watchAccess(on: () => void, signal: AbortSignal): void {
  const listener = (): void => on();
  listen(chrome.permissions.onAdded, listener, signal);
  listen(chrome.permissions.onRemoved, listener, signal);
}
