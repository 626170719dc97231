/** Whether text is set in letters of one width, and how far its lines are indented. The one rule: in doubt it is not. */
import { median, type Word } from './rows.ts';

/** Words that are needed to tell. */
const LEAST = 6;
/** Of a letter: how far a word may be from where its neighbour's letters put it, since letters differ within their cells. */
const OFF = 0.35;
/** Of the words: so many stand where they should. In running text of other fonts it is about a third. */
const AGREE = 0.7;
/** Indentation beyond this is no code. */
const MOST = 60;

/** The width of a letter in pixels; null when letters differ. */
export function pitchOf(rows: readonly (readonly Word[])[]): number | null {
  const steps = rows.flatMap((row) =>
    row.slice(1).flatMap((word, i) => {
      const last = row[i];
      if (last === undefined) return [];
      return [{ letters: Array.from(last.text).length + 1, across: word.box.x - last.box.x }];
    }),
  );
  if (steps.length < LEAST) return null;
  const pitch = median(steps.map(({ letters, across }) => across / letters));
  const agree = steps.filter(({ letters, across }) => Math.abs(across - letters * pitch) <= OFF * pitch);
  return pitch > 0 && agree.length >= AGREE * steps.length ? pitch : null;
}

/** Spaces before a row whose column begins at `left`. */
export function indentOf(row: readonly Word[], left: number, pitch: number): number {
  const x = row.reduce((least, { box }) => Math.min(least, box.x), Infinity);
  const spaces = Math.round((x - left) / pitch);
  return Number.isFinite(spaces) ? Math.min(MOST, Math.max(0, spaces)) : 0;
}
