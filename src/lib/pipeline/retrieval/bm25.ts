/** Okapi BM25 over one page's passages. Deterministic; a hit shares at least one key with the query. */
import { toInlineText } from '../text/inline.ts';
import { createTimeSlicer } from '../text/time-slices.ts';
import { getTokenKeys, getKeyLength, tokenise } from './analyse.ts';

export interface Searchable {
  readonly text: string;
  /** Heading titles above it; their words count as the text's own. */
  readonly path: readonly string[];
}

export interface PassageHit<T> {
  readonly passage: T;
  /** Above 0; comparable only within one query. */
  readonly score: number;
  /** Share of the query found, above 0, at most 1; weighted by word length. */
  readonly coverage: number;
}

export interface PassageIndex<T> {
  /** Best first, ties in page order; at most `limit`. [] if no word of the query occurs. */
  search(query: string, limit: number): readonly PassageHit<T>[];
}

/** Standard BM25 values. In addition, words are weighted by length. */
const K1 = 1.2;
const B = 0.75;
const FULL_WEIGHT_LENGTH = 7;
/** In UTF-16 units; longer queries are truncated. */
const MAX_QUERY = 2000;

/** Does not block the event loop. Rejects with the signal's reason once aborted. */
export async function createIndex<T extends Searchable>(
  passages: readonly T[],
  language = '',
  signal?: AbortSignal,
): Promise<PassageIndex<T>> {
  const slicer = createTimeSlicer(signal);
  const indexLanguage = language === '' ? guessLanguage(passages) : language;
  const postings = new Postings(indexLanguage);
  for (const { text, path } of passages) {
    postings.add(tokenise([getSearchText(text), ...path].join('\n')));
    await slicer.yieldIfDue();
  }
  return { search: (query, limit) => searchPassages(passages, query, limit, postings, indexLanguage) };
}

function getSearchText(markdown: string): string {
  return /[\\`[\]<&*_~]/.test(markdown) ? toInlineText(markdown).text : markdown;
}

function searchPassages<T>(
  passages: readonly T[],
  query: string,
  limit: number,
  postings: Postings,
  language: string,
): readonly PassageHit<T>[] {
  const { lengths } = postings;
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const keys = new Set(tokenise(query.slice(0, MAX_QUERY)).flatMap((token) => getTokenKeys(token, language)));
  const scores = new Map<number, { score: number; found: number }>();
  let totalWeight = 0;
  for (const key of keys) {
    const places = postings.getOccurrences(key);
    const rarity = Math.log(1 + (lengths.length - places.size + 0.5) / (places.size + 0.5));
    const letters = Math.min(FULL_WEIGHT_LENGTH, getKeyLength(key));
    totalWeight += letters ** 2;
    for (const [at, times] of places) {
      const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / mean);
      const entry = scores.get(at) ?? { score: 0, found: 0 };
      entry.score += (letters * rarity * times * (K1 + 1)) / (times + norm);
      entry.found += letters ** 2;
      scores.set(at, entry);
    }
  }
  return [...scores]
    .sort(([a, { score: one }], [b, { score: other }]) => other - one || a - b)
    .slice(0, Math.max(0, limit))
    .flatMap(([at, { score, found }]) => {
      const passage = passages[at];
      return passage === undefined ? [] : [{ passage, score, coverage: found / totalWeight }];
    });
}

/** For English alone: Cyrillic and Arabic words select their stemmer by script. */
const SAMPLE_LENGTH = 20_000;

const ENGLISH_WORD = /^(?:the|and|of|to|is|that|with|for)$/;

const MIN_SHARE = 0.06;

/** `en`, or '' for any other language. */
export function guessLanguage(texts: Iterable<{ readonly text: string }>): string {
  let sample = '';
  for (const { text } of texts) {
    if (sample.length >= SAMPLE_LENGTH) break;
    sample += ` ${text.slice(0, SAMPLE_LENGTH)}`;
  }
  const words =
    sample
      .slice(0, SAMPLE_LENGTH)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.filter((word) => ENGLISH_WORD.test(word)).length > MIN_SHARE * words.length ? 'en' : '';
}

/** Text, count, and index of the token's previous occurrence (-1 if none). */
const FIELDS = 3;

export class Postings {
  readonly lengths: number[] = [];
  readonly #language: string;
  readonly #numbers = new Map<string, number>();
  /** One array: an array per token would dominate memory and time. */
  #places = new Int32Array(FIELDS * 4096);
  #end = 0;
  /** By token: last occurrence, number of keys, count in the current text. */
  readonly #last: number[] = [];
  readonly #keys: number[] = [];
  readonly #met: number[] = [];
  /** Last link by key; by link, its token and the previous link (-1 if none). */
  readonly #chains = new Map<string, number>();
  readonly #tokens: number[] = [];
  readonly #before: number[] = [];

  constructor(language: string) {
    this.#language = language;
  }

  add(tokens: readonly string[]): void {
    const met = this.#met;
    const keys = this.#keys;
    const here: number[] = [];
    let length = 0;
    for (const token of tokens) {
      const number = this.#numbers.get(token) ?? this.#open(token);
      const before = met[number] ?? 0;
      if (before === 0) here.push(number);
      met[number] = before + 1;
      length += keys[number] ?? 0;
    }
    this.#write(here);
    this.lengths.push(length);
  }

  #write(here: readonly number[]): void {
    if (this.#end + FIELDS * here.length > this.#places.length) {
      const larger = new Int32Array(2 * (this.#end + FIELDS * here.length));
      larger.set(this.#places);
      this.#places = larger;
    }
    const places = this.#places;
    const text = this.lengths.length;
    let end = this.#end;
    for (const number of here) {
      places[end] = text;
      places[end + 1] = this.#met[number] ?? 0;
      places[end + 2] = this.#last[number] ?? -1;
      this.#last[number] = end;
      this.#met[number] = 0;
      end += FIELDS;
    }
    this.#end = end;
  }

  #open(token: string): number {
    const number = this.#last.length;
    const keys = getTokenKeys(token, this.#language);
    this.#numbers.set(token, number);
    this.#last.push(-1);
    this.#keys.push(keys.length);
    this.#met.push(0);
    for (const key of keys) {
      this.#before.push(this.#chains.get(key) ?? -1);
      this.#chains.set(key, this.#tokens.length);
      this.#tokens.push(number);
    }
    return number;
  }

  getOccurrences(key: string): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (let link = this.#chains.get(key) ?? -1; link >= 0; link = this.#before[link] ?? -1) {
      for (let at = this.#last[this.#tokens[link] ?? -1] ?? -1; at >= 0; at = this.#places[at + 2] ?? -1) {
        const text = this.#places[at] ?? 0;
        counts.set(text, (counts.get(text) ?? 0) + (this.#places[at + 1] ?? 0));
      }
    }
    return counts;
  }
}
