/** Accounts for what looks like writing in a picture as it came, whatever was made of it: cells with strokes both ways. */
import { getBottom, getRight } from './boxes.ts';
import type { Box, Gray } from './types.ts';

/** In steps of 255, between neighbouring pixels. */
const STROKE = 28;
/** Share of a cell's side: so many strokes across and down. A straight line has them one way only. */
const MIN_STROKES = 0.4;
const MIN_CELL = 6;
const MAX_CELL = 32;

interface InkCells {
  readonly size: number;
  readonly columns: number;
  readonly isInk: Uint8Array;
}

export function findInk({ width, height, data }: Gray, letter: number): InkCells {
  const size = Math.round(Math.min(MAX_CELL, Math.max(MIN_CELL, letter)));
  const columns = Math.ceil(width / size);
  const [across, down] = [0, 1].map(() => new Uint16Array(columns * Math.ceil(height / size))) as [
    Uint16Array,
    Uint16Array,
  ];
  for (let y = 1, at = width; y < height; y += 1) {
    const row = Math.floor(y / size) * columns;
    for (let x = 0; x < width; x += 1, at += 1) {
      const light = data[at] ?? 0;
      const cell = row + Math.floor(x / size);
      if (x > 0 && Math.abs(light - (data[at - 1] ?? 0)) > STROKE) across[cell] = (across[cell] ?? 0) + 1;
      if (Math.abs(light - (data[at - width] ?? 0)) > STROKE) down[cell] = (down[cell] ?? 0) + 1;
    }
  }
  const least = MIN_STROKES * size;
  return {
    size,
    columns,
    isInk: Uint8Array.from(across, (count, i) => (count > least && (down[i] ?? 0) > least ? 1 : 0)),
  };
}

/** Share of the inked cells that no box touches; 0 if there are none. */
export function measureMissed({ size, columns, isInk }: InkCells, boxes: readonly Box[]): number {
  const left = isInk.slice();
  const rows = isInk.length / columns;
  for (const box of boxes)
    for (let y = Math.max(0, Math.floor(box.y / size)); y < Math.min(rows, getBottom(box) / size); y += 1)
      left.fill(
        0,
        y * columns + Math.max(0, Math.floor(box.x / size)),
        y * columns + Math.min(columns, Math.ceil(getRight(box) / size)),
      );
  const count = (cells: Uint8Array): number => cells.reduce((sum, cell) => sum + cell, 0);
  return count(left) / Math.max(1, count(isInk));
}
