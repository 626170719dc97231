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

/** The first digit: no code below stands for a letter or number. */
const FIRST_IN_WORD = 0x30;

/** '' if the hyphen there must stay. */
function joinAround(text: string, hyphen: number): string {
  if (text.charCodeAt(hyphen - 1) < FIRST_IN_WORD || text.charCodeAt(hyphen + 1) < FIRST_IN_WORD) return ''; // cheap
  const [before = ''] = WORD_END.exec(text.slice(Math.max(0, hyphen - MAX_TOKEN), hyphen)) ?? [];
  const [after = ''] = WORD_START.exec(text.slice(hyphen + 1, hyphen + MAX_TOKEN)) ?? [];
  const shorter = Math.min(before.length, after.length);
  return shorter === 0 || shorter > MAX_SHORT_PART || UNSPACED.test(before + after) ? '' : before + after;
}

/** The text with grouped digits together, and words that may be written without a hyphen. */
export const joinParts = (text: string): string =>
  joinDigits(text).replace(HYPHEN, (hyphen, at: number, whole: string) => (joinAround(whole, at) === '' ? hyphen : ''));

/** Whether a UTF-16 unit is part of a word: 0 until it is asked, then NO or YES. A table costs less than an expression. */
const partsOfWords = new Uint8Array(0x10000);
const [NO, YES] = [1, 2];
const SURROGATE = /[\ud800-\udfff]/;

function isPartOfWord(unit: number): boolean {
  const known = partsOfWords[unit] ?? NO;
  if (known !== 0) return known === YES;
  const isPart = /[\p{L}\p{M}\p{N}]/u.test(String.fromCharCode(unit));
  partsOfWords[unit] = isPart ? YES : NO;
  return isPart;
}

function splitWords(text: string): string[] {
  if (SURROGATE.test(text)) return text.match(WORD) ?? [];
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at += 1) {
    if (isPartOfWord(text.charCodeAt(at))) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      words.push(text.slice(start, at));
      start = -1;
    }
  }
  if (start >= 0) words.push(text.slice(start));
  return words;
}

/** Grouped digits are one token; a word that may be written without its hyphen is one beside its parts. */
export function tokenise(text: string): readonly string[] {
  const composed = joinDigits(text.normalize('NFC')); // Hangul may be decomposed
  const words = splitWords(composed);
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
  if (isUnspaced(token)) return [token];
  const { word, start } = getWordForms(token, language);
  return word === '' ? [] : [`${WORD_KEY}${word}`, start];
}

/** Marks the key that is the word itself. */
const WORD_KEY = '=';

/** The word of such a key, null for one that other words may share. */
export const getKeyWord = (key: string): string | null => (key.startsWith(WORD_KEY) ? key.slice(1) : null);

interface WordForms {
  /** Without case and accents; '' for a mark alone. */
  readonly word: string;
  /** What its other forms begin with. */
  readonly start: string;
}

/** `token`: of a script with spaces. */
export function getWordForms(token: string, language: string): WordForms {
  const lower = token.slice(0, MAX_TOKEN).toLowerCase();
  const word = removeAccents(lower);
  if (word === '' || DIGIT.test(lower)) return { word, start: word };
  // words of one syllable: what tells them apart is their tone, which some leave out
  if (/^vi\b/i.test(language)) return { word, start: lower };
  return { word, start: removeAccents(stemWord(lower, language)).slice(0, STEM_LENGTH) };
}

/** Such a token may occur inside another one. */
export function isUnspaced(token: string): boolean {
  return UNSPACED.test(token);
}

/** In UTF-16 units. */
export function getKeyLength(key: string): number {
  return key.startsWith(WORD_KEY) ? key.length - 1 : key.length;
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
