/**
 * Tables as GitHub-flavoured Markdown. Rule: every row has as many cells as the widest, so that a table without a header
 * row, with spans or with ragged rows is still one table.
 */
const MAX_COLUMNS = 60;

/** A table from the text of its cells, already Markdown on one line. The first row is the header; without one it is left blank. */
export function tableToMarkdown(table: HTMLTableElement, cellText: (cell: Element) => string): string {
  const rows: string[][] = [];
  const due: { left: number; text: string }[] = []; // cells that reach down from rows above, by column
  for (const row of table.rows) {
    const line: string[] = [];
    const settle = (): void => {
      for (let above = due[line.length]; above && above.left > 0; above = due[line.length]) {
        above.left -= 1;
        line.push(above.text);
      }
    };
    settle();
    for (const cell of row.cells) {
      const text = cellText(cell).replace(/(?<!\\)\|/g, '\\|');
      const across = Math.min(Math.max(1, cell.colSpan), MAX_COLUMNS - line.length);
      for (let i = 0; i < across; i += 1) {
        due[line.length] = { left: Math.max(1, cell.rowSpan) - 1, text: '' };
        line.push(i === 0 ? text : '');
      }
      if (line.length >= MAX_COLUMNS) break;
      settle();
    }
    if (line.some((text) => text !== '')) rows.push(line);
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return '';
  const first = table.rows[0];
  const headed = first !== undefined && [...first.cells].every((cell) => cell.localName === 'th');
  const inHead = first?.parentElement?.localName === 'thead';
  if (!headed && !inHead) rows.unshift([]);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const [head = [], ...body] = rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
  return [line(head), line(Array<string>(width).fill('---')), ...body.map(line)].join('\n');
}
