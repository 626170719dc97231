/**
 * Runs → lines: what stands together on one baseline. The one rule: a gap as wide as that between two columns is never
 * bridged here, for which of both comes next is decided by the page as a whole.
 */
import type { Run } from './run.ts';
import { firstOf, isDense, isRtl, lastOf } from './script.ts';

export interface Line {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly turned: boolean;
}

/** All of these in letter sizes. How far a baseline may be off: marks above and below the line. */
const SAME_LINE = 0.45;
const SAME_ROW = 0.3;
/** Widest gap to what the file paints next, and to what it paints elsewhere. */
const NEXT_GAP = 1.6;
const OTHER_GAP = 0.8;
/** From here on a gap is a space between words; between letters that need none, only a wide one is. */
const SPACE = 0.15;
const DENSE_SPACE = 0.8;

/** Dots that lead from a heading to its page. */
const LEADER = /(?: ?\.){6,} ?/g;

/** Upright lines first, then those whose order the file alone knows. */
export function linesOf(runs: readonly Run[]): Line[] {
  const upright = runs.filter((run) => !run.turned && run.text !== '');
  const groups = mergedRows(inStream(upright));
  return [...groups.map(lineFrom), ...turnedLines(runs.filter((run) => run.turned))].filter(({ text }) => text !== '');
}

interface Group {
  readonly runs: Run[];
  x0: number;
  x1: number;
  readonly y: number;
  size: number;
}

function inStream(runs: readonly Run[]): Group[] {
  const groups: Group[] = [];
  for (const run of runs) {
    const open = groups.at(-1);
    const blank = run.text.trim() === '';
    if (open !== undefined && goesOn(open, run)) add(open, run);
    else if (!blank) groups.push({ runs: [run], x0: run.x0, x1: run.x1, y: run.y, size: run.size });
  }
  return groups;
}

function goesOn(open: Group, run: Run): boolean {
  const size = Math.max(open.size, run.size);
  return Math.abs(run.y - open.y) <= SAME_LINE * size && gapTo(open, run) <= NEXT_GAP * size;
}

/** Between two boxes on one line; below 0 where they overlap. */
const gapTo = (one: { x0: number; x1: number }, other: { x0: number; x1: number }): number =>
  Math.max(other.x0 - one.x1, one.x0 - other.x1);

function add(open: Group, run: Run): void {
  open.runs.push(run);
  open.x0 = Math.min(open.x0, run.x0);
  open.x1 = Math.max(open.x1, run.x1);
  if (run.text.trim() !== '') open.size = Math.max(open.size, run.size);
}

/** Boxes of one row that nearly touch belong together, however far apart the file paints them. */
function mergedRows(groups: readonly Group[]): Group[] {
  return rowsOf(groups).flatMap((row) => {
    const merged: Group[] = [];
    for (const group of row) {
      const last = merged.at(-1);
      const gap = last === undefined ? Infinity : gapTo(last, group);
      if (last !== undefined && gap <= OTHER_GAP * last.size && gap >= -OTHER_GAP * last.size)
        for (const run of group.runs) add(last, run);
      else merged.push({ ...group, runs: [...group.runs] });
    }
    return merged;
  });
}

interface Box {
  readonly x0: number;
  readonly y: number;
  readonly size: number;
}

/** By rows from top to bottom, each from left to right. What is in the same place keeps its order. */
export function rowsOf<B extends Box>(boxes: readonly B[]): B[][] {
  const rows: B[][] = [];
  let top = -Infinity;
  for (const box of boxes.toSorted((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    if (row === undefined || box.y - top > SAME_ROW * box.size) {
      rows.push([box]);
      top = box.y;
    } else row.push(box);
  }
  return rows.map((row) => row.toSorted((one, other) => one.x0 - other.x0));
}

function lineFrom({ runs, x0, x1, y, size }: Group): Line {
  const rtl = isRtl(runs.map(({ text }) => text));
  const ordered = runs.toSorted((one, other) => (rtl ? other.x1 - one.x1 : one.x0 - other.x0));
  let text = '';
  let last: Run | undefined;
  for (const run of ordered) {
    if (last !== undefined && parted(last, run, text, size)) text += ' ';
    text += run.text;
    last = run;
  }
  return { text: spaced(text).replace(LEADER, ' … ').trim(), x0, x1, y, size, turned: false };
}

function parted(last: Run, run: Run, text: string, size: number): boolean {
  const dense = isDense(lastOf(text)) && isDense(firstOf(run.text));
  return gapTo(last, run) > (dense ? DENSE_SPACE : SPACE) * size;
}

/** One space where there are several, without an expression that would go back and forth over them. */
export const spaced = (text: string): string =>
  text
    .split(/\s/u)
    .filter((word) => word !== '')
    .join(' ');

function turnedLines(runs: readonly Run[]): Line[] {
  const lines: Line[] = [];
  let parts: string[] = [];
  for (const run of runs) {
    parts.push(run.text);
    if (!run.ends) continue;
    lines.push(turnedLine(parts, run));
    parts = [];
  }
  const last = runs.at(-1);
  if (last !== undefined && parts.length > 0) lines.push(turnedLine(parts, last));
  return lines;
}

const turnedLine = (parts: readonly string[], { x0, x1, y, size }: Run): Line => ({
  text: spaced(parts.join('')),
  x0,
  x1,
  y,
  size,
  turned: true,
});
