/** Whether a query was asked before, ignoring word order, case and punctuation. */

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const normaliseQuery = (query: string): string =>
  [...new Set(query.normalize('NFKC').toLowerCase().match(WORD) ?? [])].sort().join(' ');

/** Also true for a query without words. */
export function isTried(query: string, tried: readonly string[]): boolean {
  const normalised = normaliseQuery(query);
  return normalised === '' || tried.some((other) => normaliseQuery(other) === normalised);
}
