/** Hosts that no address from elsewhere may reach, as the browser's own rules know them (SAFETY D9). */

/**
 * RFC 6761, 6762 (appendix G), 7686, 8375, 9476, ICANN's `internal`, all of `arpa`, and names of routers, offices and clusters.
 * None is a top-level domain of the public Internet, but `fritz.box`.
 */
export const PRIVATE_NAMES = [
  ...['localhost', 'localdomain', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'arpa'],
  ...['fritz.box', 'test', 'invalid', 'onion', 'alt', 'svc', 'cluster', 'consul', 'docker', 'kube'],
  ...['lxd', 'incus', 'vm', 'localnet', 'domain', 'workgroup', 'mail', 'router', 'modem', 'gateway'],
] as const;

const HOST = '^https?://([^/?#@]*@)?';
const END = '\\.*(:[0-9]+)?/';

/** The same ranges as `isPublicIp` refuses, over the four decimal parts that browsers write. */
const PRIVATE_IPV4 = [
  '(0|10|127|22[4-9]|2[3-5][0-9])\\.',
  '(169\\.254|192\\.168|172\\.(1[6-9]|2[0-9]|3[01])|100\\.(6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7])|198\\.1[89])\\.',
  '(192\\.(0\\.[02]|88\\.99|175\\.48|31\\.196|52\\.193)|198\\.51\\.100|203\\.0\\.113)\\.',
].map((start) => `${start}[0-9.]*`);

/** All but 2000::/3, and what is special within it; browsers write the first part of that with four digits. */
const PRIVATE_IPV6 = [
  '\\[([^23]|[23][0-9a-f]{0,2}:)[^/]*',
  '\\[(2001:([0-9a-f]{0,2}|1[0-9a-f]{2}|db8):|2002:|2620:4f:8000:|3fff:[0-9a-f]{0,3}:)[^/]*',
];

/** RE2 for the browser's rules, which see each redirect hop. */
export const NOT_PUBLIC_PATTERNS: readonly string[] = [
  ...[...PRIVATE_IPV4, ...PRIVATE_IPV6].map((host) => `${HOST}${host}${END}`),
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
