/**
 * Text → tokens, which are counted, and a token → keys, by which it is found. The one rule: two forms of a word that a
 * reader would take for the same share a key. A word's keys are itself and the first letters of its stem; scripts
 * without spaces give pairs of characters (Han, Kana, Hangul) or the dictionary's words (Thai, Lao, Khmer, Burmese).
 */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as russian } from '@orama/stemmers/russian';
import { segments } from '../text/segment.ts';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const DICTIONARY = '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff';
const PAIRED =
  '\\u3005\\u3040-\\u30ff\\u3131-\\u318e\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff\\u{20000}-\\u{323af}';
const UNSPACED = new RegExp(`[${DICTIONARY}${PAIRED}]`, 'u');
/** Runs of one kind inside a word. */
const RUNS = new RegExp(`[${DICTIONARY}]+|[${PAIRED}]+|[^${DICTIONARY}${PAIRED}]+`, 'gu');
const BY_DICTIONARY = new RegExp(`^[${DICTIONARY}]`, 'u');
const BY_PAIRS = new RegExp(`^[${PAIRED}]`, 'u');
/** Most runs of Chinese and Japanese, told without the slow patterns. */
const COMMON_PAIRED = /^[\u3040-\u30ff\u4e00-\u9fff]+$/;

/** Accents, Hebrew points, Arabic vowel signs and the stretching stroke. Not the vowels of Indic scripts and Thai. */
export const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g;
/** Endings carry grammar, not topic; so many letters stand for all the forms of a word and for its compounds. */
const HEAD = 5;
/** The stem of a longer English word begins with the same letters as the word. */
const LONGEST_STEMMED = 8;
/** What is longer is no word. In UTF-16 units. */
const LONGEST = 64;

/** Words, pairs and dictionary words in order, as written, repeats included. */
export function tokensOf(text: string): readonly string[] {
  const composed = text.normalize('NFC'); // Hangul may come in pieces
  const words = composed.match(WORD) ?? [];
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
  else if (BY_DICTIONARY.test(run)) tokens.push(...segments(run, 'word', 'th'));
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

/** What a token is found by: one key or two, [] for a mark alone. `language` is a BCP 47 tag, or ''. */
export function keysOf(token: string, language: string): readonly string[] {
  if (UNSPACED.test(token)) return [token];
  const word = token.slice(0, LONGEST).toLowerCase();
  const folded = fold(word);
  return folded === '' ? [] : [`=${folded}`, fold(stem(word, language)).slice(0, HEAD)];
}

/** Whether it has characters of a script that puts no spaces between words: it may then stand inside another. */
export function isUnspaced(token: string): boolean {
  return UNSPACED.test(token);
}

/** How long what a key stands for is, in UTF-16 units. */
export function lettersOf(key: string): number {
  return key.startsWith('=') ? key.length - 1 : key.length;
}

function fold(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word;
  return word.normalize('NFKD').replace(ACCENTS, '').replaceAll('ß', 'ss').normalize('NFC');
}

/** By the word's letters; where several languages share them, by the page's language. Accents may be part of an ending. */
function stem(word: string, language: string): string {
  if (/^[a-z]/.test(word)) return word.length <= LONGEST_STEMMED && /^en\b/i.test(language) ? english(word) : word;
  if (/^[\u0400-\u04ff]/.test(word)) return russian(word.replaceAll('ё', 'е'));
  if (/^[\u0620-\u06ff]/.test(word)) return arabic(fold(word).replace(/^وال/, 'ال')); // “and the”, which it leaves
  return word;
}
