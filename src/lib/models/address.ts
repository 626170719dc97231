/** Addresses of model servers: what they are made of, and whether one is this machine, a private network or public.
 * The one rule: decided on the parsed host name alone, never on text. */

import type { Protocol } from './protocol.ts';

/** Where the call went: what messages and cures name. */
export interface CallSite {
  readonly protocol: Pick<Protocol, 'provider' | 'name' | 'example' | 'path' | 'pasted' | 'look'>;
  readonly endpoint: string;
  readonly model: string;
  /** `chrome-extension://…`, which a server's list of allowed origins must contain. */
  readonly extensionOrigin: string;
  /** Milliseconds since the epoch, against which a Retry-After date is read. */
  readonly now: number;
}

/** The base URL requests are made under: no trailing slash, and nothing pasted along with it that the protocol adds itself. */
export function baseOf(endpoint: string, { path, pasted = [] }: Pick<Protocol, 'path' | 'pasted'>): string {
  const base = endpoint.trim().replace(/\/{1,100}$/, '');
  const [before = '', ...rest] = path.split('/{model}');
  if (rest.length === 0) {
    const end = [path, ...pasted].find((one) => base.endsWith(one));
    return end === undefined ? base : base.slice(0, -end.length);
  }
  // whatever model and operation were pasted: `…/v1beta/models/some-model:generateContent`
  const at = base.lastIndexOf(before);
  return at !== -1 && /^(?:\/[^/]*)?$/.test(base.slice(at + before.length)) ? base.slice(0, at) : base;
}

/** Whether it is a web address and nothing more: a user name, a query or a fragment would go along to who knows whom. */
export function isBareAddress(endpoint: string): boolean {
  const text = endpoint.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === '';
}

/** Host and port for people; the text itself when it is no URL. */
export function hostOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : endpoint.slice(0, 100);
}

/** Whether the server is on the machine the browser runs on. */
export function isHere(endpoint: string): boolean {
  return isLoopback(hostnameOf(endpoint));
}

/** Whether the server is on that machine or in its network; what is no address is nowhere near. */
export function isNearby(endpoint: string): boolean {
  const hostname = hostnameOf(endpoint);
  return hostname !== '' && (isLoopback(hostname) || isPrivate(hostname));
}

/** Whether people may run a server of that kind themselves. */
export function isSelfHosted({ provider }: Pick<Protocol, 'provider'>): boolean {
  return provider === 'ollama' || provider === 'openai-compatible';
}

function hostnameOf(endpoint: string): string {
  const text = endpoint.trim();
  return URL.canParse(text) ? new URL(text).hostname : '';
}

/** Whether the host is the machine the browser runs on. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
  );
}

/** Whether the host is in a home or company network, by the reserved ranges (RFC 1918, 3927, 4193, 6598) and names. */
export function isPrivate(hostname: string): boolean {
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
