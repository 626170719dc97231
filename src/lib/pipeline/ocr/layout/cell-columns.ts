/** Cells of rows that stand below each other: where they are cut, and whether their columns are those of a table. */
import { computeMedian } from '../../../base/numbers.ts';
import { getRight } from '../boxes.ts';
import { MAX_LINE_WORDS } from './grids.ts';
import { MAX_WORD_GAP, type PlacedWord } from '../rows.ts';

/** Rows with two cells or more: spaces between words seldom stand below each other in so many. */
const MIN_ROWS = 3;
const MIN_NARROW_ROWS = 5;
export const MAX_COLUMNS = 60;
/** Share of the cells of a column that begin, end or have their middle at one place, and how near to it, in word heights. */
const MIN_ALIGNED = 0.7;
const MAX_OFFSET = 0.7;
/** Share of columns with a single cell: as the figures of a chart. */
const MAX_LONELY = 0.34;
/** Share of the cells beside the first column, in letters of one width. */
const MIN_FIGURES = 0.5;
/** Share of numbers that are one more than the last; some are misread. */
const MIN_COUNTING = 0.5;

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** In pixels: of words, and what parts cells. */
export interface Scale {
  readonly size: number;
  readonly gap: number;
  readonly isPitched: boolean;
}

export interface Run extends Span {
  readonly words: readonly PlacedWord[];
}

export function cutIntoRuns(row: readonly PlacedWord[], gap: number): readonly Run[] {
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

/** null if a run would join two columns, or a column two runs far apart that are not between rules: there lines may mix. */
export function joinColumns(
  columns: readonly Span[],
  runs: readonly Run[],
  { size, gap }: Scale,
  isRuled: boolean,
): readonly Span[] | null {
  if (runs.length > MAX_COLUMNS) return null;
  const joined = [...columns];
  let last = -1;
  let lastRun: Run | undefined;
  for (const run of runs) {
    const own = joined.flatMap((column, i) => (isNear(column, run, gap) ? [i] : []));
    const [column = -1] = own;
    if (own.length > 1) return null;
    if (!isRuled && column !== -1 && column === last && run.from - (lastRun?.to ?? 0) > MAX_WORD_GAP * size)
      return null;
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

export function fillColumns(row: readonly Run[], columns: readonly Span[]): readonly Run[] {
  return columns.map(({ from, to }) => {
    const own = row.filter((run) => run.from >= from && run.to <= to);
    return { words: own.flatMap(({ words }) => words), from: own[0]?.from ?? 0, to: own.at(-1)?.to ?? 0 };
  });
}

export function isTable(
  table: readonly (readonly Run[])[],
  columns: readonly Span[],
  { size, isPitched }: Scale,
): boolean {
  const rows = table.filter((row) => row.filter(isFilled).length > 1).length;
  if (columns.length < 2) return false;
  const narrowest = columns
    .slice(1)
    .reduce((least, { from }, i) => Math.min(least, from - (columns[i]?.to ?? 0)), Infinity);
  if (rows < (narrowest < MAX_WORD_GAP * size ? MIN_NARROW_ROWS : MIN_ROWS)) return false;
  const cells = columns.map((_, column) => table.flatMap((row) => row.slice(column, column + 1)).filter(isFilled));
  if (isPitched && columns.length === 2 && !hasFigures(cells[1] ?? [])) return false;
  if (cells.filter((column) => column.length < 2).length > MAX_LONELY * columns.length) return false;
  if ((isPitched || columns.length === 2) && isMarking(cells[0] ?? [])) return false;
  return cells.every(
    (column) => isAligned(column, size) && computeMedian(column.map(({ words }) => words.length)) <= MAX_LINE_WORDS,
  );
}

/** Amounts, as a receipt has; beside code stand remarks. */
const hasFigures = (cells: readonly Run[]): boolean =>
  cells.filter(({ words }) => words.some(({ text }) => /\d/.test(text))).length >= MIN_FIGURES * cells.length;

/** Whether the cells are numbers of lines beside code, or numbers and bullets of a list. */
function isMarking(cells: readonly Run[]): boolean {
  const marks = cells.map(({ words }) => (words.length === 1 ? (words[0]?.text ?? '') : null));
  if (marks.every((mark) => mark !== null && !/[\p{L}\p{N}]/u.test(mark))) return true;
  const numbers = marks.map(readNumber);
  const next = numbers.filter((number, i) => number === (numbers[i - 1] ?? NaN) + 1);
  return next.length >= MIN_COUNTING * (numbers.length - 1);
}

/** Reads `7`, `7.`, `(7)`, `#7` and `g)`; NaN for anything else. */
function readNumber(mark: string | null): number {
  const [, digits, letter] = /^[(#]?(?:(\d+)|([a-z]))[.):]*$/iu.exec(mark ?? '') ?? [];
  return letter === undefined ? Number(digits ?? NaN) : letter.charCodeAt(0);
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
