/** Sites as people type them, and where the toolbar really stands. */
import { covers, registrationFor, standsOn, webOrigin } from '../lib/protocol/toolbar.ts';
import type { ToolbarSettings } from '../lib/protocol/settings.ts';

/** Longest that is looked at. */
const MOST = 2000;
/** Hosts of one's own machine rarely speak https. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|\/|$)/i;
const MAX_ORIGIN = 300;

/** The origin of an address or a host (`example.org`, `http://localhost:8080/x`); null for anything else. */
export function typedOrigin(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || text.length > MOST || /\s/.test(text)) return null;
  if (text.includes('://') && !/^https?:/i.test(text)) return null; // of another kind
  const address = /^https?:\/\//i.test(text) ? text : `${LOCAL.test(text) ? 'http' : 'https'}://${text}`;
  const origin = webOrigin(address);
  const isPlain = origin !== null && !/[*@]/.test(address.slice(0, origin.length + 1));
  return isPlain && origin.length <= MAX_ORIGIN ? origin : null;
}

/** The host; the whole origin where that is not the encrypted one. */
export const siteName = (origin: string): string => origin.replace(/^https:\/\//, '');

/** Whether the browser lets the toolbar stand where the settings have it. */
export function isGranted(toolbar: ToolbarSettings, granted: readonly string[]): boolean {
  return toolbar.where !== 'everywhere' || granted.some((pattern) => covers(pattern, 'https://*/*'));
}

/** Chosen sites on which the browser does not let the toolbar stand. */
export function lackingAccess(toolbar: ToolbarSettings, granted: readonly string[]): readonly string[] {
  const registration = registrationFor({ ...toolbar, where: 'sites', butNot: [] }, granted);
  return toolbar.sites.filter((site) => !standsOn(registration, site));
}
