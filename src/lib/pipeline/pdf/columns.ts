/** Reading order of a page. Columns need running text on both sides, so rows of a table stay rows. */
import { computeMedian } from '../../base/numbers.ts';
import { groupByRow, type Line } from './lines.ts';
import { isRtl, measureTextWeight } from '../text/script.ts';

export interface PlacedLine extends Line {
  readonly stretch: number;
  readonly left: number;
  readonly right: number;
}

type UprightLine = Omit<Line, 'turned'>;

interface Gutter {
  readonly from: number;
  readonly to: number;
}

/** Share of the text width; wider lines may span columns and are ignored. */
const MAX_NARROW = 0.55;
const MAX_STRAY = 0.06;
const MIN_LINES = 3;
/** Letters per line, median. */
const MIN_PROSE = 14;
/** Average share of the column's width. */
const MIN_FILLED = 0.3;
/** Share of the lines of the shorter column that have one of the other beside them: speech on two sides takes turns. */
const MIN_BESIDE = 0.5;

export function sortByReadingOrder(lines: readonly Line[]): PlacedLine[] {
  const upright = lines.filter(({ turned }) => !turned);
  const turned = lines.filter((line) => line.turned);
  const rtl = isRtl(upright.map(({ text }) => text));
  const stretches = splitIntoStretches(upright, rtl);
  const placed = stretches.flatMap((column, stretch) => {
    const { left, right } = measureBounds(column);
    return groupByRow(column).map((row) => ({ ...mergeRow(row, rtl), stretch, left, right }));
  });
  const last = turned.map((line) => ({ ...line, stretch: stretches.length, left: line.x0, right: line.x1 }));
  return [...placed, ...last];
}

export function splitIntoStretches<T extends UprightLine>(lines: readonly T[], rtl: boolean): T[][] {
  const gutters = findGutters(lines);
  const stretches: T[][] = [];
  let spanning: T[] = [];
  let columns: T[][] = gutters.map((): T[] => []).concat([[]]);
  const emit = (stretch: T[]): void => {
    if (stretch.length > 0) stretches.push(stretch);
  };
  const flush = (): void => {
    for (const column of rtl ? columns.toReversed() : columns) emit(column);
    columns = columns.map(() => []);
  };
  for (const line of lines.toSorted((one, other) => one.y - other.y)) {
    if (gutters.some(({ from, to }) => line.x0 < from && line.x1 > to)) {
      flush();
      spanning.push(line);
      continue;
    }
    emit(spanning);
    spanning = [];
    const middle = (line.x0 + line.x1) / 2;
    columns[gutters.filter(({ from, to }) => (from + to) / 2 < middle).length]?.push(line);
  }
  emit(spanning);
  flush();
  return stretches;
}

function mergeRow(row: readonly Line[], rtl: boolean): Line {
  const [first] = row;
  if (first === undefined) throw new Error('A row has a line.');
  if (row.length === 1) return first;
  return {
    ...first,
    text: (rtl ? row.toReversed() : row).map(({ text }) => text).join(' '),
    x1: measureBounds(row).right,
    size: row.reduce((most, { size }) => Math.max(most, size), first.size),
  };
}

function findGutters(lines: readonly UprightLine[]): Gutter[] {
  const { left, right } = measureBounds(lines);
  const narrow = lines.filter(({ x0, x1 }) => x1 - x0 <= MAX_NARROW * (right - left));
  if (narrow.length < 2 * MIN_LINES || narrow.length < 0.3 * lines.length) return [];
  return findEmptyStrips(narrow).filter((gutter) => separatesColumns(gutter, narrow));
}

function findEmptyStrips(lines: readonly UprightLine[]): Gutter[] {
  const edges = lines.flatMap(({ x0, x1 }) => [
    { x: x0, change: 1 },
    { x: x1, change: -1 },
  ]);
  edges.sort((one, other) => one.x - other.x || other.change - one.change);
  const most = Math.floor(MAX_STRAY * lines.length);
  const size = computeMedian(lines.map((line) => line.size));
  const strips: Gutter[] = [];
  let inside = 0;
  let seen = 0;
  let from: number | null = null;
  for (const { x, change } of edges) {
    const before = inside;
    inside += change;
    if (change > 0) seen += 1;
    if (before > most && inside <= most) from = x;
    else if (before <= most && inside > most && from !== null) {
      if (x - from >= 0.6 * size && seen < lines.length) strips.push({ from, to: x });
      from = null;
    }
  }
  return strips;
}

function separatesColumns({ from, to }: Gutter, lines: readonly UprightLine[]): boolean {
  const middle = (from + to) / 2;
  const before = lines.filter(({ x1 }) => x1 <= middle);
  const after = lines.filter(({ x0 }) => x0 >= middle);
  if (![before, after].every(isProse)) return false;
  const [shorter, longer] = before.length < after.length ? [before, after] : [after, before];
  return countBeside(shorter, longer) >= MIN_BESIDE * shorter.length;
}

/** How many lines have one of the others within a line's height or two above or below. */
function countBeside(lines: readonly UprightLine[], others: readonly UprightLine[]): number {
  const height = computeMedian(lines.map(({ size }) => size));
  const toStep = ({ y }: UprightLine): number => Math.round(y / height);
  const steps = new Set(others.map(toStep));
  return lines.filter((line) => [-1, 0, 1].some((away) => steps.has(toStep(line) + away))).length;
}

const measureBounds = (lines: readonly UprightLine[]) => ({
  left: lines.reduce((least, { x0 }) => Math.min(least, x0), Infinity),
  right: lines.reduce((most, { x1 }) => Math.max(most, x1), -Infinity),
});

function isProse(lines: readonly UprightLine[]): boolean {
  if (lines.length < MIN_LINES || computeMedian(lines.map(({ text }) => measureTextWeight(text))) < MIN_PROSE)
    return false;
  const { left, right } = measureBounds(lines);
  const filled = lines.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0) / lines.length;
  return filled >= MIN_FILLED * (right - left);
}
