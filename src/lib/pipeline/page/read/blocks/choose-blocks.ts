/** The choice among ways of reading a page: its rules as trees correct them, and the trees' own, more or less strict. */
import { countWords } from '../../../text/terms.ts';
import { isPauseDue, type Slices } from '../../../text/time-slices.ts';
import { isDataTable } from '../tables.ts';
import type { Block } from './blocks.ts';
import { predictChances } from './predict-chances.ts';
import { finishSelection, keepWhole, MIN_ADDED, selectBlocks, type MeasuredContent } from './select-blocks.ts';

/** The chances above which a block that the rules keep stays: no single one suits every page. */
const MIN_CHANCES = [0.2, 0.3, 0.4];
/** Share of what is likely content in the corrected rules' text that a stricter choice must hold. */
const MIN_FOUND = 0.9;
/** How much more a text counts that is missed than one that need not be there. */
const MISSED = 1.5;
/** In characters, of a text whose words are counted: that cannot be interrupted. */
const MAX_COUNTED = 20_000;
/** In characters: what surrounds the content is longer, and a short text between others is a part of them. */
const MIN_GAP = 60;

/** The indexes of the blocks that are content: the choice that by their chances (`given`) holds most of it and least else. */
export function* chooseBlocks(measured: MeasuredContent, given?: readonly number[]): Slices<ReadonlySet<number>> {
  const { blocks, rows, kept } = measured;
  const chances = given ?? (yield* predictChances(rows));
  const corrected = yield* selectBlocks(measured, chances);
  const rate = yield* createRating(blocks, chances, corrected);
  const units = listUnits(blocks, corrected);
  let [best, rating] = [null as Set<number> | null, rate(corrected)];
  for (const min of MIN_CHANCES) {
    yield;
    const way = new Set<number>(units);
    for (const [at, chance] of chances.entries()) if (chance > (kept.has(at) ? min : MIN_ADDED)) way.add(at);
    closeGaps(blocks, way, corrected);
    const own = rate(way);
    if (own > rating) [best, rating] = [way, own];
  }
  if (!best) return corrected;
  yield* keepWhole(blocks, best);
  yield* finishSelection(blocks, best);
  return best;
}

/** How much of what is selected is likely content, and how much of that is selected: nothing where it holds too little of `least`. */
function* createRating(
  blocks: readonly Block[],
  chances: readonly number[],
  least: ReadonlySet<number>,
): Slices<(selected: ReadonlySet<number>) => number> {
  const words: number[] = [];
  for (const { text } of blocks) {
    if (isPauseDue()) yield;
    words.push(countWords(text.slice(0, MAX_COUNTED)));
  }
  const sum = (indexes: Iterable<number>, weights?: readonly number[]): number => {
    let total = 0;
    for (const at of indexes) total += (words[at] ?? 0) * (weights ? (weights[at] ?? 0) : 1);
    return total;
  };
  const likely = sum(blocks.keys(), chances);
  const needed = MIN_FOUND * sum(least, chances);
  return (selected) => {
    const found = sum(selected, chances);
    return found < needed ? 0 : found / (sum(selected) + MISSED * likely);
  };
}

/** Those of figures and tables of data: their words are few, and no sentences. */
function listUnits(blocks: readonly Block[], selected: ReadonlySet<number>): number[] {
  const areData = new Map<Element, boolean>();
  return [...selected].filter((at) => {
    const table = blocks[at]?.element.closest('table');
    if (!table) return blocks[at]?.element.closest('figure');
    const isData = areData.get(table) ?? isDataTable(table);
    areData.set(table, isData);
    return isData;
  });
}

/** Adds what `all` has before a selected block, after the last, where it is short. */
function closeGaps(blocks: readonly Block[], selected: Set<number>, all: ReadonlySet<number>): void {
  let gap: number[] = [];
  let length = 0;
  for (const [at, { text }] of blocks.entries()) {
    if (selected.has(at)) {
      if (length < MIN_GAP) for (const between of gap) selected.add(between);
      [gap, length] = [[], 0];
    } else if (all.has(at)) {
      gap.push(at);
      length += text.length;
    }
  }
}
