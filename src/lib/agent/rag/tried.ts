/** Whether a query has been asked: the same words, in whatever order, case and punctuation. */

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** '' for a query without a word. */
const named = (query: string): string =>
  [...new Set(query.normalize('NFKC').toLowerCase().match(WORD) ?? [])].sort().join(' ');

/** True also for a query without any word: there is nothing to ask. */
export function isTried(query: string, tried: readonly string[]): boolean {
  const name = named(query);
  return name === '' || tried.some((other) => named(other) === name);
}
