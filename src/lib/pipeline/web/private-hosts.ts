/** Hosts that no address from elsewhere may reach, as the browser's own rules know them (SAFETY D9). */

/** RFC 6761, 6762 (appendix G), 7686, 8375, 9476, ICANN's `internal`, and names of routers and offices. */
export const PRIVATE_NAMES = [
  ...['localhost', 'localdomain', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'home.arpa'],
  ...['fritz.box', 'test', 'invalid', 'onion', 'alt'],
] as const;

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
