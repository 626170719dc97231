/** Detects monospaced text and its indentation. In doubt, text is not monospaced. */
import { computeMedian, type PlacedWord } from './rows.ts';

/** Word pairs needed to decide. */
const MIN_STEPS = 6;
/** In letter widths: how far a word may be from its expected place, since letters differ within their cells. */
const MAX_OFFSET = 0.35;
/** Share of words that must be where expected. In proportional running text about a third are. */
const MIN_AGREEMENT = 0.7;
/** Deeper indentation is not code. */
const MAX_INDENT = 60;

/** Returns the width of a letter in pixels; null if letters differ in width. */
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

/** Returns the spaces before a row whose column begins at `left`. */
export function computeIndent(row: readonly PlacedWord[], left: number, pitch: number): number {
  const x = row.reduce((least, { box }) => Math.min(least, box.x), Infinity);
  const spaces = Math.round((x - left) / pitch);
  return Number.isFinite(spaces) ? Math.min(MAX_INDENT, Math.max(0, spaces)) : 0;
}
