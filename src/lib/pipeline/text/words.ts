/**
 * Words for matching, in any script. The one rule: two texts that a reader would say share a word share a term.
 * Scripts that put no spaces between words are cut into overlapping pairs of characters (Han, Kana) or by dictionary
 * (Thai, Lao, Khmer, Burmese); everything else is runs of letters, marks and digits, lower-cased.
 */
import { segments } from './segment.ts';

/** Characters of scripts that put no spaces between words. */
export const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]/u;
const DICTIONARY = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Runs of one kind inside a word: by dictionary, by pairs, and the rest. */
const RUNS =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+|[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]+|[^\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]+/gu;

/** Endings carry grammar, not topic; the first letters of a long word stand for all its forms. */
const STEM = 6;

/** Terms of a text in order, repeats included. */
export function terms(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  if (!UNSPACED.test(text)) return words.map(stem);
  const found: string[] = [];
  for (const word of words) {
    if (!UNSPACED.test(word)) {
      found.push(stem(word));
      continue;
    }
    for (const [run] of word.matchAll(RUNS)) {
      if (DICTIONARY.test(run)) found.push(...segments(run, 'word', 'th'));
      else if (UNSPACED.test(run)) found.push(...pairs(run));
      else found.push(stem(run));
    }
  }
  return found;
}

/** How many words a reader would count; about 1.7 characters to a word of Chinese or Japanese, 4 of Thai. */
export function wordCount(text: string): number {
  const words = text.match(WORD) ?? [];
  if (!UNSPACED.test(text)) return words.length;
  let count = 0;
  for (const word of words) {
    if (!UNSPACED.test(word)) count += 1;
    else count += Math.max(1, word.length / (DICTIONARY.test(word) ? 4 : 1.7));
  }
  return Math.round(count);
}

function stem(word: string): string {
  return word.length > STEM ? word.slice(0, STEM) : word;
}

function pairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character);
}
