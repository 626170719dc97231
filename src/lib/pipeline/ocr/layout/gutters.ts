/** Finds what separates columns other than a wide gap: upright strips of paper, and long edges; and what does not: frames of fields. */
import { computeMedian } from '../../../base/numbers.ts';
import { getBottom, getMiddleX, getMiddleY, getRight } from '../boxes.ts';
import { groupIntoRows, measurePitch, type PlacedWord } from '../rows.ts';
import type { Rule } from '../rules.ts';
import type { Box } from '../types.ts';

/** In word heights: two or three times the space between words. */
const MIN_WIDTH = 0.65;
/** In letters of one width: spaces stand below each other by chance, so one of them parts nothing. */
const MIN_PITCH_GAP = 1.75;
/** Spaces between words seldom stand below each other in so many rows. */
const MIN_ROWS = 5;
const MAX_OPEN = 64;
/** Share of the rows of one side that stand level with one of the other: more are rows of a table. */
const MAX_LEVEL = 0.7;
/** In word heights, as below: between the middles of rows that are level. */
const LEVEL = 0.35;
/** From the middle of a line to the edge of its field. */
const FRAME = 1.7;
/** Share of the lines: in a form, the labels have no frame. */
const MIN_FRAMED = 0.4;

interface OpenGutter {
  left: number;
  right: number;
  readonly top: number;
  bottom: number;
  rows: number;
}

export function findGutters(words: readonly PlacedWord[]): readonly Box[] {
  const found: OpenGutter[] = [];
  let open: OpenGutter[] = [];
  const rows = groupIntoRows(words);
  const least = MIN_PITCH_GAP * (measurePitch(rows) ?? 0);
  for (const row of rows) {
    const next: OpenGutter[] = [];
    const gaps = listGaps(row, least);
    const [start, end] = [row[0]?.box.x ?? 0, row.reduce((most, { box }) => Math.max(most, getRight(box)), 0)];
    const bottom = row.reduce((most, { box }) => Math.max(most, getBottom(box)), 0);
    for (const gutter of open) {
      const narrowed = gaps.map((gap) => narrowGutter(gutter, gap)).find((left) => left !== null);
      if (narrowed) next.push({ ...gutter, ...narrowed, bottom, rows: gutter.rows + 1 });
      else if (end <= gutter.left || start >= gutter.right) next.push(gutter);
      else found.push(gutter);
    }
    const isNew = (gap: Box): boolean => !next.some(({ left, right }) => gap.x < right && getRight(gap) > left);
    for (const gap of gaps)
      if (isNew(gap)) next.push({ left: gap.x, right: getRight(gap), top: gap.y, bottom: getBottom(gap), rows: 1 });
    open = next.slice(-MAX_OPEN);
  }
  return [...found, ...open].flatMap(({ left, right, top, bottom, rows }) =>
    rows < MIN_ROWS ? [] : [{ x: left, y: top, width: right - left, height: bottom - top }],
  );
}

/** `least` is in pixels. */
function listGaps(row: readonly PlacedWord[], least: number): readonly Box[] {
  let end = -Infinity;
  return row.flatMap(({ box }) => {
    const gap = { x: end, y: box.y, width: box.x - end, height: box.height };
    end = Math.max(end, getRight(box));
    return Number.isFinite(gap.width) && gap.width >= Math.max(least, MIN_WIDTH * box.height) ? [gap] : [];
  });
}

/** null if nothing is left. */
function narrowGutter(gutter: OpenGutter, gap: Box): Pick<OpenGutter, 'left' | 'right'> | null {
  const [left, right] = [Math.max(gutter.left, gap.x), Math.min(gutter.right, getRight(gap))];
  return right - left >= (MIN_WIDTH / 2) * gap.height ? { left, right } : null;
}

export const isAcross = (gutters: readonly Box[], one: Box, other: Box): boolean =>
  gutters.some((gutter) => {
    const middle = gutter.x + gutter.width / 2;
    const y = getMiddleY(other);
    return y >= gutter.y && y <= getBottom(gutter) && getRight(one) <= middle && other.x >= middle;
  });

/** The longest upright rule or edge that no word crosses and on both sides of which rows of their own stand; null if none. */
export function findPaneEdge(words: readonly PlacedWord[], down: readonly Rule[]): Rule | null {
  const size = computeMedian(words.map(({ box }) => box.height));
  const longest = down.toSorted((one, other) => other.to - other.from - (one.to - one.from));
  const parts = (edge: Rule): boolean => edge.to - edge.from > MIN_ROWS * size && hasPanes(words, edge, size);
  return longest.find(parts) ?? null;
}

function hasPanes(words: readonly PlacedWord[], { at, from, to }: Rule, size: number): boolean {
  const beside = words.filter(({ box }) => getMiddleY(box) >= from && getMiddleY(box) <= to);
  if (beside.some(({ box }) => box.x < at && getRight(box) > at)) return false;
  const sides = [true, false].map((isLeft) => {
    const own = beside.filter(({ box }) => getMiddleX(box) < at === isLeft);
    return own.length < MIN_ROWS ? [] : groupIntoRows(own).map(measureMiddle);
  });
  const [fewer = [], more = []] = sides.toSorted((one, other) => one.length - other.length);
  const level = fewer.filter((y) => more.some((other) => Math.abs(other - y) <= LEVEL * size));
  return fewer.length >= MIN_ROWS && level.length < MAX_LEVEL * fewer.length;
}

const measureMiddle = (row: readonly PlacedWord[]): number => computeMedian(row.map(({ box }) => getMiddleY(box)));

/** Whether many lines have a field or chip of their own, so that what stands beside them is their label or the next one. */
export function isFramed(
  lines: readonly { readonly x0: number; readonly x1: number; readonly y: number; readonly size: number }[],
  across: readonly Rule[],
): boolean {
  const framed = lines.filter(({ x0, x1, y, size }) => {
    const own = across.filter(({ at, from, to }) => from <= x0 && to >= x1 && Math.abs(at - y) <= FRAME * size);
    return own.some(({ at }) => at < y) && own.some(({ at }) => at > y);
  });
  return lines.length > 0 && framed.length >= MIN_FRAMED * lines.length;
}
