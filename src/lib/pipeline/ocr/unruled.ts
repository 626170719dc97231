/** Tables without upright rules: rows whose words stand below each other in columns, with paper between them. */
import { computeMedian } from '../../base/numbers.ts';
import { getMiddleY, getRight } from './boxes.ts';
import type { Cells } from './grids.ts';
import { MAX_WORD_GAP, type PlacedWord } from './rows.ts';
import type { Rule } from './rules.ts';

/** In word heights: more than the space between words, in letters of one width too. */
const MIN_GAP = 1;
/** In letters of one width: code has single spaces below each other. */
const MIN_PITCH_GAP = 2.5;
/** Rows with two cells or more: spaces between words seldom stand below each other in so many. */
const MIN_ROWS = 3;
const MIN_NARROW_ROWS = 5;
const MAX_ROWS = 1000;
/** Of a row between two level rules, and how many such rows make it likely that all are ruled. */
const MAX_LINES = 6;
const MIN_BANDS = 3;
/** Share of the width of the words that such a rule takes. */
const MIN_RULED = 0.6;
const MAX_COLUMNS = 60;
/** Share of the cells of a column that begin, end or have their middle at one place, and how near to it, in word heights. */
const MIN_ALIGNED = 0.7;
const MAX_OFFSET = 0.7;
/** Share of columns with a single cell: as the figures of a chart. */
const MAX_LONELY = 0.34;
/** Words in half of the cells of a column or more: it is running text. */
const MAX_CELL_WORDS = 6;

/** Rows that are none of a table have one cell. */
export interface Block {
  readonly rows: readonly (readonly PlacedWord[])[];
  readonly cells: Cells | null;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** In pixels: of words, and what parts cells. */
interface Scale {
  readonly size: number;
  readonly gap: number;
  readonly isPitched: boolean;
}

interface Run extends Span {
  readonly words: readonly PlacedWord[];
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

function cutIntoRuns(row: readonly PlacedWord[], gap: number): readonly Run[] {
  const runs: { words: PlacedWord[]; from: number; to: number }[] = [];
  for (const word of row) {
    const last = runs.at(-1);
    const end = getRight(word.box);
    if (last === undefined || word.box.x - last.to >= gap) runs.push({ words: [word], from: word.box.x, to: end });
    else {
      last.words.push(word);
      last.to = Math.max(last.to, end);
    }
  }
  return runs;
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
    const joined = joinColumns(columns, runsAt(end), scale);
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

/** null if a run would join two columns, or a column would join two runs that stand far apart. */
function joinColumns(columns: readonly Span[], runs: readonly Run[], { size, gap }: Scale): readonly Span[] | null {
  if (runs.length > MAX_COLUMNS) return null;
  const joined = [...columns];
  let last = -1;
  let lastRun: Run | undefined;
  for (const run of runs) {
    const own = joined.flatMap((column, i) => (isNear(column, run, gap) ? [i] : []));
    const [column = -1] = own;
    if (own.length > 1) return null;
    if (column !== -1 && column === last && run.from - (lastRun?.to ?? 0) > MAX_WORD_GAP * size) return null;
    if (column === -1) joined.push(run);
    else {
      const { from, to } = joined[column] ?? run;
      joined[column] = { from: Math.min(from, run.from), to: Math.max(to, run.to) };
    }
    last = column === -1 ? joined.length - 1 : column;
    lastRun = run;
  }
  return joined.length === columns.length ? joined : joined.toSorted((one, other) => one.from - other.from);
}

const isNear = (column: Span, run: Span, gap: number): boolean =>
  run.from - column.to < gap && column.from - run.to < gap;

function fillColumns(row: readonly Run[], columns: readonly Span[]): readonly Run[] {
  return columns.map(({ from, to }) => {
    const own = row.filter((run) => run.from >= from && run.to <= to);
    return { words: own.flatMap(({ words }) => words), from: own[0]?.from ?? 0, to: own.at(-1)?.to ?? 0 };
  });
}

function isTable(table: readonly (readonly Run[])[], columns: readonly Span[], { size, isPitched }: Scale): boolean {
  const rows = table.filter((row) => row.filter(isFilled).length > 1).length;
  if (columns.length < 2) return false;
  const narrowest = columns
    .slice(1)
    .reduce((least, { from }, i) => Math.min(least, from - (columns[i]?.to ?? 0)), Infinity);
  if (rows < (narrowest < MAX_WORD_GAP * size ? MIN_NARROW_ROWS : MIN_ROWS)) return false;
  const cells = columns.map((_, column) => table.flatMap((row) => row.slice(column, column + 1)).filter(isFilled));
  if (cells.filter((column) => column.length < 2).length > MAX_LONELY * columns.length) return false;
  if ((isPitched || columns.length === 2) && countsUp(cells[0] ?? [])) return false;
  return cells.every(
    (column) => isAligned(column, size) && computeMedian(column.map(({ words }) => words.length)) <= MAX_CELL_WORDS,
  );
}

/** As the numbers of lines beside code, or of the items of a list. */
function countsUp(cells: readonly Run[]): boolean {
  const numbers = cells.map(({ words }) => (words.length === 1 ? Number(words[0]?.text) : NaN));
  const next = numbers.filter((number, i) => number === (numbers[i - 1] ?? NaN) + 1);
  return next.length >= MIN_ALIGNED * (numbers.length - 1);
}

const isFilled = ({ words }: Run): boolean => words.length > 0;

function isAligned(cells: readonly Run[], size: number): boolean {
  const edges = [
    cells.map(({ from }) => from),
    cells.map(({ to }) => to),
    cells.map(({ from, to }) => (from + to) / 2),
  ];
  return edges.some((places) => {
    const place = computeMedian(places);
    const near = places.filter((other) => Math.abs(other - place) <= MAX_OFFSET * size);
    return near.length >= MIN_ALIGNED * places.length;
  });
}
