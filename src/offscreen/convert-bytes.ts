/** What a thread makes of a file: nothing that is left to do with it takes long at a stretch, however large it is. */
import { balanceMarkup, MAX_LENGTH, type BalancedMarkup } from '../lib/pipeline/page/fetched/balance-markup.ts';
import { type Content, MAX_MARKDOWN } from '../lib/pipeline/page/read/truncate-markdown.ts';
import type { FileKind } from '../lib/pipeline/file/file-kind.ts';
import { decodeBody } from '../lib/pipeline/web/body.ts';
import { readDocx, type DocxFault } from './read-docx.ts';
import Papa from 'papaparse';
import { collapseWhitespace } from '../lib/base/one-line.ts';
import { escapeInlineText } from '../lib/pipeline/text/escape-markdown.ts';

export interface FileToConvert {
  readonly kind: Exclude<FileKind, 'pdf'>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type Converted =
  | DocxFault
  | ({ readonly type: 'markup' } & BalancedMarkup)
  | ({ readonly type: 'markdown' } & Content)
  /** As it is written, but for what is beyond what is read. */
  | { readonly type: 'text'; readonly text: string };

export async function convertBytes({ kind, bytes }: FileToConvert): Promise<Converted> {
  if (kind === 'docx') {
    const read = await readDocx(bytes);
    return read.type === 'fault' ? read : { type: 'markup', ...balanceMarkup(read.markup) };
  }
  const text = decodeBody(bytes, null);
  if (kind === 'csv') return { type: 'markdown', ...readCsv(text) };
  return kind === 'html'
    ? { type: 'markup', ...balanceMarkup(text) }
    : { type: 'text', text: text.trim().slice(0, MAX_LENGTH) };
}

const MAX_COLUMNS = 500;

/** A Markdown table, whose head is the first row; '' if no row has text. The separator is the one that the rows agree on. A title above the table has fewer cells than its rows. */
function readCsv(text: string): Content {
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
