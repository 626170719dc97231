/** Tables without upright rules: rows whose words stand below each other in columns, with paper between them. */
import { computeMedian } from '../../../base/numbers.ts';
import { getMiddleY, getRight } from '../boxes.ts';
import type { Cells } from './grids.ts';
import {
  cutIntoRuns,
  fillColumns,
  isTable,
  joinColumns,
  MAX_COLUMNS,
  type Run,
  type Scale,
  type Span,
} from './cell-columns.ts';
import { MAX_WORD_GAP, type PlacedWord } from '../rows.ts';
import type { Rule } from '../rules.ts';

const MAX_ROWS = 1000;
/** In word heights: more than the space between words, in letters of one width too. */
const MIN_GAP = 1;
/** In letters of one width: code has single spaces below each other. */
const MIN_PITCH_GAP = 2.2;
/** Most lines of a row between two level rules, and how many such rows make it likely that all are ruled. */
const MAX_LINES = 6;
const MIN_BANDS = 3;
/** Share of the width of the words that such a rule takes. */
const MIN_RULED = 0.6;

/** `cells` is null for rows that are none of a table. */
export interface Block {
  readonly rows: readonly (readonly PlacedWord[])[];
  readonly cells: Cells | null;
}

interface Line {
  readonly runs: readonly Run[];
  readonly band: number;
}

/** Rows in order, each from left to right; all words of them are in the blocks. `across`: level rules, from top to bottom. */
export function splitIntoBlocks(
  rows: readonly (readonly PlacedWord[])[],
  pitch: number | null,
  across: readonly Rule[],
): readonly Block[] {
  const size = computeMedian(rows.flatMap((row) => row.map(({ box }) => box.height)));
  const narrow = pitch === null ? MIN_GAP * size : MIN_PITCH_GAP * pitch;
  const bands = findBands(rows, across);
  const scales = [narrow, Math.max(narrow, MAX_WORD_GAP * size)].map((gap) => ({
    scale: { size, gap, isPitched: pitch !== null },
    lines: rows.map((row, i) => ({ runs: cutIntoRuns(row, gap), band: bands[i] ?? 0 })),
  }));
  const blocks: Block[] = [];
  let plain: (readonly PlacedWord[])[] = [];
  const flush = (): void => {
    if (plain.length > 0) blocks.push({ rows: plain, cells: null });
    plain = [];
  };
  for (let at = 0; at < rows.length;) {
    const found = scales.map(({ scale, lines }) => findTableAt(lines, at, scale));
    const longest = found.reduce((one, other) => (other.end > one.end ? other : one));
    if (longest.end > at) {
      flush();
      blocks.push({ rows: rows.slice(at, longest.end), cells: longest.cells });
    } else plain.push(rows[at] ?? []);
    at = Math.max(at + 1, longest.end);
  }
  flush();
  return blocks;
}

/** The same number for rows between the same two rules; others have one of their own. */
function findBands(rows: readonly (readonly PlacedWord[])[], across: readonly Rule[]): readonly number[] {
  const boxes = rows.flat().map(({ box }) => box);
  const left = boxes.reduce((least, { x }) => Math.min(least, x), Infinity);
  const right = boxes.reduce((most, box) => Math.max(most, getRight(box)), -Infinity);
  const own = across.filter(({ from, to }) => Math.min(to, right) - Math.max(from, left) >= MIN_RULED * (right - left));
  let band = 0;
  return rows.map((row, i) => {
    const middle = computeMedian(row.map(({ box }) => getMiddleY(box)));
    while ((own[band]?.at ?? Infinity) < middle) band += 1;
    return band > 0 && band < own.length ? band : -i - 1;
  });
}

interface FoundTable {
  readonly cells: Cells;
  /** The line behind it; 0 if no table begins there. */
  readonly end: number;
}

function findTableAt(lines: readonly Line[], at: number, scale: Scale): FoundTable {
  const none: FoundTable = { cells: [], end: 0 };
  const runsAt = (line: number): readonly Run[] => lines[line]?.runs ?? [];
  const isAlone = (line: number, next: number): boolean =>
    runsAt(line).length < 2 && lines[line]?.band !== lines[next]?.band;
  if (isAlone(at, at + 1) || runsAt(at).length > MAX_COLUMNS) return none;
  let columns: readonly Span[] = runsAt(at);
  let end = at + 1;
  for (; end < Math.min(lines.length, at + MAX_ROWS); end += 1) {
    const joined = joinColumns(columns, runsAt(end), scale, (lines[end]?.band ?? 0) > 0);
    if (joined === null) break;
    columns = joined;
  }
  // what stands alone below a table is a line of text
  while (end > at && isAlone(end - 1, end - 2)) end -= 1;
  const table = lines.slice(at, end).map(({ runs }) => fillColumns(runs, columns));
  if (!isTable(table, columns, scale)) return none;
  const bands = lines.slice(at, end).map(({ band }) => band);
  return {
    cells: joinLines(
      table.map((row) => row.map(({ words }) => words)),
      bands,
    ),
    end,
  };
}

/** Lines between the same rules are one row, if every row is ruled: else all are. */
function joinLines(lines: Cells, bands: readonly number[]): Cells {
  const groups = [...new Set(bands)].map((band) => lines.filter((_, i) => bands[i] === band));
  const isRow = (group: Cells): boolean =>
    group.length === 1 ||
    (group.length <= MAX_LINES &&
      group[0]?.some((_, column) => group.some((line) => line[column]?.length === 0)) === true);
  if (groups.length < MIN_BANDS || !groups.every(isRow)) return lines;
  return groups.map((group) => (group[0] ?? []).map((_, column) => group.flatMap((line) => line[column] ?? [])));
}
