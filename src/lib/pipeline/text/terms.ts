/** The words of a text in any script, for counting and comparing. */
import { iterateSegments } from './segment.ts';

export const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]/u;

const DICTIONARY = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const RUNS =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+|[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]+|[^\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]+/gu;

/** Whether it has a letter or a digit. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Opening and closing lines of code blocks in Markdown. */
export const FENCE_LINES = /^[ \t>]*(?:`{3,}|~{3,})[^`\n]*$/gm;

/** Like `hasWords`, but the language of a code block is no word. */
export const hasMarkdownWords = (markdown: string): boolean => hasWords(markdown.replace(FENCE_LINES, ''));

/** Endings carry grammar: longer words are truncated. */
const STEM_LENGTH = 6;

export function extractTerms(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  if (!UNSPACED.test(text)) return words.map(truncateToStem);
  const found: string[] = [];
  for (const word of words) {
    if (!UNSPACED.test(word)) {
      found.push(truncateToStem(word));
      continue;
    }
    for (const [run] of word.matchAll(RUNS)) {
      if (DICTIONARY.test(run)) found.push(...iterateSegments(run, 'word', 'th'));
      else if (UNSPACED.test(run)) found.push(...toCharacterPairs(run));
      else found.push(truncateToStem(run));
    }
  }
  return found;
}

/** About 1.7 characters per word in Chinese and Japanese, 4 in Thai. */
export function countWords(text: string): number {
  const words = text.match(WORD) ?? [];
  if (!UNSPACED.test(text)) return words.length;
  let count = 0;
  for (const word of words) {
    if (!UNSPACED.test(word)) count += 1;
    else count += Math.max(1, word.length / (DICTIONARY.test(word) ? 4 : 1.7));
  }
  return Math.round(count);
}

function truncateToStem(word: string): string {
  return word.length > STEM_LENGTH ? word.slice(0, STEM_LENGTH) : word;
}

function toCharacterPairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character);
}
