/** Takes a picture band by band, each cut where no ink is; what cannot be cut stays in one band, however large. */
import { getArea } from '../boxes.ts';
import type { Box, Pixels, Size } from '../types.ts';
import { findSeam, MIN_RULE, type Seam } from './seam.ts';

/** A picture of which parts can be drawn at any size. It takes four bytes a pixel until it is closed. */
export interface OpenPicture extends Size {
  draw(part: Box, size: Size): Pixels;
  close(): void;
}

/** In pixels: a picture of so many is one band, and bands of a larger one have a third of it. Working copies take some 30 bytes for each. */
const MAX_PIXELS = 6_000_000;

/** In pixels, half a minute of dense text: a larger band, which could not be cut, is read at a smaller size. */
export const MAX_READ_PIXELS = 16_000_000;
/** In rows: half of it must be more than enough to tell a rule from a letter. */
const MIN_ROWS = 4 * MIN_RULE;
/** Longest edge of what is read: the engine counts in 16 bits and enlarges pictures up to three times. */
const MAX_READ_EDGE = 10_900;

export interface Band {
  readonly box: Box;
  /** Drawn smaller than `box` if that is too large. */
  readonly pixels: Pixels;
  /** The rows at which the next begins; null at the end of the picture. */
  readonly end: Seam | null;
}

/** `start`: where the band before ended; null at the top. `most`: pixels that are one band. */
export function takeBand(source: OpenPicture, start: Seam | null, most = MAX_PIXELS): Band {
  const { width } = source;
  const top = start === null ? 0 : findLeast(start);
  const rest = source.height - top;
  const isWhole = start === null && getArea(source) <= most && source.height <= MAX_READ_EDGE;
  const rows = isWhole ? rest : Math.min(MAX_READ_EDGE, Math.max(MIN_ROWS, Math.floor(most / 3 / width)));
  const step = rows >> 1;
  // what is above the window was looked through before, or would be a small band
  for (let height = rows; height < rest; height += step) {
    const window = { x: 0, y: top + height - step, width, height: step };
    const seam = findSeam(source.draw(window, window))?.map((row) => row + window.y);
    if (seam) return drawBand(source, { x: 0, y: top, width, height: findMost(seam) + 1 - top }, start, seam);
  }
  return drawBand(source, { x: 0, y: top, width, height: rest }, start, null);
}

const findLeast = (seam: Seam): number => seam.reduce((least, row) => Math.min(least, row), Infinity);
const findMost = (seam: Seam): number => seam.reduce((most, row) => Math.max(most, row), 0);

export function computeReadSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(MAX_READ_PIXELS / (width * height)), MAX_READ_EDGE / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

function drawBand(source: OpenPicture, box: Box, start: Seam | null, end: Seam | null): Band {
  const pixels = source.draw(box, computeReadSize(box));
  const [across, down] = [pixels.width / box.width, pixels.height / box.height];
  const toRow = (row: number): number => Math.min(pixels.height - 1, Math.floor((row - box.y) * down));
  for (let x = 0; x < pixels.width; x += 1) {
    const column = Math.floor(x / across);
    if (start) extendPaper(pixels, x, toRow(start[column] ?? 0), 0);
    if (end) extendPaper(pixels, x, toRow(end[column] ?? 0), pixels.height - 1);
  }
  return { box, pixels, end };
}

/** Paints what is beyond the cut as the paper that it runs through. */
function extendPaper({ width, data }: Pixels, x: number, row: number, edge: number): void {
  const from = (row * width + x) * 4;
  const step = Math.sign(edge - row);
  for (let at = row; at !== edge;) {
    at += step;
    data.copyWithin((at * width + x) * 4, from, from + 4);
  }
}
