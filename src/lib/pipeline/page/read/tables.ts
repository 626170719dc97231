/** Tells tables of data from tables of layout, and renders those of data as Markdown. */
import { DITTO, escapeCell, formatDelimiters, formatRow } from '../../text/markdown-table.ts';
import { isPauseDue, type Slices } from '../../text/time-slices.ts';
import { getTextLength } from './text-shares.ts';

export function isDataTable(table: HTMLTableElement): boolean {
  if (table.getAttribute('role') === 'presentation' || table.querySelector('table')) return false;
  if (table.querySelector('th,caption,thead')) return true;
  const rows = table.rows;
  const columns = rows[0]?.cells.length ?? 0;
  if (rows.length < 2 || columns < 2) return false;
  if (table.querySelector('h1,h2,h3,h4,h5,h6,ul,ol,pre,form')) return false;
  return getTextLength(table) / (rows.length * columns) < 150;
}

export const isHeaderRow = (row: HTMLTableRowElement): boolean =>
  [...row.cells].every((cell) => cell.localName === 'th');

const MAX_COLUMNS = 60;

/** Cell texts must be one line of Markdown. A missing header row is left blank. A cell that spans rows is marked in each. */
export function* renderTable(table: HTMLTableElement, getCellText: (cell: Element) => string): Slices<string> {
  const rows: string[][] = [];
  const spanning: { left: number; mark: string }[] = []; // rows that a cell above still spans, by column
  let group: ParentNode | null = null;
  for (const row of table.rows) {
    if (isPauseDue()) yield;
    if (row.parentElement !== group) spanning.length = 0; // a span ends with its group of rows
    group = row.parentElement;
    const line: string[] = [];
    const isHeader = isHeaderRow(row);
    let ownText = '';
    const addSpanning = (): void => {
      for (let above = spanning[line.length]; above && above.left > 0; above = spanning[line.length]) {
        above.left -= 1;
        line.push(isHeader ? '' : above.mark); // a heading is said once
      }
    };
    addSpanning();
    for (const cell of row.cells) {
      const text = escapeCell(getCellText(cell));
      ownText += text;
      const across = Math.min(Math.max(1, cell.colSpan), MAX_COLUMNS - line.length);
      for (let i = 0; i < across; i += 1) {
        const mark = i === 0 && text !== '' ? DITTO : '';
        spanning[line.length] = { left: Math.max(1, cell.rowSpan) - 1, mark };
        line.push(i === 0 ? text : '');
      }
      if (line.length >= MAX_COLUMNS) break;
      addSpanning();
    }
    if (ownText === '') continue;
    if (rows.length === 0 && !isHeader && row.parentElement?.localName !== 'thead') rows.push([]);
    rows.push(line);
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return '';
  const [head = [], ...body] = rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
  return [formatRow(head), formatDelimiters(Array<number>(width).fill(3)), ...body.map(formatRow)].join('\n');
}
