/** Tables as Markdown, written and found again. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeCell,
  findTables,
  formatDelimiters,
  formatRow,
  listWords,
} from '../../../../src/lib/pipeline/text/markdown-table.ts';

const cell = fc
  .string({ unit: fc.constantFrom('a', 'B', ' ', '|', '-', ':', '=', 'é', '🌊'), maxLength: 8 })
  .map((text) => text.trim());
const rowsOf = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))
  .filter(([head = []]) => head.some((text) => text !== ''));
const format = ([head = [], ...body]: readonly (readonly string[])[]): string =>
  [
    formatRow(head.map(escapeCell)),
    formatDelimiters(head.map(() => 3)),
    ...body.map((row) => formatRow(row.map(escapeCell))),
  ].join('\n');

describe('a table in a text', () => {
  it('is found where it stands, cell by cell, pipes within cells too', () => {
    fc.assert(
      fc.property(
        rowsOf,
        fc.constantFrom('', 'Before.\n\n', 'a | b\n'),
        fc.constantFrom('', '\n\nAfter.'),
        (rows, before, after) => {
          const table = format(rows);
          const text = `${before}${table}${after}`;
          const found = findTables(text);
          expect(found.map((one) => one.rows)).toEqual([rows]);
          expect(text.slice(found[0]?.start, found[0]?.end).trimEnd()).toBe(table);
        },
      ),
    );
  });

  it('takes a blank head for none, and rows of uneven length for whole ones', () => {
    expect(findTables('|  |  |\n| --- | --- |\n| a |\n| b | c | d |')[0]?.rows).toEqual([
      ['a', '', ''],
      ['b', 'c', 'd'],
    ]);
  });

  it.each(['', 'a | b', '| a | b |', '| a | b |\n| c | d |', '| --- | --- |'])('is not seen in %j', (text) => {
    expect(findTables(text)).toEqual([]);
  });

  it('has its cells for words, and not its marks', () => {
    const words = listWords('a | b\n\n| c  | \\| |\n| --- | --- |\n| d | --|- |\n\n--- e').map(({ word }) => word);
    expect(words).toEqual(['a', '|', 'b', 'c', '\\|', 'd', '--|-', '---', 'e']);
  });
});
