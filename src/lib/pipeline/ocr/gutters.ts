/** Finds gutters: upright strips of paper between columns that stand too close to be told apart by the gap of one row. */
import { getBottom, getMiddleY, getRight } from './boxes.ts';
import { groupIntoRows, type PlacedWord } from './rows.ts';
import type { Box } from './types.ts';

/** In word heights: two or three times the space between words. */
const MIN_WIDTH = 0.65;
/** Spaces between words seldom stand below each other in so many rows. */
const MIN_ROWS = 5;
const MAX_OPEN = 64;

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
  for (const row of groupIntoRows(words)) {
    const next: OpenGutter[] = [];
    const gaps = listGaps(row);
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

function listGaps(row: readonly PlacedWord[]): readonly Box[] {
  let end = -Infinity;
  return row.flatMap(({ box }) => {
    const gap = { x: end, y: box.y, width: box.x - end, height: box.height };
    end = Math.max(end, getRight(box));
    return Number.isFinite(gap.width) && gap.width >= MIN_WIDTH * box.height ? [gap] : [];
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
