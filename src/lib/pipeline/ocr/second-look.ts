/** Decides whether a reading is to be doubted, and joins two readings of one picture by how sure the engine is. */
import { countOverlap, getArea } from './boxes.ts';
import { findInk, measureMissed } from './ink.ts';
import type { PlacedWord } from './rows.ts';
import type { Box, Gray } from './types.ts';

/** Text is read with 90 and more; below it are misread words, and what is no text. */
const UNSURE = 60;
/** Alone, these are more often an edge or grain than text. */
const EDGE_MARKS = /^[|'’‘,._:;~\\—*!"“”`-]+$/u;
/** Share of the words: a plain page has one in fifty, a misread one every fifth. */
const MAX_UNSURE = 0.1;
/** Share of unsure words: with more, some are the grain of a photograph. */
const MAX_GRAIN = 0.25;
/** Share of the ink: the corners of fields and tables are a fifth. */
const MAX_MISSED = 0.25;
/** Words that only the worse reading has. */
const MIN_ADDED = 75;
const MIN_ADDED_SHORT = 90;
/** Share of the smaller box. */
const MAX_SHARED = 0.25;

const countSigns = ({ text }: PlacedWord): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** `gray` is the picture in which the words stand. */
export function isDoubtful(words: readonly PlacedWord[], gray: Gray, letter: number): boolean {
  const sure = words.filter(({ text, confidence }) => confidence >= UNSURE && !EDGE_MARKS.test(text));
  if (words.length - sure.length > MAX_UNSURE * words.length || sure.length === 0) return true;
  const boxes = sure.map(({ box }) => box);
  return measureMissed(findInk(gray, letter), boxes) > MAX_MISSED;
}

/** By letters, so that much that is sure is worth more than little; what is unsure counts against a reading. */
const rateReading = (words: readonly PlacedWord[]): number =>
  words.reduce((sum, { text, confidence }) => sum + (confidence - UNSURE) * Array.from(text).length, 0);

export interface Joined {
  readonly words: readonly PlacedWord[];
  /** Where something stands that no reading made out. */
  readonly illegible: readonly Box[];
}

/** The better of two, and what only the other has and is sure of. */
export function joinReadings(one: readonly PlacedWord[], other: readonly PlacedWord[]): Joined {
  const [better, worse] = rateReading(one) >= rateReading(other) ? [one, other] : [other, one];
  const isLegible = createLegibility(better);
  const legible = better.filter(isLegible);
  const isFree = ({ box }: PlacedWord): boolean =>
    legible.every((word) => countOverlap(word.box, box) <= MAX_SHARED * Math.min(getArea(word.box), getArea(box)));
  const added = worse.filter((word) => isWorthAdding(word) && isFree(word));
  const words = [...legible, ...added.map((word) => ({ ...word, line: null }))];
  const illegible = better.flatMap((word) =>
    !isLegible(word) && words.every(({ box }) => countOverlap(word.box, box) === 0) ? [word.box] : [],
  );
  return { words, illegible };
}

/** Grain and edges come as short words that are unsure, many of them, and seldom within a line of text. */
function createLegibility(words: readonly PlacedWord[]): (word: PlacedWord) => boolean {
  const isClear = (word: PlacedWord): boolean => {
    const signs = countSigns(word);
    return word.confidence >= (signs > 2 ? 25 : signs > 0 ? UNSURE : 80);
  };
  const unsure = words.filter(({ confidence }) => confidence < UNSURE);
  if (unsure.length <= MAX_GRAIN * words.length) return () => true;
  const clear = new Map<number | null, number>();
  for (const word of words) clear.set(word.line, (clear.get(word.line) ?? 0) + (isClear(word) ? 1 : -1));
  return (word) => isClear(word) || (countSigns(word) > 0 && (clear.get(word.line) ?? 0) > 0);
}

function isWorthAdding(word: PlacedWord): boolean {
  const signs = countSigns(word);
  return signs > 0 && word.confidence >= (signs > 1 ? MIN_ADDED : MIN_ADDED_SHORT);
}
