/** Comma-separated values as a Markdown table, whose head is the first row. */
import Papa from 'papaparse';
import { collapseWhitespace } from '../lib/base/one-line.ts';
import { MAX_MARKDOWN, type Content } from '../lib/pipeline/page/read/truncate-markdown.ts';
import { escapeInlineText } from '../lib/pipeline/text/escape-markdown.ts';

const MAX_COLUMNS = 500;

/** '' if no row has text. The separator is the one that the rows agree on. A title above the table has fewer cells than its rows. */
export function readCsv(text: string): Content {
  const rows: (readonly string[])[] = [];
  let [columns, length, cut] = [1, 0, false];
  Papa.parse<readonly string[]>(text, {
    skipEmptyLines: 'greedy',
    step({ data }, parser) {
      const cells = data.slice(0, MAX_COLUMNS).map(formatCell);
      cut ||= data.slice(MAX_COLUMNS).some((cell) => cell.trim() !== '');
      columns = Math.max(columns, cells.length);
      length += cells.reduce((sum, cell) => sum + cell.length + 3, 2);
      if (length > MAX_MARKDOWN) {
        cut = true;
        parser.abort();
      } else rows.push(cells);
    },
  });
  return { markdown: formatTable(rows, columns), cut };
}

const formatCell = (cell: string): string => escapeInlineText(collapseWhitespace(cell)).replaceAll('|', '\\|');

function formatTable([head, ...rows]: readonly (readonly string[])[], columns: number): string {
  if (head === undefined) return '';
  const formatRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const first = formatRow(Array.from({ length: columns }, (_, i) => head[i] ?? ''));
  return [first, `|${' --- |'.repeat(columns)}`, ...rows.map(formatRow)].join('\n');
}
