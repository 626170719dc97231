/**
 * Strips of a picture in bands below each other on a white sheet, as large as the engine likes letters, and the way back.
 * The one rule: each strip keeps to a place of its own, so that a word of the sheet has one place in the picture.
 */
import { bottomOf, middleOf, rightOf, sharedHeight } from './box.ts';
import { cropped } from './gray.ts';
import { rowsOf } from './rows.ts';
import { scaled } from './scale.ts';
import type { Strip, Strips } from './strips.ts';
import type { Box, Gray } from './types.ts';

/** All of these in heights of letters. White around each band. */
const MARGIN = 0.7;
/** What is left of a wider gap between strips of a row: the engine reads the cells of a table with what is beside them. */
const GAP = 3;
/** A strip that is higher is of large letters, or of more than one line … */
const LINE = 1.7;
/** … and shares its band only with strips that are nearly as high. */
const ALIKE = 1.3;
const SHARED = 0.6;
/** Letters that small say nothing. */
const LEAST = 0.05;
/** Pixels around a strip that are taken along: the soft edges of letters. */
const BLEED = 2;

interface Piece {
  /** Of whose pixels it is made. */
  readonly number: number;
  /** In the picture. */
  readonly box: Box;
  /** In the sheet. */
  readonly at: Box;
}

/** Pieces from left to right. */
interface Band {
  readonly pieces: readonly Piece[];
  readonly end: number;
}

export interface Sheet {
  readonly picture: Gray;
  readonly factor: number;
  readonly bands: readonly Band[];
}

/** A sheet of `most` pixels, the letters `factor` times as large where there is room for that. */
export function sheetOf(flat: Gray, found: Strips, factor: number, most: number): Sheet {
  const { strips, owners, letter } = found;
  const margin = Math.ceil(MARGIN * letter * factor);
  const fits = (one: Box, other: Box): boolean => besides(one, other, letter);
  const grownStrips = strips.map(({ box, number }) => ({ box: grown(box, flat), number }));
  const rows = rowsOf(grownStrips, fits);
  let end = margin;
  const bands = rows.map((row) => {
    const pieces = placed(row, margin, end, GAP * letter, factor);
    end = pieces.reduce((most, { at }) => Math.max(most, bottomOf(at)), end) + margin;
    return { pieces, end: end - margin / 2 };
  });
  const pieces = bands.flatMap((band) => band.pieces);
  const width = pieces.reduce((most, { at }) => Math.max(most, rightOf(at)), 0) + margin;
  if (width * end > most && factor > LEAST)
    return sheetOf(flat, found, factor * Math.min(0.9, Math.sqrt(most / (width * end))), most);
  const picture: Gray = { width, height: end, data: new Uint8Array(width * end).fill(255) };
  for (const piece of pieces) paint(picture, ownInk(flat, owners, piece), piece.at);
  return { picture, factor, bands };
}

/** Whether two strips may stand in one band: they share most of the lower one's height, and neither is of two lines. */
function besides(one: Box, other: Box, letter: number): boolean {
  const [low, high] = one.height < other.height ? [one, other] : [other, one];
  const single = high.height <= LINE * letter + 2 * BLEED;
  return (single || high.height <= ALIKE * low.height) && sharedHeight(one, other) >= SHARED * low.height;
}

function grown(box: Box, picture: Gray): Box {
  const [x, y] = [Math.max(0, box.x - BLEED), Math.max(0, box.y - BLEED)];
  const right = Math.min(picture.width, rightOf(box) + BLEED);
  const bottom = Math.min(picture.height, bottomOf(box) + BLEED);
  return { x, y, width: right - x, height: bottom - y };
}

function placed(row: readonly Strip[], left: number, top: number, widest: number, factor: number): Piece[] {
  const highest = row.reduce((least, { box }) => Math.min(least, box.y), Infinity);
  let x = left;
  return row.map(({ box, number }, i) => {
    const last = row[i - 1]?.box;
    if (last !== undefined) x += Math.round(Math.min(widest, Math.max(0, box.x - rightOf(last))) * factor);
    const y = top + Math.round((box.y - highest) * factor);
    const [width, height] = [Math.max(1, Math.round(box.width * factor)), Math.max(1, Math.round(box.height * factor))];
    const at = { x, y, width, height };
    x += width;
    return { number, box, at };
  });
}

/** The strip alone: what reaches into its box from the lines above and below is left white. */
function ownInk(flat: Gray, owners: Int32Array, { number, box }: Piece): Gray {
  const part = cropped(flat, box);
  for (let y = 0; y < box.height; y += 1)
    for (let x = 0; x < box.width; x += 1) {
      const at = (box.y + y) * flat.width + box.x + x;
      if (isForeign(owners, at, flat.width, number)) part.data[y * box.width + x] = 255;
    }
  return part;
}

/** The soft edge of a letter belongs to nobody: it goes with the ink above and below that it touches. */
function isForeign(owners: Int32Array, at: number, width: number, number: number): boolean {
  const owner = owners[at] ?? 0;
  if (owner !== 0) return owner !== number;
  const [above, below] = [owners[at - width] ?? 0, owners[at + width] ?? 0];
  return above !== number && below !== number && (above !== 0 || below !== 0);
}

function paint(sheet: Gray, strip: Gray, at: Box): void {
  const large = scaled(strip, at.width, at.height);
  for (let y = 0; y < at.height; y += 1)
    sheet.data.set(large.data.subarray(y * at.width, (y + 1) * at.width), (at.y + y) * sheet.width + at.x);
}

/** Where a box of the sheet is in the picture; null where there is no strip. */
export function inPicture(box: Box, { bands, factor }: Sheet): Box | null {
  const [x, y] = [box.x + box.width / 2, middleOf(box)];
  const pieces = firstFrom(bands, ({ end }) => end >= y)?.pieces ?? [];
  const piece = firstFrom(pieces, ({ at }) => rightOf(at) >= x) ?? pieces.at(-1);
  if (piece === undefined) return null;
  const left = piece.box.x + (box.x - piece.at.x) / factor;
  const top = piece.box.y + (box.y - piece.at.y) / factor;
  return { x: left, y: top, width: box.width / factor, height: box.height / factor };
}

/** The first of those that pass, all after it passing too: found by halves. */
function firstFrom<T>(things: readonly T[], passes: (thing: T) => boolean): T | undefined {
  let [from, to] = [0, things.length];
  while (from < to) {
    const half = (from + to) >> 1;
    const thing = things[half];
    if (thing !== undefined && passes(thing)) to = half;
    else from = half + 1;
  }
  return things[from];
}
