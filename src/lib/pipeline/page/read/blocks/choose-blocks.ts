/** The choice among ways of reading a page: its rules as trees correct them, and the trees' own, more or less strict. */
import type { Slices } from '../../../text/time-slices.ts';
import { predictChances } from './predict-chances.ts';
import { finishSelection, keepWhole, MIN_ADDED, selectBlocks, type MeasuredContent } from './select-blocks.ts';

/** The chances above which a block that the rules keep stays: no single one suits every page. */
const MIN_CHANCES = [0.2, 0.3, 0.4];
/** Share of what is likely content in the corrected rules' text that a stricter choice must hold. */
const MIN_FOUND = 0.9;
/** How much more a text counts that is missed than one that need not be there. */
const MISSED = 1.5;

/** The indexes of the blocks that are content: the choice that by their chances (`given`) holds most of it and least else. */
export function* chooseBlocks(measured: MeasuredContent, given?: readonly number[]): Slices<ReadonlySet<number>> {
  const { blocks, rows, kept } = measured;
  const chances = given ?? (yield* predictChances(rows));
  const measure = (indexes: Iterable<number>): { length: number; content: number } => {
    const sum = { length: 0, content: 0 };
    for (const at of indexes) {
      const length = blocks[at]?.text.length ?? 0;
      sum.length += length;
      sum.content += length * (chances[at] ?? 0);
    }
    return sum;
  };
  const { content } = measure(blocks.keys());
  const corrected = yield* selectBlocks(measured, chances);
  const needed = MIN_FOUND * measure(corrected).content;
  const rate = (indexes: ReadonlySet<number>): number => {
    const found = measure(indexes);
    return found.content < needed ? 0 : found.content / (found.length + MISSED * content);
  };
  const ways = MIN_CHANCES.map(
    (min) => new Set([...chances.keys()].filter((at) => (chances[at] ?? 0) > (kept.has(at) ? min : MIN_ADDED))),
  );
  let [best, rating] = [null as Set<number> | null, rate(corrected)];
  for (const way of ways) {
    yield;
    const own = rate(way);
    if (own > rating) [best, rating] = [way, own];
  }
  if (!best) return corrected;
  yield* keepWhole(blocks, best);
  yield* finishSelection(blocks, best);
  return best;
}
