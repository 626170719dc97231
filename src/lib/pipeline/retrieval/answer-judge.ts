/** Judges by words alone whether texts may answer a question. Unlike a search score, the measure is absolute: docs/decisions/retrieval.md. */
import { extractKeywords } from '../engines/keywords.ts';
import { toInlineText } from '../text/inline.ts';
import { getKeyLength, getTokenKeys, isUnspaced, tokenise } from './analyse.ts';
import { guessLanguage } from './bm25.ts';

/** Share of the measure that the question's keys have, by length; the rest is its keywords, each the same. */
const KEYS_SHARE = 0.6;
const FULL_WEIGHT_LENGTH = 7;
/** Stems of English agree more often than first letters do, pairs of characters less often. */
const FLOORS = { english: 0.3, spaced: 0.265, unspaced: 0.175 } as const;
/** The best of several texts shares more words by chance. */
const FLOOR_OF_SEVERAL = 0.08;
/** In UTF-16 units; longer questions are truncated. */
const MAX_QUESTION = 2000;

/** `language`: BCP 47 tag, or ''. */
export function createAnswerJudge(question: string, language: string): (texts: readonly string[]) => boolean {
  const asked = question.slice(0, MAX_QUESTION).normalize('NFC');
  return (texts) => {
    const known = language === '' ? guessLanguage(texts.map((text) => ({ text }))) : language;
    const measure = createMeasure(asked, known);
    const floor = selectFloor(asked, known) + (texts.length > 1 ? FLOOR_OF_SEVERAL : 0);
    return texts.some((text) => measure(text) >= floor);
  };
}

function selectFloor(question: string, language: string): number {
  if (isUnspaced(question)) return FLOORS.unspaced;
  return /^en\b/i.test(language) ? FLOORS.english : FLOORS.spaced;
}

/** The share of the question that a text has, 0 to 1. */
function createMeasure(question: string, language: string): (text: string) => number {
  const getKeys = (token: string): readonly string[] => getTokenKeys(token, language);
  const keys = new Set(tokenise(question).flatMap(getKeys));
  const weigh = (key: string): number => Math.min(FULL_WEIGHT_LENGTH, getKeyLength(key)) ** 2;
  const all = [...keys].reduce((sum, key) => sum + weigh(key), 0);
  const words = extractKeywords(question, language).map((word) => tokenise(word).map(getKeys));
  if (all === 0 || words.length === 0) return () => 0;
  return (text) => {
    const present = new Set(tokenise(toInlineText(text).text).flatMap(getKeys));
    const found = [...keys].reduce((sum, key) => sum + (present.has(key) ? weigh(key) : 0), 0);
    const isPresent = (token: readonly string[]): boolean => token.some((key) => present.has(key));
    const named = words.reduce((sum, word) => sum + word.filter(isPresent).length / Math.max(1, word.length), 0);
    return (KEYS_SHARE * found) / all + ((1 - KEYS_SHARE) * named) / words.length;
  };
}
