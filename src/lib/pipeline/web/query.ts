/** What of a question fits into an engine's bounds. */
import type { SearchQuery } from './types.ts';

/** The words on one line, cut between two of them to what the engine takes. */
export function wordsWithin(
  { words }: SearchQuery,
  most: { readonly characters: number; readonly words?: number },
): string {
  const { characters, words: count = Infinity } = most;
  const line = words
    .slice(0, characters * 4)
    .trim()
    .split(/\s+/u)
    .slice(0, count)
    .join(' ');
  if (line.length <= characters) return line;
  const cut = line.slice(0, characters + 1).replace(/\s\S*$/u, '');
  // a script without blanks has no place between words
  return cut.length <= characters ? cut : line.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
}

/** How many results to ask for: at least one, at most what the engine gives. */
export function countWithin({ count }: SearchQuery, most: number): number {
  return Math.min(most, Math.max(1, Math.floor(count) || 1));
}

/** The language alone of a tag, in lower case: `pt` of `pt-BR`; '' for what is no tag. */
export function languageOf({ language }: SearchQuery): string {
  return /^([a-z]{2,3})(?:[-_]|$)/i.exec(language.slice(0, 40))?.[1]?.toLowerCase() ?? '';
}
