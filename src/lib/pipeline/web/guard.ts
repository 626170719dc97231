/** Decides which addresses may be fetched (SAFETY D9), by the parsed host; refuses anything not known public. */
import ipaddr from 'ipaddr.js';

export type AddressProblem = 'no-address' | 'scheme' | 'credentials' | 'private-address' | 'private-name';

const MAX_ADDRESS = 2000;

/** RFC 6761, 6762 (appendix G), 7686, 8375, 9476, ICANN's `internal`, and names of routers and offices. */
export const PRIVATE_NAMES = [
  ...['localhost', 'localdomain', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'home.arpa'],
  ...['fritz.box', 'test', 'invalid', 'onion', 'alt'],
] as const;

/** Null if allowed. Never throws; does not resolve names. All ports: browsers block unsafe ones themselves. */
export function findAddressProblem(address: string): AddressProblem | null {
  if (address.length > MAX_ADDRESS || !URL.canParse(address)) return 'no-address';
  const { protocol, username, password, hostname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return 'scheme';
  if (username !== '' || password !== '') return 'credentials';
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  // browsers convert all numeric notations of IPv4 to four parts
  if (ipaddr.isValid(literal)) return isPublicIp(literal) ? null : 'private-address';
  return isPublicName(hostname) ? null : 'private-name';
}

export const isPublicAddress = (address: string): boolean => findAddressProblem(address) === null;

/** All allocated IPv6 space (RFC 4291, 2.4 and IANA's registry). */
const GLOBAL_UNICAST: readonly [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** IPv6 forms that embed an IPv4 address match neither: no page is published under one. */
function isPublicIp(literal: string): boolean {
  const ip = ipaddr.parse(literal);
  return ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(...GLOBAL_UNICAST));
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  const labels = name.split('.');
  if (labels.length < 2 || labels.includes('')) return false;
  return !PRIVATE_NAMES.some((privateName) => name === privateName || name.endsWith(`.${privateName}`));
}

const HOST = '^https?://([^/?#@]*@)?';
const END = '\\.*(:[0-9]+)?/';

/** RE2 for the browser's rules, which see each redirect hop. Stricter: refuses all numeric addresses. */
export const NOT_PUBLIC_PATTERNS: readonly string[] = [
  `${HOST}(\\[[^/]*\\]|[0-9.]+)${END}`,
  `${HOST}[^./:@\\[]*${END}`,
  `${HOST}(\\.|[^/:]*\\.\\.)`,
  ...chunkByFive(PRIVATE_NAMES).map(
    (names) => `${HOST}([^/:]*\\.)?(${names.map((name) => name.replace('.', '\\.')).join('|')})${END}`,
  ),
];

/** Browsers limit one expression to 2 KB; ten names would exceed it. */
function chunkByFive<T>(all: readonly T[]): readonly (readonly T[])[] {
  return all.flatMap((_, i) => (i % 5 === 0 ? [all.slice(i, i + 5)] : []));
}
