/**
 * Which addresses may be fetched at a page's or a model's word (SAFETY D9). The one rule: it is the parsed host that decides,
 * as the browser will read it, never the text; and what is not known to be public is not public.
 */
import ipaddr from 'ipaddr.js';

/** Why an address is not fetched. */
export type NotPublic = 'no-address' | 'scheme' | 'credentials' | 'private-address' | 'private-name';

const MOST = 2000;

/**
 * Names that no public server has: reserved (RFC 6761, 6762 and its appendix G, 7686, 8375, 9476, ICANN's `internal`) or given
 * by home routers and offices to what stands there. `example` is not among them: nobody answers to it anywhere.
 */
export const PRIVATE_NAMES = [
  ...['localhost', 'localdomain', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'home.arpa'],
  ...['fritz.box', 'test', 'invalid', 'onion', 'alt'],
] as const;

/**
 * Null where the address may be fetched, else why not. Never throws. Any port may be asked: browsers themselves refuse those
 * of other services. What a name resolves to is not known here.
 */
export function notPublic(address: string): NotPublic | null {
  if (address.length > MOST || !URL.canParse(address)) return 'no-address';
  const { protocol, username, password, hostname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return 'scheme';
  if (username !== '' || password !== '') return 'credentials';
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  // a browser leaves no number as a name: whatever writing of IPv4 it was, it now has four parts
  if (ipaddr.isValid(literal)) return isPublicIp(literal) ? null : 'private-address';
  return isPublicName(hostname) ? null : 'private-name';
}

export const isPublicAddress = (address: string): boolean => notPublic(address) === null;

/** All that IPv6 has given out (RFC 4291, 2.4 and IANA's registry); everything outside it is special or nobody's. */
const GLOBAL_UNICAST: readonly [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Of neither kind are forms of IPv6 that carry an address of IPv4 in them: no page is published under one. */
function isPublicIp(literal: string): boolean {
  const ip = ipaddr.parse(literal);
  return ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(...GLOBAL_UNICAST));
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  const labels = name.split('.');
  if (labels.length < 2 || labels.includes('')) return false;
  return !PRIVATE_NAMES.some((own) => name === own || name.endsWith(`.${own}`));
}

const HOST = '^https?://([^/?#@]*@)?';
const END = '\\.*(:[0-9]+)?/';

/**
 * The same for the browser's own rules, which see each hop of a redirect before it is made: expressions (RE2) of which one at
 * least matches the address, as `URL` writes it, of every host that is not public. They refuse more: any address in numbers.
 */
export const NOT_PUBLIC: readonly string[] = [
  `${HOST}(\\[[^/]*\\]|[0-9.]+)${END}`,
  `${HOST}[^./:@\\[]*${END}`,
  `${HOST}(\\.|[^/:]*\\.\\.)`,
  ...inFives(PRIVATE_NAMES).map(
    (names) => `${HOST}([^/:]*\\.)?(${names.map((name) => name.replace('.', '\\.')).join('|')})${END}`,
  ),
];

/** Browsers give one expression 2 KB; ten names of these would be too many. */
function inFives<T>(all: readonly T[]): readonly (readonly T[])[] {
  return all.flatMap((_, i) => (i % 5 === 0 ? [all.slice(i, i + 5)] : []));
}
