/** Maps tokens to search keys: the word and the start of its stem; pairs or dictionary words if unspaced. */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as russian } from '@orama/stemmers/russian';
import { iterateSegments } from '../text/segment.ts';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** 1,500 or 1.500 or 1’500; with a space only if that does not break. */
const GROUPED_NUMBER = /(?<![\p{N}.,])[1-9]\d{0,2}([,.'’\u00a0\u2009\u202f])\d{3}(?:\1\d{3})*(?!\1?\p{N})/gu;
/** Cheap. */
const MAY_BE_GROUPED = /\d[,.'’\u00a0\u2009\u202f]\d{3}/;
const HYPHEN = /[-‐‑]/g;
const [WORD_END, WORD_START] = [/(?<![-‐‑\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]*\p{L}$/u, /^[\p{L}\p{M}\p{N}]+/u];
/** A hyphen beside a part that is no longer may be left out: e-mail, check-in, COVID-19. */
const MAX_SHORT_PART = 3;
const DICTIONARY_SCRIPTS = '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff';
const PAIRED_SCRIPTS =
  '\\u3005\\u3040-\\u30ff\\u3131-\\u318e\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff\\u{20000}-\\u{323af}';
const UNSPACED = new RegExp(`[${DICTIONARY_SCRIPTS}${PAIRED_SCRIPTS}]`, 'u');
const RUNS = new RegExp(
  `[${DICTIONARY_SCRIPTS}]+|[${PAIRED_SCRIPTS}]+|[^${DICTIONARY_SCRIPTS}${PAIRED_SCRIPTS}]+`,
  'gu',
);
const BY_DICTIONARY = new RegExp(`^[${DICTIONARY_SCRIPTS}]`, 'u');
const BY_PAIRS = new RegExp(`^[${PAIRED_SCRIPTS}]`, 'u');
const COMMON_PAIRED = /^[\u3040-\u30ff\u4e00-\u9fff]+$/;

/** Not vowels of Indic scripts and Thai. */
export const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g;
/** Letters that represent all forms and compounds of a word. */
const STEM_LENGTH = 5;
/** Numbers and names such as Q36 have no other forms. */
const DIGIT = /\p{N}/u;
/** The stem of a longer English word starts with the same letters. */
const MAX_STEMMED = 8;
/** In UTF-16 units; longer tokens are truncated. */
const MAX_TOKEN = 64;

const joinDigits = (text: string): string =>
  MAY_BE_GROUPED.test(text) ? text.replace(GROUPED_NUMBER, (number) => number.replace(/\D/g, '')) : text;

/** '' if the hyphen there must stay. */
function joinAround(text: string, hyphen: number): string {
  const [before = ''] = WORD_END.exec(text.slice(Math.max(0, hyphen - MAX_TOKEN), hyphen)) ?? [];
  const [after = ''] = WORD_START.exec(text.slice(hyphen + 1, hyphen + MAX_TOKEN)) ?? [];
  const shorter = Math.min(before.length, after.length);
  return shorter === 0 || shorter > MAX_SHORT_PART || UNSPACED.test(before + after) ? '' : before + after;
}

/** The text with grouped digits together, and words that may be written without a hyphen. */
export const joinParts = (text: string): string =>
  joinDigits(text).replace(HYPHEN, (hyphen, at: number, whole: string) => (joinAround(whole, at) === '' ? hyphen : ''));

/** Grouped digits are one token; a word that may be written without its hyphen is one beside its parts. */
export function tokenise(text: string): readonly string[] {
  const composed = joinDigits(text.normalize('NFC')); // Hangul may be decomposed
  const words: string[] = composed.match(WORD) ?? [];
  for (const { index } of composed.matchAll(HYPHEN)) {
    const joined = joinAround(composed, index);
    if (joined !== '') words.push(joined);
  }
  if (!UNSPACED.test(composed)) return words;
  const tokens: string[] = [];
  for (const word of words) {
    if (COMMON_PAIRED.test(word)) addPairs(word, tokens);
    else if (UNSPACED.test(word)) for (const run of word.match(RUNS) ?? []) addRun(run, tokens);
    else tokens.push(word);
  }
  return tokens;
}

function addRun(run: string, tokens: string[]): void {
  if (BY_PAIRS.test(run)) addPairs(run, tokens);
  else if (BY_DICTIONARY.test(run)) tokens.push(...iterateSegments(run, 'word', 'th'));
  else tokens.push(run);
}

function addPairs(run: string, tokens: string[]): void {
  if (/[\ud800-\udfff]/.test(run)) {
    const characters = Array.from(run);
    if (characters.length === 1) tokens.push(run);
    for (let i = 1; i < characters.length; i += 1) tokens.push((characters[i - 1] ?? '') + (characters[i] ?? ''));
    return;
  }
  if (run.length === 1) tokens.push(run);
  for (let i = 1; i < run.length; i += 1) tokens.push(run.slice(i - 1, i + 1));
}

/** One or two keys, [] for a mark alone. `language`: BCP 47 tag, or ''. */
export function getTokenKeys(token: string, language: string): readonly string[] {
  if (UNSPACED.test(token)) return [token];
  const word = token.slice(0, MAX_TOKEN).toLowerCase();
  const folded = removeAccents(word);
  if (folded === '') return [];
  if (DIGIT.test(word)) return [`=${folded}`, folded];
  // words of one syllable: what tells them apart is their tone, which some leave out
  if (/^vi\b/i.test(language)) return [`=${folded}`, word];
  return [`=${folded}`, removeAccents(stemWord(word, language)).slice(0, STEM_LENGTH)];
}

/** Such a token may occur inside another one. */
export function isUnspaced(token: string): boolean {
  return UNSPACED.test(token);
}

/** In UTF-16 units. */
export function getKeyLength(key: string): number {
  return key.startsWith('=') ? key.length - 1 : key.length;
}

export function removeAccents(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word;
  return word.normalize('NFKD').replace(ACCENTS, '').replaceAll('ß', 'ss').normalize('NFC');
}

/** Chooses the stemmer by script; for shared scripts, by the page's language. Accents may be part of an ending. */
export function stemWord(word: string, language: string): string {
  if (/^[a-z]/.test(word)) return word.length <= MAX_STEMMED && /^en\b/i.test(language) ? english(word) : word;
  if (/^[\u0400-\u04ff]/.test(word)) return russian(word.replaceAll('ё', 'е'));
  if (/^[\u0620-\u06ff]/.test(word)) return arabic(removeAccents(word).replace(/^وال/, 'ال')); // “and the”, which the stemmer keeps
  return word;
}
