/** Tables as they come to the clipboard. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTables } from '../../../src/sidepanel/pictures/copy-tables.ts';
import { escapeCell, formatDelimiters, formatRow } from '../../../src/lib/pipeline/text/markdown-table.ts';

const tableOf = (rows: readonly (readonly string[])[]): string =>
  [
    formatRow((rows[0] ?? []).map(escapeCell)),
    formatDelimiters((rows[0] ?? []).map(() => 3)),
    ...rows.slice(1).map((row) => formatRow(row.map(escapeCell))),
  ].join('\n');
const cellsOf = (html: string): readonly (readonly string[])[] =>
  [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('tr')].map((row) =>
    [...row.cells].map(({ textContent }) => textContent),
  );

describe('a copied table', () => {
  it('has each cell at its place, as rows of tabs and as a table', () => {
    const { tsv, html } = formatTables(
      `Prices\n\n${tableOf([
        ['Item', 'Price'],
        ['', '-4.50 €'],
        ['a|b', '+49 123 4567'],
      ])}`,
    );
    expect(tsv).toBe('Item\tPrice\n\t-4.50 €\na|b\t+49 123 4567');
    expect(cellsOf(html)).toEqual([
      ['Item', 'Price'],
      ['', '-4.50 €'],
      ['a|b', '+49 123 4567'],
    ]);
  });

  it.each([
    '=1+1',
    '=HYPERLINK("https://evil.example";"click")',
    '@SUM(A1)',
    '+cmd|calc!A1',
    '-2+3+cmd|calc!A1',
    '＝1+1',
    '\u200b=1',
  ])('makes %j text', (cell) => {
    const { tsv, html } = formatTables(tableOf([['Item', cell]]));
    expect(tsv).toBe(`Item\t'${cell}`);
    expect(cellsOf(html)).toEqual([['Item', `'${cell}`]]);
  });

  it.each(['-', '---', '-12 °C', '-1.2M', '+5 %'])('leaves %j as it is', (cell) => {
    expect(formatTables(tableOf([['Item', cell]])).tsv).toBe(`Item\t${cell}`);
  });

  it('has as many cells in each row however they are written, and no markup but its own', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', '<', 'img src=x>', '&', '\t', '\r', '=', '-', '1', ' '),
      maxLength: 6,
    });
    const row = fc.tuple(text, text, text);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (body) => {
        const { tsv, html } = formatTables(tableOf([['x', 'y', 'z'], ...body]));
        const lines = tsv.split('\n').map((line) => line.split('\t'));
        expect(lines.map((cells) => cells.length)).toEqual(Array(body.length + 1).fill(3));
        for (const cell of lines.flat())
          expect(cell).toMatch(/^(?:(?![="+@]|-\D).*|"(?:[^"]|"")*"|-{1,3}|[+-]?[\d ]*a{0,4})$/u);
        const parsed = new DOMParser().parseFromString(`<body>${html}`, 'text/html').body.querySelectorAll('*');
        expect(new Set([...parsed].map(({ localName }) => localName))).toEqual(new Set(['table', 'tbody', 'tr', 'td']));
        expect(cellsOf(html).map((cells) => cells.length)).toEqual(lines.map((cells) => cells.length));
      }),
    );
  });
});
