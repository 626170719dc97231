/** Tables as Markdown: of pages and of pictures alike. */

const BARE_PIPE = /(?<!\\)\|/;
const LINE = /^\|[^]*\|$/;
const DELIMITERS = /^\|(?: *:?-{3,}:? *\|)+$/;

/** Escapes a cell of one line. */
export const escapeCell = (text: string): string => text.replaceAll(new RegExp(BARE_PIPE, 'g'), '\\|');

export const formatRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** `widths`: of the columns, in characters, 3 at least. */
export const formatDelimiters = (widths: readonly number[]): string =>
  formatRow(widths.map((width) => '-'.repeat(width)));

/** Stands for the text of the cell above: repeated, it would not be where the page has it. */
export const DITTO = '〃';

/** Rows in which each `〃` is replaced by what it stands for. `above`: the row before them, '' for none. */
export function resolveDittos(rows: readonly string[], above: string): readonly string[] {
  let last = above;
  return rows.map((row) => {
    if (row.includes(DITTO)) {
      const cells = last.split(BARE_PIPE);
      last = row
        .split(BARE_PIPE)
        .map((cell, i) => (cell.trim() === DITTO ? (cells[i] ?? cell) : cell))
        .join('|');
    } else last = row;
    return last;
  });
}

interface MarkdownTable {
  /** Half-open range of the text. */
  readonly start: number;
  readonly end: number;
  /** As many cells in each; a head that is left blank is none of them. */
  readonly rows: readonly (readonly string[])[];
}

export function findTables(text: string): readonly MarkdownTable[] {
  const tables: MarkdownTable[] = [];
  let lines: string[] = [];
  let start = 0;
  let end = 0;
  for (const line of [...text.split('\n'), '']) {
    const bare = line.trim();
    if (LINE.test(bare)) {
      if (lines.length === 0) start = end;
      lines.push(bare);
    } else {
      if (DELIMITERS.test(lines[1] ?? '')) tables.push({ start, end, rows: parseRows(lines) });
      lines = [];
    }
    end += line.length + 1;
  }
  return tables;
}

function parseRows([head = '', , ...body]: readonly string[]): readonly (readonly string[])[] {
  const rows = [head, ...body].map((line) =>
    line
      .slice(1, -1)
      .split(BARE_PIPE)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return rows
    .slice(rows[0]?.every((cell) => cell === '') ? 1 : 0)
    .map((row) => [...row, ...Array<string>(columns - row.length).fill('')]);
}

/** What stands between white space; of a table its cells alone. */
export function listWords(text: string): readonly { readonly word: string; readonly start: number }[] {
  const tables = findTables(text).map((table) => {
    const delimiters = text.indexOf('\n', table.start) + 1;
    return { ...table, delimiters, body: text.indexOf('\n', delimiters) };
  });
  let next = 0;
  return Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({ word, start: index })).filter(
    ({ word, start }) => {
      while (start >= (tables[next]?.end ?? Infinity)) next += 1;
      const table = tables[next];
      if (table === undefined || start < table.start) return true;
      return word !== '|' && (start < table.delimiters || (table.body !== -1 && start > table.body));
    },
  );
}
