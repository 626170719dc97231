/**
 * The order in which a page is read: columns one after the other, what spans them before and after. The one rule: columns
 * are only seen where both sides hold running text beside each other, so that the rows of a table stay rows.
 */
import { rowsOf, type Line } from './lines.ts';
import { isRtl, weightOf } from './script.ts';

/** A line in its column. */
export interface PlacedLine extends Line {
  /** Which of the stretches that are read one after the other it belongs to. */
  readonly stretch: number;
  /** Edges of its column. */
  readonly left: number;
  readonly right: number;
}

/** What is asked of a line: how much it says, and where. */
type Place = Omit<Line, 'turned'>;

/** A strip between columns. */
interface Gutter {
  readonly from: number;
  readonly to: number;
}

/** Of the page's text width: a wider line may span columns, and none can be seen by it. */
const WIDE = 0.55;
/** Of the narrow lines: so many may reach into a gutter, such as a heading in the middle of the page. */
const STRAY = 0.06;
const LEAST_LINES = 3;
/** Median of what a line of running text holds, in letters. */
const PROSE = 14;
/** Of its column's width, on average. */
const FILLED = 0.3;
/** Of the lower column's height, beside the other. */
const BESIDE = 0.5;

export function inReadingOrder(lines: readonly Line[]): PlacedLine[] {
  const upright = lines.filter(({ turned }) => !turned);
  const turned = lines.filter((line) => line.turned);
  const rtl = isRtl(upright.map(({ text }) => text));
  const stretches = stretchesOf(upright, rtl);
  const placed = stretches.flatMap((column, stretch) => {
    const left = column.reduce((least, { x0 }) => Math.min(least, x0), Infinity);
    const right = column.reduce((most, { x1 }) => Math.max(most, x1), -Infinity);
    return rowsOf(column).map((row) => ({ ...asOne(row, rtl), stretch, left, right }));
  });
  const last = turned.map((line) => ({ ...line, stretch: stretches.length, left: line.x0, right: line.x1 }));
  return [...placed, ...last];
}

/** The lines that are read one after the other, from top to bottom: what spans columns, then each column, and so on. */
export function stretchesOf<T extends Place>(lines: readonly T[], rtl: boolean): T[][] {
  const gutters = guttersOf(lines);
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

function asOne(row: readonly Line[], rtl: boolean): Line {
  const [first] = row;
  if (first === undefined) throw new Error('A row has a line.');
  if (row.length === 1) return first;
  return {
    text: (rtl ? row.toReversed() : row).map(({ text }) => text).join(' '),
    x0: first.x0,
    x1: row.reduce((most, { x1 }) => Math.max(most, x1), first.x1),
    y: first.y,
    size: row.reduce((most, { size }) => Math.max(most, size), first.size),
    turned: false,
  };
}

/** From left to right. */
function guttersOf(lines: readonly Place[]): Gutter[] {
  const left = lines.reduce((least, { x0 }) => Math.min(least, x0), Infinity);
  const right = lines.reduce((most, { x1 }) => Math.max(most, x1), -Infinity);
  const narrow = lines.filter(({ x0, x1 }) => x1 - x0 <= WIDE * (right - left));
  if (narrow.length < 2 * LEAST_LINES || narrow.length < 0.3 * lines.length) return [];
  return emptyStrips(narrow).filter((gutter) => parts(gutter, narrow));
}

/** Strips that hardly a line reaches into, and that are as wide as a gutter is at least. */
function emptyStrips(lines: readonly Place[]): Gutter[] {
  const edges = lines.flatMap(({ x0, x1 }) => [
    { x: x0, change: 1 },
    { x: x1, change: -1 },
  ]);
  edges.sort((one, other) => one.x - other.x || other.change - one.change);
  const most = Math.floor(STRAY * lines.length);
  const size = median(lines.map((line) => line.size));
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

/** Whether both sides of a strip hold running text, beside each other. */
function parts({ from, to }: Gutter, lines: readonly Place[]): boolean {
  const middle = (from + to) / 2;
  const before = lines.filter(({ x1 }) => x1 <= middle);
  const after = lines.filter(({ x0 }) => x0 >= middle);
  if (![before, after].every(isProse)) return false;
  const [one, other] = [before, after].map(heightOf) as [Range, Range];
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return shared >= BESIDE * Math.min(one.bottom - one.top, other.bottom - other.top);
}

interface Range {
  readonly top: number;
  readonly bottom: number;
}

const heightOf = (lines: readonly Place[]): Range => ({
  top: lines.reduce((least, { y }) => Math.min(least, y), Infinity),
  bottom: lines.reduce((most, { y }) => Math.max(most, y), -Infinity),
});

function isProse(lines: readonly Place[]): boolean {
  if (lines.length < LEAST_LINES || median(lines.map(({ text }) => weightOf(text))) < PROSE) return false;
  const left = lines.reduce((least, { x0 }) => Math.min(least, x0), Infinity);
  const right = lines.reduce((most, { x1 }) => Math.max(most, x1), -Infinity);
  const filled = lines.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0) / lines.length;
  return filled >= FILLED * (right - left);
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
