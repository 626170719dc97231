/** How far a reading is from what stands on a screen. The one rule: runs of white space count as one space, marks of tables not. */
import { DOUBTFUL_BELOW, type Reading } from '../../../src/lib/pipeline/ocr/types.ts';
import { listWords } from '../../../src/lib/pipeline/text/markdown-table.ts';

/** In characters: shorter pieces are parts of many words. */
const MIN_PART = 3;

const collapsed = (text: string): readonly string[] => Array.from(text.replace(/\s+/g, ' ').trim());

/** Characters to insert, take out or change to make one of the other; memory is that of one row. */
function distance(from: readonly string[], to: readonly string[]): number {
  const row = Uint32Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, character] of from.entries()) {
    let corner = i;
    row[0] = i + 1;
    for (const [j, other] of to.entries()) {
      const above = row[j + 1] ?? 0;
      const changed = corner + (character === other ? 0 : 1);
      row[j + 1] = Math.min(changed, above + 1, (row[j] ?? 0) + 1);
      corner = above;
    }
  }
  return row[to.length] ?? 0;
}

const withoutMarks = (text: string): string =>
  listWords(text)
    .map(({ word }) => word.replaceAll('\\|', '|'))
    .join(' ');

/** Chinese is written without spaces: where a line of it ends says nothing. */
const joinWrapped = (text: string): string =>
  text.replace(/(?<=[\p{Script=Han}，。：；、])\s*\n\s*(?=\p{Script=Han})/gu, '');

/** Characters that are wrong, and how many there should be. */
export function errorsOf(read: string, truth: string): { readonly wrong: number; readonly of: number } {
  const wanted = collapsed(joinWrapped(truth));
  return { wrong: distance(collapsed(withoutMarks(joinWrapped(read))), wanted), of: wanted.length };
}

/**
 * Words of a reading that no doubt is shown for, and how many of them are wrong: they stand on the screen less often than they were
 * read, and are no part of another word either.
 */
export function countSure({ text, words }: Reading, truth: string): { readonly wrong: number; readonly of: number } {
  const split = (said: string): readonly string[] => said.match(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu) ?? [];
  const solid = truth.replace(/\s+/gu, '');
  const wanted = new Map<string, number>();
  for (const piece of split(truth)) wanted.set(piece, (wanted.get(piece) ?? 0) + 1);
  const isRight = (piece: string): boolean => {
    const left = wanted.get(piece) ?? 0;
    wanted.set(piece, left - 1);
    return left > 0 || (piece.length >= MIN_PART && solid.includes(piece));
  };
  const sure = words.filter(({ confidence }) => confidence >= DOUBTFUL_BELOW);
  const wrong = sure.filter(({ start, end }) => !split(text.slice(start, end)).every(isRight));
  return { wrong: wrong.length, of: sure.length };
}
