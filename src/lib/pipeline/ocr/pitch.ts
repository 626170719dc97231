/** Letters of one width, as code has them: their columns are kept. */
import { computeMedian } from '../../base/numbers.ts';
import type { PlacedWord } from './rows.ts';

const MIN_STEPS = 6;

/** In letter widths, since letters differ within their cells. */
const MAX_OFFSET = 0.35;

/** Share of words as expected; about a third in proportional text. */
const MIN_AGREEMENT = 0.7;

const MAX_INDENT = 60;

/** In pixels; null if letters differ in width. */
export function measurePitch(rows: readonly (readonly PlacedWord[])[]): number | null {
  const steps = rows.flatMap((row) =>
    row.slice(1).flatMap((word, i) => {
      const last = row[i];
      if (last === undefined) return [];
      return [{ letters: Array.from(last.text).length + 1, across: word.box.x - last.box.x }];
    }),
  );
  if (steps.length < MIN_STEPS) return null;
  const pitch = computeMedian(steps.map(({ letters, across }) => across / letters));
  const agree = steps.filter(({ letters, across }) => Math.abs(across - letters * pitch) <= MAX_OFFSET * pitch);
  return pitch > 0 && agree.length >= MIN_AGREEMENT * steps.length ? pitch : null;
}

export function computeIndent(row: readonly PlacedWord[], left: number, pitch: number): number {
  const x = row.reduce((least, { box }) => Math.min(least, box.x), Infinity);
  const spaces = Math.round((x - left) / pitch);
  return Number.isFinite(spaces) ? Math.min(MAX_INDENT, Math.max(0, spaces)) : 0;
}
