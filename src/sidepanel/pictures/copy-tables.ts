/** Tables of a text as a spreadsheet takes them. Loaded at the first copy. */
import { toHtml } from 'hast-util-to-html';
import { collapseWhitespace } from '../../lib/base/one-line.ts';
import { findTables } from '../../lib/pipeline/text/markdown-table.ts';

type HtmlElement = Extract<Parameters<typeof toHtml>[0], { type: 'element' }>;

interface TablesCopy {
  readonly tsv: string;
  readonly html: string;
}

/** All tables of the text, an empty line between them. Where they are pasted, nothing in them is run or loaded. */
export function formatTables(text: string): TablesCopy {
  const tables = findTables(text).map(({ rows }) =>
    rows.map((row) => row.map((cell) => disarmCell(collapseWhitespace(cell)))),
  );
  return {
    tsv: tables.map((rows) => rows.map((row) => row.map(quoteCell).join('\t')).join('\n')).join('\n\n'),
    html: tables.map((rows) => toHtml(buildTable(rows))).join('<br>'),
  };
}

/** What a spreadsheet may take for the beginning of a formula; wide signs too. */
const FORMULA = /^[\p{C}\p{Z}]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/u;
/** Signed amounts with a unit, telephone numbers, and dashes for “none”. */
const HARMLESS = /^(?:[+-] ?\p{Sc}? ?\d[\d .,'’]*(?:[%°\p{Sc}\p{L}]{1,4})?|-{1,3})$/u;

/** The apostrophe makes it text in a spreadsheet. */
const disarmCell = (cell: string): string => (FORMULA.test(cell) && !HARMLESS.test(cell) ? `'${cell}` : cell);

/** A quotation mark at its beginning would take in the cells behind it. */
const quoteCell = (cell: string): string => (cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell);

const buildTable = (rows: readonly (readonly string[])[]): HtmlElement =>
  buildElement(
    'table',
    rows.map((row) =>
      buildElement(
        'tr',
        row.map((value) => buildElement('td', [{ type: 'text', value }])),
      ),
    ),
  );

const buildElement = (tagName: string, children: HtmlElement['children']): HtmlElement => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});
