/**
 * A reading cut into tiles: words that stand together on the screen, a few lines at most, so that something can be found by
 * where it is. The one rule: every word of the reading is in exactly one tile; linear in the words.
 */
import { bottomOf, joined, rightOf } from './box.ts';
import type { Box, Reading, ReadWord } from './types.ts';

/** Words that stand together. */
export interface Tile {
  /** Line by line. */
  readonly text: string;
  readonly box: Box;
  /** Where its first word stands in the reading's text. */
  readonly start: number;
}

/** A part of a line without a wide gap in it. */
interface Row {
  readonly words: readonly ReadWord[];
  readonly box: Box;
}

/** A gap between words that is so many times their height parts them: they are of two columns. */
const GAP = 3;
/** Rows are near one another within so many of their heights. */
const NEAR = 1;
/** Most lines and words of a tile. */
const LINES = 5;
const WORDS = 60;
/** How many tiles a row may still join: rows of columns that are read side by side take turns. */
const OPEN = 12;

/** The tiles in the order in which their first words are read. */
export function tilesOf(reading: Reading): readonly Tile[] {
  const tiles: Row[][] = [];
  const open: Row[][] = [];
  for (const row of rowsOf(reading)) {
    const above = open.findLast((tile) => goesOn(tile, row));
    if (above) {
      above.push(row);
      continue;
    }
    const begun = [row];
    tiles.push(begun);
    open.push(begun);
    if (open.length > OPEN) open.shift();
  }
  return tiles.map((rows) => tileOf(rows, reading.text));
}

/** The smallest box around all of them. */
export function around(boxes: readonly Box[]): Box {
  const [first, ...others] = boxes;
  return first === undefined ? { x: 0, y: 0, width: 0, height: 0 } : others.reduce(joined, first);
}

/** Whether two boxes share any place. */
export function overlap(a: Box, b: Box): boolean {
  return besideEachOther(a, b) && a.y < bottomOf(b) && b.y < bottomOf(a);
}

const besideEachOther = (a: Box, b: Box): boolean => a.x < rightOf(b) && b.x < rightOf(a);

/** Lines of the reading, each cut where a wide gap is. */
function rowsOf({ text, words }: Reading): readonly Row[] {
  const rows: ReadWord[][] = [];
  let row: ReadWord[] = [];
  for (const word of words) {
    const before = row.at(-1);
    if (before && (text.slice(before.end, word.start).includes('\n') || isApart(before.box, word.box))) row = [];
    if (row.length === 0) rows.push(row);
    row.push(word);
    if (row.length === WORDS) row = [];
  }
  return rows.map((each) => ({ words: each, box: around(each.map(({ box }) => box)) }));
}

const isApart = (left: Box, right: Box): boolean => right.x - rightOf(left) > GAP * Math.max(left.height, right.height);

/** Whether a row stands right below a tile that has room for it. */
function goesOn(tile: readonly Row[], { words, box }: Row): boolean {
  const last = tile.at(-1);
  if (!last || tile.length >= LINES) return false;
  if (tile.reduce((sum, row) => sum + row.words.length, words.length) > WORDS) return false;
  const gap = box.y - bottomOf(last.box);
  const height = Math.max(box.height, last.box.height);
  return Math.abs(gap) <= NEAR * height && box.y > last.box.y && besideEachOther(last.box, box);
}

function tileOf(rows: readonly Row[], text: string): Tile {
  const lines = rows.map(({ words }) => words.map(({ start, end }) => text.slice(start, end)).join(' '));
  return { text: lines.join('\n'), box: around(rows.map(({ box }) => box)), start: rows[0]?.words[0]?.start ?? 0 };
}
