/** Tables that are ruled: their cells are what lies between the rules. */
import { computeMedian } from '../../../base/numbers.ts';
import { getMiddleX, getMiddleY } from '../boxes.ts';
import { groupIntoRows, type PlacedWord } from '../rows.ts';
import type { Rule, Rules } from '../rules.ts';

/** Words by row and column; a cell that is empty has none. */
export type Cells = readonly (readonly (readonly PlacedWord[])[])[];

export interface Grid {
  /** Edges of columns, from left to right, and of rows, from top to bottom. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** As a share of the longest rule: rules of one grid begin and end together. */
const MAX_UNEVEN = 0.2;
/** Share of the width that a level rule takes. */
const MIN_ACROSS = 0.8;
/** In letter heights: narrower is the paper between two boxes. */
const MIN_CELL = 0.9;
const MIN_RULES = 2;
const MIN_FILLED = 0.3;
/** If a cell has more words, it is text in a frame. */
const MAX_CELL_WORDS = 60;
/** In half of the lines of a column or more: it is running text. */
export const MAX_LINE_WORDS = 6;

/** Lists grids from top to bottom; none overlaps another. */
export function findGrids({ down, across }: Rules, letter: number): readonly Grid[] {
  const grids: Grid[] = [];
  let left = down.toSorted((one, other) => measureLength(other) - measureLength(one));
  for (let [longest] = left; longest !== undefined; [longest] = left) {
    const { from, to } = longest;
    const slack = Math.max(letter, MAX_UNEVEN * (to - from));
    const own = left.filter((rule) => Math.abs(rule.from - from) <= slack && Math.abs(rule.to - to) <= slack);
    left = left.filter((rule) => !own.includes(rule));
    const grid = buildGrid(own, across, longest, letter);
    if (grid === null) continue;
    grids.push(grid);
    left = left.filter((rule) => !isWithin(rule, grid));
  }
  return grids.toSorted((one, other) => (one.ys[0] ?? 0) - (other.ys[0] ?? 0));
}

const measureLength = ({ from, to }: Rule): number => to - from;

const isWithin = ({ at, from, to }: Rule, { xs, ys }: Grid): boolean =>
  at >= (xs[0] ?? 0) && at <= (xs.at(-1) ?? 0) && from < (ys.at(-1) ?? 0) && to > (ys[0] ?? 0);

function buildGrid(down: readonly Rule[], across: readonly Rule[], { from, to }: Rule, letter: number): Grid | null {
  if (down.length < MIN_RULES) return null;
  const xs = down.map(({ at }) => at).toSorted((one, other) => one - other);
  const [left, right] = [xs[0] ?? 0, xs.at(-1) ?? 0];
  const own = across.filter((rule) => {
    const shared = Math.min(rule.to, right) - Math.max(rule.from, left);
    return rule.at >= from - letter && rule.at <= to + letter && shared >= MIN_ACROSS * (right - left);
  });
  if (own.length < MIN_RULES) return null;
  // a table without a frame ends where its rules do
  const ends = (rules: readonly Rule[]): readonly number[] => [
    computeMedian(rules.map((rule) => rule.from)),
    computeMedian(rules.map((rule) => rule.to)),
  ];
  const join = (edges: readonly number[]): readonly number[] =>
    edges
      .toSorted((one, other) => one - other)
      .filter((edge, i, all) => i === 0 || edge - (all[i - 1] ?? 0) >= MIN_CELL * letter);
  const grid = { xs: join([...xs, ...ends(own)]), ys: join([...own.map(({ at }) => at), ...ends(down)]) };
  return grid.xs.length > 2 && grid.ys.length > 2 ? grid : null;
}

/** null if it is no table: too little in it, or too much in a cell. */
export function fillGrid({ xs, ys }: Grid, words: readonly PlacedWord[]): Cells | null {
  const rows = Array.from({ length: ys.length - 1 }, () =>
    Array.from({ length: xs.length - 1 }, (): PlacedWord[] => []),
  );
  for (const word of words) rows[findSlot(ys, getMiddleY(word.box))]?.[findSlot(xs, getMiddleX(word.box))]?.push(word);
  const cells = rows.flatMap(splitUnruledRows).map((row) => row.map((cell) => groupIntoRows(cell).flat()));
  const filled = cells.flat().filter((cell) => cell.length > 0);
  const columns = xs.slice(1).filter((_, column) => cells.some((row) => (row[column]?.length ?? 0) > 0)).length;
  if (columns < 2 || cells.filter((row) => row.some((cell) => cell.length > 0)).length < 2) return null;
  if (filled.length < MIN_FILLED * cells.length * (xs.length - 1)) return null;
  return filled.some((cell) => cell.length > MAX_CELL_WORDS) ? null : cells;
}

const findSlot = (edges: readonly number[], at: number): number =>
  Math.min(
    edges.length - 2,
    Math.max(
      0,
      edges.findLastIndex((edge) => edge <= at),
    ),
  );

/** Lines between two rules are rows of their own where several columns have one in each; else cells of several lines. */
function splitUnruledRows(row: readonly (readonly PlacedWord[])[]): readonly (readonly (readonly PlacedWord[])[])[] {
  const lines = groupIntoRows(row.flat());
  if (lines.length < 3) return [row];
  const split = lines.map((line) => {
    const own = new Set(line);
    return row.map((cell) => cell.filter((word) => own.has(word)));
  });
  const full = row.flatMap((_, column) => {
    const counts = split.map((line) => line[column]?.length ?? 0);
    return counts.every((count) => count > 0) ? [counts] : [];
  });
  return full.length > 1 && full.every((counts) => computeMedian(counts) <= MAX_LINE_WORDS) ? split : [row];
}
