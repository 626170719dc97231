/** Groups text runs on one baseline into lines. A gap as wide as between columns is never bridged. */
import type { TextRun } from './text-run.ts';
import { getFirstCharacter, isDense, isRtl, getLastCharacter } from '../text/script.ts';
import { canLower, canRaise, lowerDigits, raiseDigits } from '../text/raised-digits.ts';
import { collapseWhitespace } from '../../base/one-line.ts';

export type Line = Omit<TextRun, 'ends'>;

/** In letter sizes, as all below. */
const SAME_LINE = 0.45;
const SAME_ROW = 0.3;
/** Gaps to the run painted next, and to runs painted elsewhere. */
const NEXT_GAP = 1.6;
const OTHER_GAP = 0.8;
/** A wider gap is a space; scripts without spaces need a wider one. */
const SPACE = 0.15;
const DENSE_SPACE = 0.8;

/** A run counts as raised or lowered if it is at most this large, and at least so far off the line. */
const SCRIPT_SIZE = 0.85;
const SCRIPT_SHIFT = 0.1;

const LEADER = /(?: ?\.){6,} ?/g;

export function buildLines(runs: readonly TextRun[]): Line[] {
  const upright = runs.filter((run) => !run.turned && run.text !== '');
  const groups = mergeNearGroups(groupByPaintOrder(upright));
  return [...groups.map(buildLine), ...buildTurnedLines(runs.filter((run) => run.turned))].filter(
    ({ text }) => text !== '',
  );
}

interface LineGroup {
  readonly runs: TextRun[];
  x0: number;
  x1: number;
  readonly y: number;
  size: number;
}

function groupByPaintOrder(runs: readonly TextRun[]): LineGroup[] {
  const groups: LineGroup[] = [];
  for (const run of runs) {
    const open = groups.at(-1);
    const blank = run.text.trim() === '';
    if (open !== undefined && continuesGroup(open, run)) addRun(open, run);
    else if (!blank) groups.push({ runs: [run], x0: run.x0, x1: run.x1, y: run.y, size: run.size });
  }
  return groups;
}

function continuesGroup(open: LineGroup, run: TextRun): boolean {
  const size = Math.max(open.size, run.size);
  return Math.abs(run.y - open.y) <= SAME_LINE * size && measureGap(open, run) <= NEXT_GAP * size;
}

const measureGap = (one: { x0: number; x1: number }, other: { x0: number; x1: number }): number =>
  Math.max(other.x0 - one.x1, one.x0 - other.x1);

function addRun(open: LineGroup, run: TextRun): void {
  open.runs.push(run);
  open.x0 = Math.min(open.x0, run.x0);
  open.x1 = Math.max(open.x1, run.x1);
  if (run.text.trim() !== '') open.size = Math.max(open.size, run.size);
}

function mergeNearGroups(groups: readonly LineGroup[]): LineGroup[] {
  return groupByRow(groups).flatMap((row) => {
    const merged: LineGroup[] = [];
    for (const group of row) {
      const last = merged.at(-1);
      const gap = last === undefined ? Infinity : measureGap(last, group);
      if (last !== undefined && gap <= OTHER_GAP * last.size && gap >= -OTHER_GAP * last.size)
        for (const run of group.runs) addRun(last, run);
      else merged.push({ ...group, runs: [...group.runs] });
    }
    return merged;
  });
}

/** Top to bottom, each left to right. Items at the same place keep their order. */
export function groupByRow<B extends Pick<Line, 'x0' | 'y' | 'size'>>(boxes: readonly B[]): B[][] {
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

function buildLine({ runs, x0, x1, y, size }: LineGroup): Line {
  const rtl = isRtl(runs.map(({ text }) => text));
  const ordered = runs.toSorted((one, other) => (rtl ? other.x1 - one.x1 : one.x0 - other.x0));
  const base = runs.find((run) => run.size === size && run.text.trim() !== '')?.y ?? y;
  let text = '';
  let last: TextRun | undefined;
  for (const [i, run] of ordered.entries()) {
    if (last !== undefined && needsSpace(last, run, text, size)) text += ' ';
    text += convertScript(run, base, size, text, ordered[i + 1]?.text ?? '');
    last = run;
  }
  return { text: collapseWhitespace(text).replace(LEADER, ' … ').trim(), x0, x1, y, size, turned: false };
}

/** Down is more `y`. */
function convertScript(run: TextRun, base: number, size: number, before: string, after: string): string {
  if (run.size > SCRIPT_SIZE * size) return run.text;
  const shift = (run.y - base) / size;
  if (shift < -SCRIPT_SHIFT) return canRaise(run.text.trim(), before) ? raiseDigits(run.text) : run.text;
  return shift > SCRIPT_SHIFT && canLower(run.text.trim(), before, after) ? lowerDigits(run.text) : run.text;
}

function needsSpace(last: TextRun, run: TextRun, text: string, size: number): boolean {
  const dense = isDense(getLastCharacter(text)) && isDense(getFirstCharacter(run.text));
  return measureGap(last, run) > (dense ? DENSE_SPACE : SPACE) * size;
}

function buildTurnedLines(runs: readonly TextRun[]): Line[] {
  const lines: Line[] = [];
  let text = '';
  for (const [i, run] of runs.entries()) {
    text += run.text;
    if (!run.ends && i < runs.length - 1) continue;
    const { x0, x1, y, size } = run;
    lines.push({ text: collapseWhitespace(text), x0, x1, y, size, turned: true });
    text = '';
  }
  return lines;
}
