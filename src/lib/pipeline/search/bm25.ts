/**
 * Okapi BM25 over the passages of one page. Deterministic; a passage that shares no key with the query is never a hit.
 */
import { toInlineText } from '../text/inline.ts';
import { createTimeSlicer } from '../text/slice.ts';
import { getTokenKeys, getKeyLength, tokenise } from './analyse.ts';
import { Postings } from './postings.ts';

/** A searchable text: a passage or sentence. */
export interface Searchable {
  /** Markdown. */
  readonly text: string;
  /** Titles of the headings above it; their words count as the text's own. */
  readonly path: readonly string[];
}

export interface PassageHit<T> {
  readonly passage: T;
  /** Above 0; comparable only within one query. */
  readonly score: number;
  /**
   * Share of the query found in the passage: above 0, at most 1. Weighted by word length, since long words carry the
   * topic in all languages; independent of the number of passages.
   */
  readonly coverage: number;
}

export interface PassageIndex<T> {
  /** Best first, ties in page order; at most `limit`. [] if no word of the query occurs. */
  search(query: string, limit: number): readonly PassageHit<T>[];
}

/** Standard BM25 values: saturation of repeats and length normalisation. In addition, words are weighted by length. */
const K1 = 1.2;
const B = 0.75;
/** Words with this many letters count in full. */
const FULL_WEIGHT_LENGTH = 7;
/** Longer queries are truncated, since time grows with length. In UTF-16 units. */
const MAX_QUERY = 2000;

/**
 * Indexes all passages without blocking the event loop. `language` is the page's BCP 47 tag, or '' if unknown. Rejects
 * with the signal's reason once it is aborted.
 */
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

/** Link addresses and other marks are not searched. */
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

/**
 * Detects English text on pages that declare no language. Nothing else is needed: Cyrillic and Arabic words select
 * their stemmer by script.
 */
const SAMPLE_LENGTH = 20_000;

const ENGLISH_WORD = /^(?:the|and|of|to|is|that|with|for)$/;

/** In English prose about one word in five matches. */
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
