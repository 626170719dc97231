/** Arranges strips of a picture on a white sheet at the engine's letter size, and maps back. */
import { cropGray, scaleGray } from './gray.ts';
import { groupIntoRows } from './rows.ts';
import type { Strip, Strips } from './strips.ts';
import type { Box, Gray } from './types.ts';
import { coverPixels, getBottom, getMiddleY, getRight, measureSharedHeight } from './boxes.ts';

/** White space around each band. All of these in letter heights. */
const MARGIN = 0.7;
/** Wider gaps shrink to this: cells are read with their neighbours. */
const MAX_GAP = 3;
const MAX_LINE_HEIGHT = 1.7;
const MAX_HEIGHT_RATIO = 1.3;
const MIN_SHARED_HEIGHT = 0.75;
const MIN_FACTOR = 0.05;
const MAX_FACTOR = 4;
/** In pixels: the engine counts in 16 bits. */
export const MAX_EDGE = 32_700;
/** In pixels: the soft edges of letters. */
const BLEED = 2;

interface Piece {
  readonly number: number;
  readonly box: Box;
  readonly at: Box;
  readonly factor: number;
}

interface Band {
  readonly pieces: readonly Piece[];
  readonly end: number;
}

export interface Sheet {
  readonly picture: Gray;
  readonly bands: readonly Band[];
}

/** Letters become `size` pixels high, or less where the engine could not take the sheet or it had more than `most` pixels. */
export function buildSheet(flat: Gray, textStrips: Strips, size: number, most: number): Sheet {
  const { strips, owners, letter } = textStrips;
  const margin = Math.ceil(MARGIN * Math.min(size, letter * MAX_FACTOR));
  const canShareBand = (one: Box, other: Box): boolean => fitsSameBand(one, other, letter);
  const grownStrips = strips.map((strip) => ({ ...strip, box: coverPixels(strip.box, flat, BLEED) }));
  const rows = groupIntoRows(grownStrips, canShareBand);
  let end = margin;
  const bands = rows.map((row) => {
    const widest = row.reduce((one, other) => (other.box.width > one.box.width ? other : one));
    const factor = Math.min(MAX_FACTOR, Math.max(MIN_FACTOR, size / widest.letter));
    const pieces = placePieces(row, margin, end, MAX_GAP * widest.letter, factor);
    end = pieces.reduce((most, { at }) => Math.max(most, getBottom(at)), end) + margin;
    return { pieces, end: end - margin / 2 };
  });
  const pieces = bands.flatMap((band) => band.pieces);
  const width = pieces.reduce((most, { at }) => Math.max(most, getRight(at)), 0) + margin;
  const edge = Math.max(width, end);
  if ((width * end > most || edge > MAX_EDGE) && size > MIN_FACTOR * letter) {
    const shrinking = Math.min(0.9, Math.sqrt(most / (width * end)), MAX_EDGE / edge);
    return buildSheet(flat, textStrips, size * shrinking, most);
  }
  const picture: Gray = { width, height: end, data: new Uint8Array(width * end).fill(255) };
  for (const piece of pieces) paintStrip(picture, extractInk(flat, owners, piece), piece.at);
  return { picture, bands };
}

function fitsSameBand(one: Box, other: Box, letter: number): boolean {
  const [lower, higher] = one.height < other.height ? [one, other] : [other, one];
  const single = higher.height <= MAX_LINE_HEIGHT * letter + 2 * BLEED;
  return (
    (single || higher.height <= MAX_HEIGHT_RATIO * lower.height) &&
    measureSharedHeight(one, other) >= MIN_SHARED_HEIGHT * lower.height
  );
}

function placePieces(row: readonly Strip[], left: number, top: number, widest: number, factor: number): Piece[] {
  const highest = row.reduce((least, { box }) => Math.min(least, box.y), Infinity);
  let x = left;
  return row.map(({ box, number }, i) => {
    const last = row[i - 1]?.box;
    if (last !== undefined) x += Math.round(Math.min(widest, Math.max(0, box.x - getRight(last))) * factor);
    const y = top + Math.round((box.y - highest) * factor);
    const [width, height] = [Math.max(1, Math.round(box.width * factor)), Math.max(1, Math.round(box.height * factor))];
    const at = { x, y, width, height };
    x += width;
    return { number, box, at, factor };
  });
}

function extractInk(flat: Gray, owners: Int32Array, { number, box }: Piece): Gray {
  const part = cropGray(flat, box);
  for (let y = 0; y < box.height; y += 1)
    for (let x = 0; x < box.width; x += 1) {
      const at = (box.y + y) * flat.width + box.x + x;
      if (isForeignPixel(owners, at, flat.width, number)) part.data[y * box.width + x] = 255;
    }
  return part;
}

function isForeignPixel(owners: Int32Array, at: number, width: number, number: number): boolean {
  const owner = owners[at] ?? 0;
  if (owner !== 0) return owner !== number;
  const [above, below] = [owners[at - width] ?? 0, owners[at + width] ?? 0];
  return above !== number && below !== number && (above !== 0 || below !== 0);
}

function paintStrip(sheet: Gray, strip: Gray, at: Box): void {
  const large = scaleGray(strip, at.width, at.height);
  for (let y = 0; y < at.height; y += 1)
    sheet.data.set(large.data.subarray(y * at.width, (y + 1) * at.width), (at.y + y) * sheet.width + at.x);
}

/** null if there is no strip. */
export function toPictureBox(box: Box, { bands }: Sheet): Box | null {
  const [x, y] = [box.x + box.width / 2, getMiddleY(box)];
  const pieces = findFirstPassing(bands, ({ end }) => end >= y)?.pieces ?? [];
  const piece = findFirstPassing(pieces, ({ at }) => getRight(at) >= x) ?? pieces.at(-1);
  if (piece === undefined) return null;
  const { factor } = piece;
  const left = piece.box.x + (box.x - piece.at.x) / factor;
  const top = piece.box.y + (box.y - piece.at.y) / factor;
  return { x: left, y: top, width: box.width / factor, height: box.height / factor };
}

/** Binary search: all items after the first that passes must pass too. */
function findFirstPassing<T>(things: readonly T[], passes: (thing: T) => boolean): T | undefined {
  let [from, to] = [0, things.length];
  while (from < to) {
    const half = (from + to) >> 1;
    const thing = things[half];
    if (thing !== undefined && passes(thing)) to = half;
    else from = half + 1;
  }
  return things[from];
}
