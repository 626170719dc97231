/**
 * Host access, asked for when it is needed and no wider than that. The one rule: `request…` calls the browser before
 * any await, or the person's gesture is lost and the browser refuses.
 */
import { changeOwnAccess } from './toolbar-access.ts';

export const ALL_SITES = '<all_urls>';

/** The match pattern of an endpoint's origin; null when the endpoint is no web address. */
export function originPattern(endpoint: string): string | null {
  const text = endpoint.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { protocol, host } = new URL(text);
  return host === '' ? null : `${protocol}//${host}/*`;
}

/** Asks for the endpoint's origin alone. False when the person declined or there is nothing to ask for. */
export function requestOrigin(endpoint: string): Promise<boolean> {
  const pattern = originPattern(endpoint);
  return pattern === null ? Promise.resolve(false) : chrome.permissions.request({ origins: [pattern] });
}

/** Whether the browser lets us reach the endpoint's origin. */
export async function hasAccess(endpoint: string): Promise<boolean> {
  const pattern = originPattern(endpoint);
  return pattern !== null && (await chrome.permissions.contains({ origins: [pattern] }));
}

/** Asks for every site: the panel then reads a tab without a click on the toolbar. False when the person declined. */
export async function requestAllSites(): Promise<boolean> {
  const given = await chrome.permissions.request({ origins: [ALL_SITES] });
  if (given) await changeOwnAccess((own) => own.filter((pattern) => pattern !== ALL_SITES)); // no longer the toolbar’s alone
  return given;
}

/** Whether it was given. */
export function hasAllSites(): Promise<boolean> {
  return chrome.permissions.contains({ origins: [ALL_SITES] });
}

/** Patterns of the sites and servers KnowledgeLens may reach, as the browser keeps them. */
export async function grantedOrigins(): Promise<readonly string[]> {
  const { origins } = await chrome.permissions.getAll();
  return origins ?? [];
}

/**
 * Gives one access back, and no other. In a gesture for all sites: the browser takes the sites and servers that were allowed
 * one by one away with them, and gives back unasked what it was once allowed to give.
 */
export async function forgetOrigin(pattern: string): Promise<void> {
  const before = await grantedOrigins();
  await chrome.permissions.remove({ origins: [pattern] });
  const left = await grantedOrigins();
  const lost = before.filter((other) => other !== pattern && !left.includes(other));
  // without a gesture it is refused: the person is asked where the access is next needed
  if (lost.length > 0) await chrome.permissions.request({ origins: lost }).catch(() => false);
}

/** Calls back when access was given or taken, until `signal` aborts. */
export function onAccessChange(on: () => void, signal: AbortSignal): void {
  const listener = (): void => on();
  chrome.permissions.onAdded.addListener(listener);
  chrome.permissions.onRemoved.addListener(listener);
  signal.addEventListener('abort', () => {
    chrome.permissions.onAdded.removeListener(listener);
    chrome.permissions.onRemoved.removeListener(listener);
  });
}
