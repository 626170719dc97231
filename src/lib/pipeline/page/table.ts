/**
 * Renders tables as GitHub-flavoured Markdown. Each row is padded to the widest, so tables with spans, ragged rows or
 * no header row stay one table.
 */
const MAX_COLUMNS = 60;

/** Cell texts must be Markdown on one line. The first row is the header; left blank if the table has none. */
export function renderTable(table: HTMLTableElement, getCellText: (cell: Element) => string): string {
  const rows: string[][] = [];
  const spanning: { left: number; text: string }[] = []; // cells that span down from rows above, by column
  for (const row of table.rows) {
    const line: string[] = [];
    const addSpanning = (): void => {
      for (let above = spanning[line.length]; above && above.left > 0; above = spanning[line.length]) {
        above.left -= 1;
        line.push(above.text);
      }
    };
    addSpanning();
    for (const cell of row.cells) {
      const text = getCellText(cell).replace(/(?<!\\)\|/g, '\\|');
      const across = Math.min(Math.max(1, cell.colSpan), MAX_COLUMNS - line.length);
      for (let i = 0; i < across; i += 1) {
        spanning[line.length] = { left: Math.max(1, cell.rowSpan) - 1, text: '' };
        line.push(i === 0 ? text : '');
      }
      if (line.length >= MAX_COLUMNS) break;
      addSpanning();
    }
    if (line.some((text) => text !== '')) rows.push(line);
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return '';
  const first = table.rows[0];
  const isHeaderRow = first !== undefined && [...first.cells].every((cell) => cell.localName === 'th');
  const inHead = first?.parentElement?.localName === 'thead';
  if (!isHeaderRow && !inHead) rows.unshift([]);
  const formatRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const [head = [], ...body] = rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
  return [formatRow(head), formatRow(Array<string>(width).fill('---')), ...body.map(formatRow)].join('\n');
}
