/** How far a reading is from what stands on a screen. The one rule: runs of white space count as one space, marks of tables not. */
import { listWords } from '../../../src/lib/pipeline/text/markdown-table.ts';

const collapsed = (text: string): readonly string[] => Array.from(text.replace(/\s+/g, ' ').trim());

/** Characters to insert, take out or change to make one of the other; memory is that of one row. */
export function distance(from: readonly string[], to: readonly string[]): number {
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
