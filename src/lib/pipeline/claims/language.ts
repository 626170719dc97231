/** The language of a sentence by its function words, and which words carry meaning of their own. */
import { ara, deu, eng, fra, ita, nld, por, rus, spa } from 'stopword';
import { removeAccents } from '../retrieval/analyse.ts';
import { detectLanguageByScript } from '../text/script.ts';
import type { Token } from './tokens.ts';

const FUNCTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({ en: eng, de: deu, fr: fra, es: spa, it: ita, pt: por, nl: nld, ru: rus, ar: ara }).map(
    ([language, words]) => [language, new Set(words.map((word) => removeAccents(word.toLowerCase())))],
  ),
);

const LATIN = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
const MIN_WORDS = 2;

/** ISO 639-1, or the base of `declared` if the words do not tell. */
export function guessLanguage(text: string, tokens: readonly Token[], declared: string): string {
  const byScript = detectLanguageByScript(text);
  if (byScript !== '') return byScript;
  let best = '';
  let most = MIN_WORDS - 1;
  for (const language of LATIN) {
    const count = tokens.filter(({ word }) => FUNCTION_WORDS[language]?.has(word) === true).length;
    const own = language === declared.slice(0, 2).toLowerCase() ? 0.5 : 0;
    if (count + own > most) [best, most] = [language, count + own];
  }
  return best === '' ? declared.slice(0, 2).toLowerCase() : best;
}

export function isFunctionWord(word: string, language: string): boolean {
  return FUNCTION_WORDS[language]?.has(word) ?? false;
}
