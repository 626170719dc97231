/** Decides where the toolbar is registered: never on excluded sites or without access granted for it. */
import type { ToolbarSettings } from './settings.ts';
import { parseUrl } from '../../base/urls.ts';

export interface Registration {
  readonly matches: readonly string[];
  readonly excludeMatches: readonly string[];
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
const ALL_WEB_PAGES = ['http://*/*', 'https://*/*'] as const;

/** Returns null if there is nothing to register. `granted`: the browser's match patterns. */
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

export function isRegisteredFor(registration: Registration | null, origin: string): boolean {
  const [pattern] = toMatchPatterns([origin]);
  if (registration === null || pattern === undefined) return false;
  const { matches, excludeMatches } = registration;
  return matches.some((one) => includesPattern(one, pattern)) && !excludeMatches.includes(pattern);
}

/** Returns an origin such as `https://example.org`; null for a non-web URL. */
export function toWebOrigin(address: string): string | null {
  const url = parseUrl(address);
  return url && url.protocol in DEFAULT_PORTS ? url.origin : null;
}

/** Patterns have the port, because a pattern without one matches every port. */
function toMatchPatterns(origins: readonly string[]): readonly string[] {
  const patterns = origins.flatMap((origin) => {
    if (toWebOrigin(origin) === null) return [];
    const { protocol, hostname, port } = new URL(origin);
    return [`${protocol}//${hostname}:${port === '' ? (DEFAULT_PORTS[protocol] ?? '') : port}/*`];
  });
  return [...new Set(patterns)].toSorted();
}

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
