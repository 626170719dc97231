/**
 * Where the toolbar's script is put, of the settings and the access there is. The one rule: never on a site where the person
 * does not want it, never where the browser grants nothing, and never where access was given for something else alone.
 */
import type { ToolbarSettings } from './settings.ts';

export interface Registration {
  /** Match patterns, sorted. */
  readonly matches: readonly string[];
  readonly excludeMatches: readonly string[];
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
/** Both kinds of web page; others have no selection that is anybody's to read. */
const EVERYWHERE = ['http://*/*', 'https://*/*'] as const;

/** Null where there is nothing to register. `granted`: match patterns as the browser lists them. */
export function registrationFor(
  { where, sites, butNot }: ToolbarSettings,
  granted: readonly string[],
): Registration | null {
  const wanted = where === 'everywhere' ? EVERYWHERE : where === 'sites' ? patternsOf(sites) : [];
  const excludeMatches = patternsOf(butNot);
  const matches = wanted.filter(
    (pattern) => !excludeMatches.includes(pattern) && granted.some((one) => covers(one, pattern)),
  );
  return matches.length === 0 ? null : { matches, excludeMatches };
}

/** Whether the registration puts the script on pages of that origin. */
export function standsOn(registration: Registration | null, origin: string): boolean {
  const [pattern] = patternsOf([origin]);
  if (registration === null || pattern === undefined) return false;
  const { matches, excludeMatches } = registration;
  return matches.some((one) => covers(one, pattern)) && !excludeMatches.includes(pattern);
}

/** The origin of a web address as settings have it, `https://example.org`; null for any other address. */
export function webOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return protocol in DEFAULT_PORTS ? origin : null;
}

/** Exactly these origins, the port said: a pattern without one stands for every port of the host. */
function patternsOf(origins: readonly string[]): readonly string[] {
  const patterns = origins.flatMap((origin) => {
    if (webOrigin(origin) === null) return [];
    const { protocol, hostname, port } = new URL(origin);
    return [`${protocol}//${hostname}:${port === '' ? (DEFAULT_PORTS[protocol] ?? '') : port}/*`];
  });
  return [...new Set(patterns)].toSorted();
}

/** Whether all that `pattern` stands for is in what `granted` stands for. */
export function covers(granted: string, pattern: string): boolean {
  if (granted === '<all_urls>') return true;
  const [broad, narrow] = [partsOf(granted), partsOf(pattern)];
  if (!broad || !narrow) return false;
  const { scheme, host, port } = broad;
  if (scheme !== '*' && scheme !== narrow.scheme) return false;
  if (port !== '*' && port !== narrow.port) return false;
  if (host === '*' || host === narrow.host) return true;
  return host.startsWith('*.') && (narrow.host === host.slice(2) || narrow.host.endsWith(host.slice(1)));
}

/** `port`: `*` where the pattern leaves it open. */
function partsOf(pattern: string): { scheme: string; host: string; port: string } | null {
  const [, scheme, host, port = '*'] =
    /^(\*|https?):\/\/(\*|[^/*:]+|\*\.[^/*:]+|\[[^/\]]*\])(?::(\*|\d+))?\/\*$/.exec(pattern) ?? [];
  return scheme === undefined || host === undefined ? null : { scheme, host, port };
}
