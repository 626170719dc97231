/** Judges by words alone whether texts may answer a question. Unlike a search score, the measure is absolute: docs/decisions/retrieval.md. */
import { extractKeywords } from '../engines/keywords.ts';
import { toInlineText } from '../text/inline.ts';
import { getKeyLength, getTokenKeys, isUnspaced, tokenise } from './analyse.ts';
import { guessLanguage } from './bm25.ts';

/** Share of the measure that the question's keys have, by length; the rest is its keywords. */
const KEYS_SHARE = 0.6;
/** A name or number tells the topic more than another keyword does; grammar hardly. */
const [NAME_WEIGHT, GRAMMAR_WEIGHT] = [2, 0.3];
const FULL_WEIGHT_LENGTH = 7;
/** What a word of another script counts in text matched in pairs. */
const PAIR_LENGTH = 2;
/** By the logarithm of the number of keywords: the same part of a longer question says more. */
const LENGTH_GAIN = 0.06;
/** The second is for several texts, the best of which shares more words by chance. Pairs of characters agree less often than stems. */
const FLOORS = { english: [0.4, 0.485], spaced: [0.34, 0.44], unspaced: [0.315, 0.365] } as const;
/** A question of so few things names what it asks for beside its topic: all but one or two must be there. */
const FEW_THINGS = 3;
const MIN_THINGS = 2;
/** From this measure on, a question of three is not held to them. */
const SURE = 0.5;
const NAME = /^\p{Lu}|\p{N}/u;
/** Asks as "what" does: "What is another name for …?" */
const ASKING =
  /^(?:names?|called|kinds?|types?|another|Namens?|heiß(?:t|en)|hieß(?:en)?|genannt|nom|appelle\p{L}*|nombre|llama\p{L}*)$/u;
const CAPITAL = /^\p{Lu}/u;
const CAPITALISES_NOUNS = /^de\b/i;
/** In UTF-16 units; longer questions are truncated. */
const MAX_QUESTION = 2000;

/** `language`: BCP 47 tag, or ''. */
export function createAnswerJudge(question: string, language: string): (texts: readonly string[]) => boolean {
  const asked = question.slice(0, MAX_QUESTION).normalize('NFC');
  return (texts) => {
    const known = language === '' ? guessLanguage(texts.map((text) => ({ text }))) : language;
    const [floor, floorOfSeveral] = selectFloors(asked, known);
    return measureTexts(texts, asked, known).some(
      ({ measure, missing, things }) =>
        measure >= (texts.length > 1 ? floorOfSeveral : floor) &&
        (things > FEW_THINGS ||
          missing <= Math.max(0, things - MIN_THINGS) ||
          (things === FEW_THINGS && measure > SURE)),
    );
  };
}

function selectFloors(question: string, language: string): (typeof FLOORS)[keyof typeof FLOORS] {
  if (isUnspaced(question)) return FLOORS.unspaced;
  return /^en\b/i.test(language) ? FLOORS.english : FLOORS.spaced;
}

interface Measured {
  /** The part of the question that the text has, 0 to 1, and what the question's length adds. */
  readonly measure: number;
  /** What it names, a name of several words being one thing, and how many of these the text lacks. */
  readonly things: number;
  readonly missing: number;
}

function measureTexts(texts: readonly string[], question: string, language: string): readonly Measured[] {
  const keywords = findTopics(question, language);
  const words = keywords.map((word) => ({ weight: NAME.test(word) ? NAME_WEIGHT : 1, tokens: toKeys(word, language) }));
  const keys = weighKeys(question, language, words);
  const things = CAPITALISES_NOUNS.test(language) ? keywords.map((word) => [word]) : joinNames(keywords, question);
  const [allKeys, allWords] = [sum([...keys.values()]), sum(words.map(({ weight }) => weight))];
  const gain = LENGTH_GAIN * Math.log(words.length);
  if (allKeys === 0 || allWords === 0) return [];
  return texts.map((text) => {
    const present = new Set(toKeys(toInlineText(text).text, language).flat());
    const found = sum(Array.from(keys, ([key, weight]) => (present.has(key) ? weight : 0)));
    const named = sum(words.map(({ weight, tokens }) => weight * measurePart(tokens, present)));
    const hasWord = (word: string): boolean =>
      isLoneCharacter(word) ? text.includes(word) : measurePart(toKeys(word, language), present) > 0;
    return {
      measure: (KEYS_SHARE * found) / allKeys + ((1 - KEYS_SHARE) * named) / allWords + gain,
      things: things.length,
      missing: things.filter((thing) => mayNotMiss(thing, language) && !thing.some(hasWord)).length,
    };
  });
}

function findTopics(question: string, language: string): readonly string[] {
  const keywords = extractKeywords(question, language);
  const topics = keywords.filter((word) => !ASKING.test(word));
  return topics.length > 0 ? topics : keywords;
}

interface Word {
  readonly weight: number;
  /** Keys of each of its tokens. */
  readonly tokens: readonly (readonly string[])[];
}

const measurePart = (tokens: Word['tokens'], present: ReadonlySet<string>): number =>
  tokens.filter((token) => token.some((key) => present.has(key))).length / Math.max(1, tokens.length);

const toKeys = (text: string, language: string): Word['tokens'] =>
  tokenise(text).map((token) => getTokenKeys(token, language));

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

/** Each key of the question by its length, by whether it names something, and less if it is grammar. */
function weighKeys(question: string, language: string, words: readonly Word[]): ReadonlyMap<string, number> {
  const weights = new Map(words.flatMap(({ weight, tokens }) => tokens.flat().map((key) => [key, weight] as const)));
  const isPaired = isUnspaced(question); // by pairs, which are no words
  const weigh = (key: string): number => {
    const length = Math.min(isPaired && !isUnspaced(key) ? PAIR_LENGTH : FULL_WEIGHT_LENGTH, getKeyLength(key));
    return (isPaired ? 1 : (weights.get(key) ?? GRAMMAR_WEIGHT)) * length ** 2;
  };
  const keys = toKeys(question, language).flat();
  return new Map(keys.map((key) => [key, weigh(key)]));
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
