/** Okapi BM25 over one page's passages. Deterministic; a hit shares at least one key with the query. */
import { toInlineText } from '../text/inline.ts';
import { createTimeSlicer } from '../text/time-slices.ts';
import { getTokenKeys, getKeyLength, tokenise } from './analyse.ts';
import { Postings } from './postings.ts';

export interface Searchable {
  readonly text: string;
  /** Heading titles above it; their words count as the text's own. */
  readonly path: readonly string[];
}

export interface PassageHit<T> {
  readonly passage: T;
  /** Above 0; comparable only within one query. */
  readonly score: number;
}

interface PassageIndex<T> {
  /** Best first, ties in page order; at most `limit`. [] if no word of the query occurs. */
  search(query: string, limit: number): readonly PassageHit<T>[];
  /** Behind those that it has. */
  add(passages: readonly T[]): Promise<void>;
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
  const all: T[] = [];
  const add = async (more: readonly T[]): Promise<void> => {
    for (const passage of more) {
      all.push(passage);
      postings.add(tokenise([getSearchText(passage.text), ...passage.path].join('\n')));
      await slicer.yieldIfDue();
    }
  };
  await add(passages);
  return { add, search: (query, limit) => searchPassages(all, query, limit, postings, indexLanguage) };
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
  const keys = new Set(
    tokenise(query.slice(0, MAX_QUERY))
      .flatMap((token) => [token, ...postings.findBySound(token)])
      .flatMap((token) => getTokenKeys(token, language)),
  );
  const scores = new Map<number, number>();
  for (const key of keys) {
    const places = postings.getOccurrences(key);
    const rarity = Math.log(1 + (lengths.length - places.size + 0.5) / (places.size + 0.5));
    const letters = Math.min(FULL_WEIGHT_LENGTH, getKeyLength(key));
    for (const [at, times] of places) {
      const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / mean);
      scores.set(at, (scores.get(at) ?? 0) + (letters * rarity * times * (K1 + 1)) / (times + norm));
    }
  }
  return [...scores]
    .sort(([a, one], [b, other]) => other - one || a - b)
    .slice(0, Math.max(0, limit))
    .flatMap(([at, score]) => {
      const passage = passages[at];
      return passage === undefined ? [] : [{ passage, score }];
    });
}

/** Detects English alone: Cyrillic and Arabic words select their stemmer by script. */
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
