/** What a piece of a table needs to be read alone: the table's header, and what its `〃` stand for. */
import { isDelimiterRow, type Block } from './blocks.ts';
import { resolveDittos } from './markdown-table.ts';
import { iterateLines, type Range } from './ranges.ts';
import { hasWords } from './terms.ts';

export interface TableRows {
  /** Header and delimiter rows with a line feed, '' at the table's beginning. */
  readonly head: string;
  /** The piece with its `〃` resolved. */
  readonly text: string;
}

/** A place at which a table may go on in the next block: long ones are cut. */
export interface TableEnd {
  readonly at: number;
  readonly head: string;
  readonly row: string;
}

/** In UTF-16 units; a longer header is not repeated. */
const MAX_HEAD = 1000;

/** `pieces`: of a block that is a table. */
export function readTableRows<T extends Range>(
  markdown: string,
  block: Block,
  pieces: readonly T[],
  before: TableEnd | undefined,
): { readonly pieces: readonly (T & { readonly rows: TableRows })[]; readonly end: TableEnd } {
  const lines = [...iterateLines(markdown, block)];
  const rows = lines.map(({ start, end }) => markdown.slice(start, end));
  const goesOn = before?.at === block.start - 1 && !isDelimiterRow(rows[1] ?? '');
  const head = goesOn ? before.head : formatHead(rows);
  const resolved = resolveDittos(rows, goesOn ? before.row : '');
  const readPiece = (piece: T): string => {
    const at = lines.findIndex(({ start }) => start === piece.start);
    const last = lines.findIndex(({ end }) => end === piece.end);
    // a row that is too long is cut
    return at === -1 || last === -1 ? markdown.slice(piece.start, piece.end) : resolved.slice(at, last + 1).join('\n');
  };
  return {
    pieces: pieces.map((piece, i) => ({
      ...piece,
      rows: { head: i === 0 && !goesOn ? '' : head, text: readPiece(piece) },
    })),
    end: { at: block.end, head, row: resolved.at(-1) ?? '' },
  };
}

function formatHead([header = '', delimiters = '']: readonly string[]): string {
  if (!isDelimiterRow(delimiters) || header.length > MAX_HEAD || !hasWords(header)) return '';
  return `${header}\n${delimiters}\n`;
}

/** The pieces as they read alone; null where none is of a table. */
export function renderShown(
  markdown: string,
  pieces: readonly (Range & { readonly rows?: TableRows })[],
): string | null {
  if (pieces.every(({ rows }) => rows === undefined)) return null;
  return pieces
    .map(({ start, end, rows }, i) => {
      const gap = i === 0 ? (rows?.head ?? '') : markdown.slice(pieces[i - 1]?.end ?? start, start);
      return gap + (rows?.text ?? markdown.slice(start, end));
    })
    .join('');
}
