/** Splits a reading into tiles (adjacent lines) to find text by position. Every word is in one tile; linear. */
import type { Box, Reading, ReadWord } from './types.ts';
import { getBottom, mergeBoxes, getRight } from './boxes.ts';

interface Tile {
  readonly text: string;
  readonly box: Box;
  readonly start: number;
}

interface TileRow {
  readonly words: readonly ReadWord[];
  readonly box: Box;
}

/** In word heights. */
const COLUMN_GAP = 3;
/** In row heights. */
const MAX_ROW_GAP = 1;
const MAX_LINES = 5;
const MAX_WORDS = 60;
/** Rows of side-by-side columns alternate. */
const MAX_OPEN_TILES = 12;

export function buildTiles(reading: Reading): readonly Tile[] {
  const tiles: TileRow[][] = [];
  const open: TileRow[][] = [];
  for (const row of splitIntoRows(reading)) {
    const above = open.findLast((tile) => continuesTile(tile, row));
    if (above) {
      above.push(row);
      continue;
    }
    const begun = [row];
    tiles.push(begun);
    open.push(begun);
    if (open.length > MAX_OPEN_TILES) open.shift();
  }
  return tiles.map((rows) => buildTile(rows, reading.text));
}

export function encloseBoxes(boxes: readonly Box[]): Box {
  const [first, ...others] = boxes;
  return first === undefined ? { x: 0, y: 0, width: 0, height: 0 } : others.reduce(mergeBoxes, first);
}

export function hasOverlap(a: Box, b: Box): boolean {
  return overlapsHorizontally(a, b) && a.y < getBottom(b) && b.y < getBottom(a);
}

const overlapsHorizontally = (a: Box, b: Box): boolean => a.x < getRight(b) && b.x < getRight(a);

function splitIntoRows({ text, words }: Reading): readonly TileRow[] {
  const rows: ReadWord[][] = [];
  let row: ReadWord[] = [];
  for (const word of words) {
    const before = row.at(-1);
    if (before && (text.slice(before.end, word.start).includes('\n') || hasWideGap(before.box, word.box))) row = [];
    if (row.length === 0) rows.push(row);
    row.push(word);
    if (row.length === MAX_WORDS) row = [];
  }
  return rows.map((rowWords) => ({ words: rowWords, box: encloseBoxes(rowWords.map(({ box }) => box)) }));
}

const hasWideGap = (left: Box, right: Box): boolean =>
  right.x - getRight(left) > COLUMN_GAP * Math.max(left.height, right.height);

function continuesTile(tile: readonly TileRow[], { words, box }: TileRow): boolean {
  const last = tile.at(-1);
  if (!last || tile.length >= MAX_LINES) return false;
  if (tile.reduce((sum, row) => sum + row.words.length, words.length) > MAX_WORDS) return false;
  const gap = box.y - getBottom(last.box);
  const height = Math.max(box.height, last.box.height);
  return Math.abs(gap) <= MAX_ROW_GAP * height && box.y > last.box.y && overlapsHorizontally(last.box, box);
}

function buildTile(rows: readonly TileRow[], text: string): Tile {
  const lines = rows.map(({ words }) => words.map(({ start, end }) => text.slice(start, end)).join(' '));
  return {
    text: lines.join('\n'),
    box: encloseBoxes(rows.map(({ box }) => box)),
    start: rows[0]?.words[0]?.start ?? 0,
  };
}
