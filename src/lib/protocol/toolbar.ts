/**
 * Computes where the toolbar's script is registered from the settings and the granted access: never on a site the user
 * excluded, never where the browser grants no access, and never where access was granted for another purpose only.
 */
import type { ToolbarSettings } from './settings.ts';

export interface Registration {
  /** Match patterns, sorted. */
  readonly matches: readonly string[];
  readonly excludeMatches: readonly string[];
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
/** Both kinds of web page; the toolbar is not offered on others. */
const ALL_WEB_PAGES = ['http://*/*', 'https://*/*'] as const;

/** Returns null if there is nothing to register. `granted`: match patterns as the browser lists them. */
export function createRegistration(
  { where, sites, butNot }: ToolbarSettings,
  granted: readonly string[],
): Registration | null {
  const wanted = where === 'everywhere' ? ALL_WEB_PAGES : where === 'sites' ? toMatchPatterns(sites) : [];
  const excludeMatches = toMatchPatterns(butNot);
  const matches = wanted.filter(
    (pattern) => !excludeMatches.includes(pattern) && granted.some((one) => includesPattern(one, pattern)),
  );
  return matches.length === 0 ? null : { matches, excludeMatches };
}

/** Whether the registration includes pages of that origin. */
export function isRegisteredFor(registration: Registration | null, origin: string): boolean {
  const [pattern] = toMatchPatterns([origin]);
  if (registration === null || pattern === undefined) return false;
  const { matches, excludeMatches } = registration;
  return matches.some((one) => includesPattern(one, pattern)) && !excludeMatches.includes(pattern);
}

/** Returns the origin of a web URL as in settings, `https://example.org`; null for any other URL. */
export function toWebOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return protocol in DEFAULT_PORTS ? origin : null;
}

/** Returns patterns for exactly these origins, with the port, because a pattern without one matches every port. */
function toMatchPatterns(origins: readonly string[]): readonly string[] {
  const patterns = origins.flatMap((origin) => {
    if (toWebOrigin(origin) === null) return [];
    const { protocol, hostname, port } = new URL(origin);
    return [`${protocol}//${hostname}:${port === '' ? (DEFAULT_PORTS[protocol] ?? '') : port}/*`];
  });
  return [...new Set(patterns)].toSorted();
}

/** Whether `granted` matches everything that `pattern` matches. */
export function includesPattern(granted: string, pattern: string): boolean {
  if (granted === '<all_urls>') return true;
  const [broad, narrow] = [parsePattern(granted), parsePattern(pattern)];
  if (!broad || !narrow) return false;
  const { scheme, host, port } = broad;
  if (scheme !== '*' && scheme !== narrow.scheme) return false;
  if (port !== '*' && port !== narrow.port) return false;
  if (host === '*' || host === narrow.host) return true;
  return host.startsWith('*.') && (narrow.host === host.slice(2) || narrow.host.endsWith(host.slice(1)));
}

/** `port`: `*` if the pattern does not specify one. */
function parsePattern(pattern: string): { scheme: string; host: string; port: string } | null {
  const [, scheme, host, port = '*'] =
    /^(\*|https?):\/\/(\*|[^/*:]+|\*\.[^/*:]+|\[[^/\]]*\])(?::(\*|\d+))?\/\*$/.exec(pattern) ?? [];
  return scheme === undefined || host === undefined ? null : { scheme, host, port };
}
