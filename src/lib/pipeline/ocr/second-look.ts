/** Decides whether a reading is to be doubted, and joins two readings of one picture by how sure the engine is. */
import { computeMedian } from '../../base/numbers.ts';
import { getFirstCharacter, isDense } from '../text/script.ts';
import { countOverlap, getArea, getMiddleX, getMiddleY, getRight, mergeBoxes } from './boxes.ts';
import { findInk, measureMissed } from './ink.ts';
import { compareWords, groupIntoRows, isSameLine, type PlacedWord } from './rows.ts';
import type { Box, Gray } from './types.ts';

/** Text is read with 90 and more; below it are misread words, and what is no text. */
export const UNSURE = 60;
/** Alone, these are more often an edge or grain than text. */
const EDGE_MARKS = /^[|'’‘,._:;~\\—*!"“”`-]+$/u;
/**
 * Share of the words: a plain page has one in fifty, a misread one every fifth. Share of their letters, too: where they are few
 * and no ink is left over, the doubt is about single signs, as of formulas and lists.
 */
const MAX_UNSURE = 0.1;
/** Share of the ink that no word covers, sure or not. */
const MAX_LEFT = 0.02;
/** Share of unsure words: with more, some are the grain of a photograph. */
const MAX_GRAIN = 0.25;
/** A row of so many letters and figures is grain if none of it is as sure. */
const GRAIN = { signs: 2, below: 50 };
/** Share of the ink: the corners of fields and tables are a fifth. */
const MAX_MISSED = 0.25;
/** Words that only the worse reading has. */
const MIN_ADDED = 75;
const MIN_ADDED_SHORT = 90;
/** Share of the smaller box. */
const MAX_SHARED = 0.25;
/** Share of the letters of what is replaced: a surer reading of half of it is none. */
const MIN_KEPT = 0.75;
/** A mark with no letter beside it is none below this. */
const CLEAR_MARK = 80;
/** Marks that cling to a word: apart from any they are the edge of a paper or grain, unless the engine is surer than this. */
const CLINGING = /^[.,:;!?'"‘’“”`~_|\\(){}[\]]+$/u;
const CLEAR_CLINGING = 90;
/** A line of code may be nothing else. */
const BRACKETS = /[(){}[\]]/u;
const BRACKET = /^[(){}[\]]$/u;
/** Share of the height of a bracket. */
const SAME_HEIGHT = 0.1;
/** In usual heights of words: a mark that is thinner, at an end of its line, is an edge or grain. */
const SPECK_WIDTH = 0.25;
/** By the tallest word of its line: a mark that is so tall is the edge of something, or a rule, however sure the engine is. */
const EDGE_HEIGHT = 1.8;

const isSure = ({ confidence }: PlacedWord): boolean => confidence >= UNSURE;
const countSigns = ({ text }: PlacedWord): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** `gray` is the picture in which the words stand. */
export function isDoubtful(words: readonly PlacedWord[], gray: Gray, letter: number): boolean {
  const sure = words.filter(({ text, confidence }) => confidence >= UNSURE && !EDGE_MARKS.test(text));
  const areUnsure = words.length - sure.length > MAX_UNSURE * words.length;
  const areLong = countLetters(words) - countLetters(sure) > MAX_UNSURE * countLetters(words);
  if (sure.length === 0 || (areUnsure && areLong)) return true;
  const ink = findInk(gray, letter);
  const measureLeft = (covering: readonly PlacedWord[]): number =>
    measureMissed(
      ink,
      covering.map(({ box }) => box),
    );
  return (areUnsure && measureLeft(words) > MAX_LEFT) || measureLeft(sure) > MAX_MISSED;
}

/** Lines of the engine with a word that is not sure, as boxes. */
export function findDoubtfulLines(words: readonly PlacedWord[]): readonly Box[] {
  return groupLines(words).flatMap((line) => {
    const isUnsure = line.some(({ text, confidence }) => confidence < UNSURE && !EDGE_MARKS.test(text));
    return isUnsure ? [encloseWords(line)] : [];
  });
}

const encloseWords = (words: readonly PlacedWord[]): Box => words.map(({ box }) => box).reduce(mergeBoxes);

/** None is empty. */
function groupLines(words: readonly PlacedWord[]): readonly (readonly PlacedWord[])[] {
  const lines = new Map<number, PlacedWord[]>();
  for (const word of words) {
    if (word.line === null) continue;
    const own = lines.get(word.line);
    if (own) own.push(word);
    else lines.set(word.line, [word]);
  }
  return [...lines.values()];
}

/** Rates by letters, so that much that is sure is worth more than little; what is unsure counts against a reading. */
const rateReading = (words: readonly PlacedWord[]): number =>
  words.reduce((sum, { text, confidence }) => sum + (confidence - UNSURE) * Array.from(text).length, 0);

const countLetters = (words: readonly PlacedWord[]): number =>
  words.reduce((sum, { text }) => sum + Array.from(text).length, 0);

export interface Joined {
  readonly words: readonly PlacedWord[];
  /** Boxes in which something stands that no reading made out. */
  readonly illegible: readonly Box[];
}

/**
 * The better of two, and what only the other has and is sure of. `isWhole`: the second read all of the picture too; one of
 * some lines replaces nothing but what is not sure.
 */
export function joinReadings(one: readonly PlacedWord[], other: readonly PlacedWord[], isWhole: boolean): Joined {
  const isFirstBetter = !isWhole || rateReading(one) >= rateReading(other);
  const [better, worse] = isFirstBetter ? [one, other] : [keepAgreed(one, other), one];
  const isLegible = createLegibility(better);
  const legible = replaceUnsure(better.filter(isLegible), worse);
  const added = worse.filter((word) => isWorthAdding(word, legible) && isApart(word, legible));
  const words = [...legible, ...added.map((word) => ({ ...word, line: null }))];
  return { words, illegible: listUncovered(better, words) };
}

/** The second, but as the first has it where they differ in spaces and capitals alone: it has measured both, a network guesses. */
function keepAgreed(first: readonly PlacedWord[], second: readonly PlacedWord[]): readonly PlacedWord[] {
  const fold = (words: readonly PlacedWord[]): string =>
    words
      .map(({ text }) => text)
      .join('')
      .toLowerCase();
  const kept = new Set(second);
  for (const word of first) {
    const own = second.filter((other) => kept.has(other) && hasCentre(word.box, other.box));
    const [{ line } = { line: null }] = own;
    if (own.length === 0 || fold(own) !== fold([word])) continue;
    const confidence = Math.max(...[word, ...own].map((agreed) => agreed.confidence));
    for (const other of own) kept.delete(other);
    kept.add({ ...word, confidence, line });
  }
  return [...kept];
}

/** The engine places letters of a script without spaces up to a letter off: beside others they may be the same ones. */
const isPlacedRoughly = ({ text }: PlacedWord): boolean => isDense(getFirstCharacter(text));

const isApart = (word: PlacedWord, words: readonly PlacedWord[]): boolean => {
  const { x, width, height } = word.box;
  const box = isPlacedRoughly(word) ? { ...word.box, x: x - height, width: width + 2 * height } : word.box;
  return isFree({ ...word, box }, words);
};

const isFree = ({ box }: PlacedWord, words: readonly PlacedWord[]): boolean =>
  words.every((word) => countOverlap(word.box, box) <= MAX_SHARED * Math.min(getArea(word.box), getArea(box)));

export const hasCentre = (place: Box, box: Box): boolean =>
  countOverlap(place, { x: getMiddleX(box), y: getMiddleY(box), width: 1, height: 1 }) > 0;

/** The places of words on which nothing stands now. */
const listUncovered = (before: readonly PlacedWord[], now: readonly PlacedWord[]): readonly Box[] =>
  before.flatMap(({ box }) => (now.some((word) => countOverlap(word.box, box) > 0) ? [] : [box]));

/** What is not sure as the other reading has it, where that is surer: whole lines, or words of a line. */
function replaceUnsure(words: readonly PlacedWord[], other: readonly PlacedWord[]): readonly PlacedWord[] {
  const replaced = new Set<PlacedWord>();
  const replacing: PlacedWord[] = [];
  const replace = (group: readonly PlacedWord[]): boolean => {
    const place = encloseWords(group);
    const rest = words.filter((word) => !group.includes(word));
    const isElsewhere = ({ box }: PlacedWord): boolean => rest.some((word) => hasCentre(word.box, box));
    const same = other.filter((word) => hasCentre(place, word.box) && !isElsewhere(word));
    const confirmed = same.filter(isSure);
    const losesNone = group.every((word) => !isSure(word) || !isFree(word, confirmed));
    const isAsLong = countLetters(same) >= MIN_KEPT * countLetters(group);
    if (!losesNone || !isAsLong || rateReading(same) <= Math.max(0, rateReading(group))) return false;
    for (const word of group) replaced.add(word);
    replacing.push(...same.map((word) => ({ ...word, line: null })));
    return true;
  };
  for (const line of groupLines(words))
    if (!line.every(isSure) && !replace(line) && !line.some(isPlacedRoughly))
      for (const run of splitUnsure(line)) replace(run);
  return [...words.filter((word) => !replaced.has(word)), ...replacing];
}

/** Words beside each other that are not sure. */
function splitUnsure(line: readonly PlacedWord[]): readonly (readonly PlacedWord[])[] {
  const runs: PlacedWord[][] = [];
  let run: PlacedWord[] = [];
  for (const word of line.toSorted(compareWords)) {
    if (isSure(word)) run = [];
    else if (run.push(word) === 1) runs.push(run);
  }
  return runs;
}

/** Takes out what the edge of a button and the rules of a table are read as: no text is there. */
export function dropEdges(words: readonly PlacedWord[]): readonly PlacedWord[] {
  const edges = groupLines(words).flatMap((line) => {
    const tallest = line.reduce((most, word) => (countSigns(word) > 0 ? Math.max(most, word.box.height) : most), 0);
    const least = EDGE_HEIGHT * tallest;
    return line.filter(({ text, box }) => least > 0 && box.height >= least && EDGE_MARKS.test(text));
  });
  const dropped = new Set(edges);
  return words.filter((word) => !dropped.has(word));
}

/**
 * Takes out what an edge or grain was read as: thin marks at an end of a line, lines of marks alone and rows of a sign or two,
 * none of which are sure enough, and what stands apart at an end of its row and would not be there.
 */
export function dropSpecks(words: readonly PlacedWord[]): Joined {
  const height = computeMedian(words.map(({ box }) => box.height));
  const specks = new Set<PlacedWord>();
  for (const line of groupLines(words)) {
    const [start, end] = [encloseWords(line).x, getRight(encloseWords(line))];
    const isMarks = line.every((word) => !isSure(word) && countSigns(word) === 0);
    for (const word of line) {
      const isAtEnd = word.box.x === start || getRight(word.box) === end;
      const isThin = word.box.width <= SPECK_WIDTH * height && countSigns(word) === 0;
      if (isMarks || (isAtEnd && isThin && !isSure(word))) specks.add(word);
    }
  }
  const brackets = words.filter(({ text, confidence }) => confidence >= CLEAR_CLINGING && BRACKET.test(text));
  // code has brackets of one height, at the end of a line or behind its number
  const isBracket = ({ text, box }: PlacedWord): boolean =>
    BRACKET.test(text) && brackets.some((clear) => Math.abs(clear.box.height - box.height) <= SAME_HEIGHT * box.height);
  for (const row of groupIntoRows(words.filter((word) => !specks.has(word)))) {
    const signs = row.reduce((sum, word) => sum + countSigns(word), 0);
    const isGrain = signs <= GRAIN.signs && row.every(({ confidence }) => confidence < GRAIN.below);
    const strays = isGrain ? row : [row.at(0), row.at(-1)].filter((word) => word && isStray(word, row, height));
    for (const word of strays) if (word && !isBracket(word)) specks.add(word);
  }
  const kept = words.filter((word) => !specks.has(word));
  return { words: kept, illegible: listUncovered([...specks], kept) };
}

function isStray(word: PlacedWord, row: readonly PlacedWord[], height: number): boolean {
  const { text, confidence, box } = word;
  const others = row.filter((other) => other !== word);
  const isBeside = others.some(
    (other) => other.box.x - getRight(box) <= height && box.x - getRight(other.box) <= height,
  );
  if (isBeside) return false;
  if (countSigns(word) > 0) return !isSure(word) && text.length > 1 && box.width <= SPECK_WIDTH * height * text.length;
  if (others.length > 0 && !isSure(word)) return true;
  return confidence < CLEAR_CLINGING && CLINGING.test(text) && (others.length > 0 || !BRACKETS.test(text));
}

/** Grain and edges come as short words that are unsure, many of them, and seldom within a line of text. */
function createLegibility(words: readonly PlacedWord[]): (word: PlacedWord) => boolean {
  const isClear = (word: PlacedWord): boolean => {
    const signs = countSigns(word);
    return word.confidence >= (signs > 2 ? 25 : signs > 0 ? UNSURE : CLEAR_MARK);
  };
  const unsure = words.filter(({ confidence }) => confidence < UNSURE);
  if (unsure.length <= MAX_GRAIN * words.length) return () => true;
  const clear = new Map<number | null, number>();
  for (const word of words) clear.set(word.line, (clear.get(word.line) ?? 0) + (isClear(word) ? 1 : -1));
  return (word) => isClear(word) || (countSigns(word) > 0 && (clear.get(word.line) ?? 0) > 0);
}

/** A sign by itself on its row is more often an edge, which is read as “1” or “l”. */
function isWorthAdding(word: PlacedWord, words: readonly PlacedWord[]): boolean {
  const signs = countSigns(word);
  if (signs === 1) return word.confidence >= MIN_ADDED_SHORT && words.some(({ box }) => isSameLine(box, word.box));
  return signs > 1 && word.confidence >= MIN_ADDED;
}
