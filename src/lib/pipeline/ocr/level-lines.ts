/** Takes the slope out of the engine's lines, so that words of a line that leans stand level for the layout. */
import { getMiddleX, getMiddleY } from './boxes.ts';
import type { PlacedWord } from './rows.ts';

const MIN_WORDS = 4;
/** Rise from end to end in word heights: less is the difference between words with and without tall letters. */
const MIN_RISE = 0.5;
/** Share of the long lines that lean; below it, the page stands level. */
const MIN_LEANING = 0.4;

interface Lean {
  readonly line: number;
  readonly slope: number;
  readonly y: number;
  readonly leans: boolean;
}

/** Returns as many words in the same order; their boxes move up or down only. `middle` is the x that stays. */
export function levelLines(words: readonly PlacedWord[], middle: number): readonly PlacedWord[] {
  const leans = [...groupByLine(words)].flatMap(([line, own]) => (own.length < MIN_WORDS ? [] : [fitLean(line, own)]));
  if (leans.filter((lean) => lean.leans).length < Math.max(1, MIN_LEANING * leans.length)) return words;
  const slopes = new Map(leans.map(({ line, slope }) => [line, slope]));
  return words.map((word) => {
    const slope = slopes.get(word.line ?? -1) ?? findNearest(leans, getMiddleY(word.box));
    return { ...word, box: { ...word.box, y: word.box.y - slope * (getMiddleX(word.box) - middle) } };
  });
}

function groupByLine(words: readonly PlacedWord[]): ReadonlyMap<number, PlacedWord[]> {
  const lines = new Map<number, PlacedWord[]>();
  for (const word of words) {
    if (word.line === null) continue;
    const own = lines.get(word.line) ?? [];
    if (own.length === 0) lines.set(word.line, own);
    own.push(word);
  }
  return lines;
}

/** Least squares through the middles of the words. */
function fitLean(line: number, words: readonly PlacedWord[]): Lean {
  const mean = (measure: (word: PlacedWord) => number): number =>
    words.reduce((sum, word) => sum + measure(word), 0) / words.length;
  const [x, y] = [mean(({ box }) => getMiddleX(box)), mean(({ box }) => getMiddleY(box))];
  const spread = mean(({ box }) => (getMiddleX(box) - x) ** 2);
  const slope = spread > 0 ? mean(({ box }) => (getMiddleX(box) - x) * (getMiddleY(box) - y)) / spread : 0;
  const rise = Math.abs(slope) * Math.sqrt(12 * spread);
  return { line, slope, y, leans: rise > MIN_RISE * mean(({ box }) => box.height) };
}

function findNearest(leans: readonly Lean[], y: number): number {
  const [first, ...others] = leans;
  if (first === undefined) return 0;
  return others.reduce((one, other) => (Math.abs(other.y - y) < Math.abs(one.y - y) ? other : one), first).slope;
}
