import { includesPattern, createRegistration, isRegisteredFor, toWebOrigin } from '../../lib/protocol/toolbar.ts';
import type { ToolbarSettings } from '../../lib/protocol/settings.ts';

const MAX_TYPED = 2000;
/** Local hosts rarely use https. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|\/|$)/i;
const MAX_ORIGIN = 300;

/** Accepts an address or a host (`example.org`); null for anything else. */
export function parseOrigin(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || text.length > MAX_TYPED || /\s/.test(text)) return null;
  if (text.includes('://') && !/^https?:/i.test(text)) return null; // another scheme
  const address = /^https?:\/\//i.test(text) ? text : `${LOCAL.test(text) ? 'http' : 'https'}://${text}`;
  const origin = toWebOrigin(address);
  const isPlain = origin !== null && !/[*@]/.test(address.slice(0, origin.length + 1));
  return isPlain && origin.length <= MAX_ORIGIN ? origin : null;
}

/** The host for https, else the whole origin. */
export const formatSiteOrigin = (origin: string): string => origin.replace(/^https:\/\//, '');

export function isToolbarGranted(toolbar: ToolbarSettings, granted: readonly string[]): boolean {
  return toolbar.where !== 'everywhere' || granted.some((pattern) => includesPattern(pattern, 'https://*/*'));
}

export function findSitesWithoutAccess(toolbar: ToolbarSettings, granted: readonly string[]): readonly string[] {
  const registration = createRegistration({ ...toolbar, where: 'sites', butNot: [] }, granted);
  return toolbar.sites.filter((site) => !isRegisteredFor(registration, site));
}
