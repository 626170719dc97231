/** How many cells of a table were read right: row, column and text. The one rule: runs of white space count as one space. */
import { computeMedian } from '../../../src/lib/base/numbers.ts';
import { groupIntoRows } from '../../../src/lib/pipeline/ocr/rows.ts';
import type { Reading } from '../../../src/lib/pipeline/ocr/types.ts';
import { findTables } from '../../../src/lib/pipeline/text/markdown-table.ts';

type Rows = readonly (readonly string[])[];

export const cellsOf = ({ text }: Reading): Rows => findTables(text).flatMap(({ rows }) => rows);

/** In letter heights: what the text of a row has two spaces for. */
const WIDE_GAP = 1.6;

/** As if the text of each row were split at its runs of spaces: an empty cell leaves no trace. */
export function cellsByGaps({ text, words }: Reading): Rows {
  return groupIntoRows(words).map((row) => {
    const size = computeMedian(row.map(({ box }) => box.height));
    const cells: string[] = [];
    let end = -Infinity;
    for (const { start, end: last, box } of row) {
      const said = text.slice(start, last).replaceAll('\\|', '|');
      if (box.x - end > WIDE_GAP * size) cells.push(said);
      else cells.push(`${cells.pop() ?? ''} ${said}`);
      end = box.x + box.width;
    }
    return cells;
  });
}

const normal = (cell = ''): string => cell.replace(/\s+/g, ' ').trim();

/** Whatever stands above the table: the rows are laid over each other where most cells agree. */
export function countRightCells(read: Rows, wanted: Rows): { readonly right: number; readonly of: number } {
  const rightFrom = (first: number): number =>
    wanted.reduce((sum, row, i) => {
      const own = read[first + i] ?? [];
      const isRight = (cell: string, column: number): boolean =>
        column < own.length && normal(cell) === normal(own[column]);
      return sum + row.filter(isRight).length;
    }, 0);
  const firsts = Array.from({ length: read.length + wanted.length }, (_, i) => i - wanted.length + 1);
  return { right: Math.max(0, ...firsts.map(rightFrom)), of: wanted.reduce((sum, row) => sum + row.length, 0) };
}
