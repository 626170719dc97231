/**
 * What code does of a search where no model judges or writes: grades by words in common, and other queries out of the same
 * words. The one rule: it says of itself that it went by words alone.
 */
import type { GradeByWords } from '../agent/rag/grades.ts';
import type { Strategy } from '../agent/rag/types.ts';
import { keysOf, tokensOf } from '../pipeline/search/index.ts';
import { keywordsOf } from '../pipeline/web/keywords.ts';

/** Share of the need's words that a relevant result has. */
const ENOUGH = 0.5;
/** One character that is a word: texts are looked up by pairs of them. */
const LONE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
/** Words in common that a reason names. */
const NAMED = 4;

/** A result is relevant that has half of the need's words, in whatever form. `language`: of the need. */
export const gradeByWords =
  (language: string): GradeByWords =>
  ({ url, title, snippet }, need) => {
    const wanted = keywordsOf(need, language);
    const text = `${title} ${snippet}`.normalize('NFC');
    const has = new Set(tokensOf(text).flatMap((token) => keysOf(token, language)));
    const common = wanted.filter(
      (word) =>
        (LONE.test(word) && text.includes(word)) ||
        tokensOf(word).some((token) => keysOf(token, language).some((key) => has.has(key))),
    );
    const share = wanted.length === 0 ? 0 : common.length / wanted.length;
    const words = common.slice(0, NAMED).join(', ');
    return {
      url,
      relevance: share >= ENOUGH ? 'relevant' : 'not_relevant',
      confidence: Math.round(Math.abs(share - ENOUGH) * 200) / 100,
      reason: `${String(common.length)} of ${String(wanted.length)} words${words === '' ? '' : `: ${words}`}`,
      by: 'rule',
    };
  };

interface OwnQuery {
  readonly query: string;
  readonly strategy: Strategy;
}

/**
 * Other queries for a need, the best first: fewer words (broader), its names and numbers with one word more (related).
 * Synonyms are beyond code.
 */
export function queriesByWords(need: string, language: string): readonly OwnQuery[] {
  const words = keywordsOf(need, language).slice(0, MOST_WORDS);
  const names = words.filter((word, i) => /\p{N}/u.test(word) || (i > 0 && /^\p{Lu}/u.test(word)));
  const others = words.filter((word) => !names.includes(word));
  const broader = [words.slice(0, Math.ceil(words.length * 0.6)), words.slice(0, -1), words.slice(1)];
  const related = [[...names, ...longest(others, 1)], longest(words, 2), names, ...words.map((word) => [word])];
  const made = (lists: readonly (readonly string[])[], strategy: Strategy): OwnQuery[] =>
    lists.filter((list) => list.length > 0).map((list) => ({ query: list.join(' '), strategy }));
  return [...made(broader, 'broader'), ...made(related, 'related')];
}

/** Words of the longest query. */
export const MOST_WORDS = 12;

/** The longest, which tend to say most, in their order. */
function longest(words: readonly string[], count: number): readonly string[] {
  const chosen = new Set([...words].sort((a, b) => b.length - a.length).slice(0, count));
  return words.filter((word) => chosen.has(word));
}
