/** Parses server addresses; classifies hosts by the parsed name only. */

import { getHostname, parseUrl, parseWebUrl } from '../base/urls.ts';
import type { ModelConfig } from './config.ts';
import type { Protocol } from './http/wire-format.ts';

export interface CallSite {
  readonly protocol: Pick<Protocol, 'provider' | 'name' | 'example' | 'path' | 'pasted' | 'look'>;
  readonly endpoint: string;
  readonly model: string;
  /** `chrome-extension://…`, which the server must allow. */
  readonly extensionOrigin: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Without trailing slash and any pasted path that the protocol adds itself. */
export function normaliseBaseUrl(endpoint: string, { path, pasted = [] }: Pick<Protocol, 'path' | 'pasted'>): string {
  const base = endpoint.trim().replace(/\/{1,100}$/, '');
  const [prefix = '', ...rest] = path.split('/{model}');
  if (rest.length === 0) {
    const suffix = [path, ...pasted].find((candidate) => base.endsWith(candidate));
    return suffix === undefined ? base : base.slice(0, -suffix.length);
  }
  const index = base.lastIndexOf(prefix);
  return index !== -1 && /^(?:\/[^/]*)?$/.test(base.slice(index + prefix.length)) ? base.slice(0, index) : base;
}

/** User name, query and fragment are refused: they could leak to another server. */
export function isBareAddress(endpoint: string): boolean {
  const text = endpoint.trim();
  const url = parseWebUrl(text);
  return url !== null && url.username + url.password + url.search + url.hash === '';
}

/** Returns at most 100 characters of a text that is no URL. */
export function getEndpointHost(endpoint: string): string {
  return parseUrl(endpoint)?.host ?? endpoint.slice(0, 100);
}

export function isLocalEndpoint(endpoint: string): boolean {
  return isLoopbackHost(getHostname(endpoint.trim()));
}

/** False for text that is not a URL. */
export function isLocalOrPrivateEndpoint(endpoint: string): boolean {
  const hostname = getHostname(endpoint.trim());
  return hostname !== '' && (isLoopbackHost(hostname) || isPrivateHost(hostname));
}

export function isSelfHosted({ provider }: Pick<ModelConfig, 'provider'>): boolean {
  return provider === 'ollama' || provider === 'openai-compatible';
}

export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
  );
}

/** By reserved ranges (RFC 1918, 3927, 4193, 6598) and names. */
export function isPrivateHost(hostname: string): boolean {
  const v4 = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(hostname);
  if (v4 !== null) {
    const [a, b] = [Number(v4[1]), Number(v4[2])];
    return (
      a === 10 ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && b === 168) ||
      (a === 169 && b === 254) ||
      (a === 100 && b >= 64 && b < 128)
    );
  }
  if (hostname.startsWith('[')) return /^\[f(?:[cd]|e[89ab])/i.test(hostname);
  return !hostname.includes('.') || /\.(?:local|lan|home|internal|home\.arpa)$/i.test(hostname);
}
