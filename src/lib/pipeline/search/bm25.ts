/**
 * Okapi BM25 over the passages of one page. The one rule: the same passages and question give the same order, and a
 * passage that shares nothing with the question is never a hit.
 */
import { inlineText } from '../text/inline.ts';
import { slices } from '../text/slice.ts';
import { keysOf, lettersOf, tokensOf } from './analyse.ts';
import { guessLanguage } from './language.ts';
import { Postings } from './postings.ts';

/** What can be looked for: a passage, a sentence. */
export interface Searchable {
  /** Markdown. */
  readonly text: string;
  /** Titles of the headings above it; their words count as the text's own. */
  readonly path: readonly string[];
}

export interface Hit<T> {
  readonly passage: T;
  /** Above 0; comparable within one question alone. */
  readonly score: number;
  /**
   * Share of the question that the passage has: above 0, at most 1. Long words count more, for they carry the topic in
   * every language; how many passages there are does not matter.
   */
  readonly coverage: number;
}

export interface PassageIndex<T> {
  /** The best first, ties in the page's order; at most `limit`. [] when no word of the query occurs. */
  search(query: string, limit: number): readonly Hit<T>[];
}

/**
 * How fast repeats stop counting, and how much a long passage loses: the usual values. Unlike the usual formula, a word
 * counts by its letters too: short words ask, long ones carry the topic.
 */
const K1 = 1.2;
const B = 0.75;
/** From so many letters on a word counts in full. */
const LONG = 7;
/** A query is cut here: what a reader types is far shorter, and time grows with it. In UTF-16 units. */
const LONGEST_QUERY = 2000;

/**
 * Reads all passages without holding the event loop. `language` is the page's BCP 47 tag, or '' when unknown. Rejects
 * with the signal's reason once it is aborted.
 */
export async function createIndex<T extends Searchable>(
  passages: readonly T[],
  language = '',
  signal?: AbortSignal,
): Promise<PassageIndex<T>> {
  const turns = slices(signal);
  const known = language === '' ? guessLanguage(passages) : language;
  const postings = new Postings(known);
  for (const { text, path } of passages) {
    postings.add(tokensOf([wordsOf(text), ...path].join('\n')));
    await turns.turn();
  }
  return { search: (query, limit) => search(passages, query, limit, postings, known) };
}

/** Addresses of links and other marks are no words of the page. */
function wordsOf(markdown: string): string {
  return /[\\`[\]<&*_~]/.test(markdown) ? inlineText(markdown).text : markdown;
}

function search<T>(
  passages: readonly T[],
  query: string,
  limit: number,
  postings: Postings,
  language: string,
): readonly Hit<T>[] {
  const { lengths } = postings;
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const keys = new Set(tokensOf(query.slice(0, LONGEST_QUERY)).flatMap((token) => keysOf(token, language)));
  const scores = new Map<number, { score: number; found: number }>();
  let whole = 0;
  for (const key of keys) {
    const places = postings.placesOf(key);
    const rarity = Math.log(1 + (lengths.length - places.size + 0.5) / (places.size + 0.5));
    const letters = Math.min(LONG, lettersOf(key));
    whole += letters ** 2;
    for (const [at, times] of places) {
      const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / mean);
      const own = scores.get(at) ?? { score: 0, found: 0 };
      own.score += (letters * rarity * times * (K1 + 1)) / (times + norm);
      own.found += letters ** 2;
      scores.set(at, own);
    }
  }
  return [...scores]
    .sort(([a, { score: one }], [b, { score: other }]) => other - one || a - b)
    .slice(0, Math.max(0, limit))
    .flatMap(([at, { score, found }]) => {
      const passage = passages[at];
      return passage === undefined ? [] : [{ passage, score, coverage: found / whole }];
    });
}
