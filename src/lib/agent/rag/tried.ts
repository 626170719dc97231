/** Whether a query has been asked before, ignoring order of words, case and punctuation. */

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** '' for a query without words. */
const normaliseQuery = (query: string): string =>
  [...new Set(query.normalize('NFKC').toLowerCase().match(WORD) ?? [])].sort().join(' ');

/** Also true for a query without words, which cannot be asked. */
export function isTried(query: string, tried: readonly string[]): boolean {
  const normalised = normaliseQuery(query);
  return normalised === '' || tried.some((other) => normaliseQuery(other) === normalised);
}
