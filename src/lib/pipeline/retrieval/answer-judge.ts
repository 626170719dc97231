/** Judges by words alone whether texts may answer a question. Unlike a search score, the measure is absolute: docs/decisions/retrieval.md. */
import { extractKeywords } from '../engines/keywords.ts';
import { toInlineText } from '../text/inline.ts';
import { getKeyLength, getTokenKeys, isUnspaced, tokenise } from './analyse.ts';
import { guessLanguage } from './bm25.ts';

/**
 * `keys`: the share of the measure that the question's keys have, by length; the rest is its keywords, each the same. Stems of
 * English agree more often than first letters do, pairs of characters less often. `several`: what is added to the floor, since the
 * best of several texts shares more words by chance.
 */
const SCALES = {
  english: { keys: 0.7, floor: 0.27, several: 0.11 },
  spaced: { keys: 0.55, floor: 0.25, several: 0.1 },
  unspaced: { keys: 0.7, floor: 0.165, several: 0.08 },
} as const;
type Scale = (typeof SCALES)[keyof typeof SCALES];
const FULL_WEIGHT_LENGTH = 7;
/** A question of so few things names what it asks for beside its topic: all but one or two must be there. */
const FEW_THINGS = 3;
const MIN_THINGS = 2;
/** From this measure on, a question of three is not held to them. */
const SURE = 0.45;
const CAPITAL = /^\p{Lu}/u;
const CAPITALISES_NOUNS = /^de\b/i;
/** In UTF-16 units; longer questions are truncated. */
const MAX_QUESTION = 2000;

/** `language`: BCP 47 tag, or ''. */
export function createAnswerJudge(question: string, language: string): (texts: readonly string[]) => boolean {
  const asked = question.slice(0, MAX_QUESTION).normalize('NFC');
  return (texts) => {
    const known = language === '' ? guessLanguage(texts.map((text) => ({ text }))) : language;
    const scale = selectScale(asked, known);
    const measure = createMeasure(asked, known, scale);
    const floor = scale.floor + (texts.length > 1 ? scale.several : 0);
    return texts.some((text) => {
      const { share, missing, things } = measure(text);
      if (share < floor) return false;
      return (
        things > FEW_THINGS || missing <= Math.max(0, things - MIN_THINGS) || (things === FEW_THINGS && share > SURE)
      );
    });
  };
}

function selectScale(question: string, language: string): Scale {
  if (isUnspaced(question)) return SCALES.unspaced;
  return /^en\b/i.test(language) ? SCALES.english : SCALES.spaced;
}

interface Measured {
  /** The part of the question that the text covers, 0 to 1. */
  readonly share: number;
  /** What it names, a name of several words being one thing, and how many of these the text lacks. */
  readonly things: number;
  readonly missing: number;
}

const NOTHING: Measured = { share: 0, things: 0, missing: 0 };

/** How much of the question a text has. */
function createMeasure(question: string, language: string, scale: Scale): (text: string) => Measured {
  const getKeys = (token: string): readonly string[] => getTokenKeys(token, language);
  const keys = new Set(tokenise(question).flatMap(getKeys));
  const weigh = (key: string): number => Math.min(FULL_WEIGHT_LENGTH, getKeyLength(key)) ** 2;
  const all = [...keys].reduce((sum, key) => sum + weigh(key), 0);
  const keywords = extractKeywords(question, language);
  const toKeys = (word: string): readonly (readonly string[])[] => tokenise(word).map(getKeys);
  const words = keywords.map(toKeys);
  const things = CAPITALISES_NOUNS.test(language) ? keywords.map((word) => [word]) : joinNames(keywords, question);
  if (all === 0 || words.length === 0) return () => NOTHING;
  return (text) => {
    const present = new Set(tokenise(toInlineText(text).text).flatMap(getKeys));
    const found = [...keys].reduce((sum, key) => sum + (present.has(key) ? weigh(key) : 0), 0);
    const isPresent = (token: readonly string[]): boolean => token.some((key) => present.has(key));
    const measurePart = (word: readonly (readonly string[])[]): number =>
      word.filter(isPresent).length / Math.max(1, word.length);
    const named = words.reduce((sum, word) => sum + measurePart(word), 0);
    const hasWord = (word: string): boolean =>
      isLoneCharacter(word) ? text.includes(word) : measurePart(toKeys(word)) > 0;
    const missing = things.filter((thing) => mayNotMiss(thing, language) && !thing.some(hasWord)).length;
    return {
      share: (scale.keys * found) / all + ((1 - scale.keys) * named) / words.length,
      things: things.length,
      missing,
    };
  };
}

/** Texts are read by pairs of these. */
const isLoneCharacter = (word: string): boolean => word.length === 1 && isUnspaced(word);

/** A word without a capital says little in a language whose nouns have one: "heißt", "fand statt". */
const mayNotMiss = (thing: readonly string[], language: string): boolean =>
  !CAPITALISES_NOUNS.test(language) || thing.some((word) => CAPITAL.test(word));

/** "South Korea" is one thing. `keywords`: in the question's order. */
function joinNames(keywords: readonly string[], question: string): readonly (readonly string[])[] {
  const things: string[][] = [];
  let end = -1;
  for (const word of keywords) {
    const start = question.indexOf(word, Math.max(0, end));
    const last = things.at(-1);
    const isNext = end >= 0 && start >= 0 && question.slice(end, start).trim() === '';
    if (isNext && CAPITAL.test(word) && CAPITAL.test(last?.at(-1) ?? '')) last?.push(word);
    else things.push([word]);
    if (start >= 0) end = start + word.length;
  }
  return things;
}
