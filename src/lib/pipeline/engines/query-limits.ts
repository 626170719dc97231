/** Fits a query to what an engine accepts. */
import { truncate } from '../../base/one-line.ts';
import type { SearchQuery } from './types.ts';

/** Longer queries are cut to it; `results` is absent if no number can be asked for. */
export interface QueryLimits {
  readonly characters: number;
  readonly words?: number;
  readonly results?: number;
}

export const fitQuery = (query: SearchQuery, { results = Infinity, ...most }: QueryLimits): SearchQuery => ({
  ...query,
  words: limitWords(query, most),
  count: Math.min(results, Math.max(1, Math.floor(query.count) || 1)),
});

export function limitWords({ words }: SearchQuery, { characters, words: count = Infinity }: QueryLimits): string {
  const line = words
    .slice(0, characters * 4)
    .trim()
    .split(/\s+/u)
    .slice(0, count)
    .join(' ');
  if (line.length <= characters) return line;
  const cut = line.slice(0, characters + 1).replace(/\s\S*$/u, '');
  // a script without spaces: cut between characters
  return cut.length <= characters ? cut : truncate(line, characters);
}

/** Lower case: `pt` for `pt-BR`; '' if invalid. */
export function getLanguageCode({ language }: SearchQuery): string {
  return /^([a-z]{2,3})(?:[-_]|$)/i.exec(language.slice(0, 40))?.[1]?.toLowerCase() ?? '';
}
