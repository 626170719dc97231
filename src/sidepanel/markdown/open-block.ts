/** Settles finished items, rows, lines and pieces. The rest, parsed behind `prefix`, must give the same result. */
import type { Code, List, ListItem, Paragraph, PhrasingContent, Root, RootContent, Table, TableRow } from 'mdast';
import { dropPrefix, findCut, PIECE_PREFIX } from './long-paragraph.ts';

export type OpenBlock =
  | { readonly type: 'list'; readonly head: List; readonly done: readonly ListItem[]; readonly prefix: string }
  /** `prefix`: a header as wide and its rule, without which a row is not parsed as a row. */
  | { readonly type: 'table'; readonly head: Table; readonly done: readonly TableRow[]; readonly prefix: string }
  /** `prefix`: the opening fence. */
  | { readonly type: 'code'; readonly head: Code; readonly done: string; readonly prefix: string }
  /** `prefix`: a letter, without which the rest could be parsed as another kind of block. */
  | {
      readonly type: 'paragraph';
      readonly head: Paragraph;
      readonly done: readonly PhrasingContent[];
      readonly prefix: string;
    };

export function joinOpen(open: OpenBlock | null, parsed: readonly RootContent[]): RootContent[] {
  const [first, ...rest] = parsed;
  if (open === null) return [...parsed];
  if (open.type === 'list' && first?.type === 'list') {
    return [{ ...open.head, children: [...open.done, ...first.children] }, ...rest];
  }
  if (open.type === 'table' && first?.type === 'table') {
    return [{ ...open.head, children: [...open.done, ...first.children.slice(1)] }, ...rest];
  }
  if (open.type === 'code' && first?.type === 'code') {
    return [{ ...open.head, value: open.done + first.value }, ...rest];
  }
  if (open.type === 'paragraph' && first !== undefined) {
    const begun = dropPrefix(first);
    // an underline makes the whole paragraph a heading
    if (begun.type === 'paragraph' || begun.type === 'heading') {
      return [{ ...begun, children: [...open.done, ...begun.children] }, ...rest];
    }
    return [...closeOpen(open), begun, ...rest];
  }
  return [...parsed];
}

/** The block as far as it has settled. */
export function closeOpen(open: OpenBlock | null): RootContent[] {
  if (open === null) return [];
  if (open.type === 'code') return [{ ...open.head, value: open.done.replace(/\n$/, '') }];
  if (open.done.length < (open.type === 'table' ? 2 : 1)) return [];
  return [{ ...open.head, children: [...open.done] } as RootContent];
}

/** Creates a block of the same kind for what follows the settled part: the numbers of a list go on, and a table has its header again. */
export function continueOpen(open: OpenBlock): OpenBlock {
  switch (open.type) {
    case 'list': {
      const { start } = open.head;
      return {
        ...open,
        head: { ...open.head, start: typeof start === 'number' ? start + open.done.length : null },
        done: [],
      };
    }
    case 'table':
      return { ...open, done: open.done.slice(0, 1) };
    case 'paragraph':
      return { ...open, done: [] };
    case 'code':
      return open;
  }
}

export interface Settled {
  readonly open: OpenBlock;
  /** Source offset where the unsettled text begins. */
  readonly from: number;
}

/**
 * `block` is the only one from `begin` on. Returns null if nothing new is finished. `mayCut`: also within a long line of
 * code.
 */
export function settleBlock(
  open: OpenBlock | null,
  block: RootContent,
  source: string,
  begin: number,
  parse: (source: string) => Root,
  mayCut: boolean,
): Settled | null {
  switch (block.type) {
    case 'list':
      return settleItems(open?.type === 'list' ? open : null, block, source);
    case 'table':
      return settleRows(open?.type === 'table' ? open : null, block, source);
    case 'code':
      return settleLines(open?.type === 'code' ? open : null, block, source, begin, mayCut);
    case 'paragraph':
      return settlePiece(open?.type === 'paragraph' ? open : null, block, source, begin, parse);
    default:
      return null;
  }
}

type OpenBlockOf<T extends OpenBlock['type']> = Extract<OpenBlock, { type: T }>;

function settleItems(open: OpenBlockOf<'list'> | null, list: List, source: string): Settled | null {
  const index = findLastWithWholeLine(list.children, source);
  const from = findLineStart(source, list.children[index]);
  if (index < 1) return null;
  const done = [...(open?.done ?? []), ...list.children.slice(0, index)];
  return { open: { type: 'list', head: open?.head ?? list, done, prefix: '' }, from };
}

function settleRows(open: OpenBlockOf<'table'> | null, table: Table, source: string): Settled | null {
  const index = findLastWithWholeLine(table.children, source);
  if (index < 2) return null; // the header stays in the prefix
  const from = findLineStart(source, table.children[index]);
  const done = open === null ? table.children.slice(0, index) : [...open.done, ...table.children.slice(1, index)];
  const columns = table.children[0]?.children.length ?? 0;
  const prefix = `|${'x|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n`;
  return { open: { type: 'table', head: open?.head ?? table, done, prefix }, from };
}

function settleLines(
  open: OpenBlockOf<'code'> | null,
  code: Code,
  source: string,
  begin: number,
  mayCut: boolean,
): Settled | null {
  const prefix = open?.prefix ?? source.slice(begin, source.indexOf('\n', begin) + 1);
  if (!/^(?:`{3,}|~{3,})/.test(prefix) || code.position?.end.offset !== source.length) return null; // indented, or closed
  const start = open === null ? begin + prefix.length : prefix.length;
  // One whole line stays: a closing fence must not be settled as code.
  const lineStart = source.lastIndexOf('\n', source.lastIndexOf('\n') - 1) + 1;
  const from = lineStart > start || !mayCut ? lineStart : findCodeCut(source);
  if (from <= start) return null;
  const done = (open?.done ?? '') + source.slice(start, from).replaceAll('\0', '\uFFFD');
  return { open: { type: 'code', head: open?.head ?? code, done, prefix }, from };
}

/** Characters of a line of code that are left when it is cut. */
const MIN_CODE_REST = 256;

/** The last place in a long line of code behind which it cannot close the fence; 0 if there is none. */
function findCodeCut(source: string): number {
  const last = source.length - MIN_CODE_REST;
  for (let i = last; i > Math.max(0, last - MIN_CODE_REST); i--)
    if (/[\p{L}\p{N}]/u.test(source.charAt(i)) && source.lastIndexOf('\n') < i) return i;
  return 0;
}

function settlePiece(
  open: OpenBlockOf<'paragraph'> | null,
  paragraph: Paragraph,
  source: string,
  begin: number,
  parse: (source: string) => Root,
): Settled | null {
  const from = findCut(paragraph, source, begin);
  if (from === null) return null;
  const [piece] = parse(source.slice(begin, from)).children;
  if (piece?.type !== 'paragraph') return null;
  const done = open === null ? piece.children : [...open.done, ...dropPrefix(piece).children];
  return { open: { type: 'paragraph', head: open?.head ?? paragraph, done, prefix: PIECE_PREFIX }, from };
}

function findLastWithWholeLine(parts: readonly (ListItem | TableRow)[], source: string): number {
  return parts.findLastIndex((part, i) => i > 0 && source.includes('\n', part.position?.start.offset ?? 0));
}

export function findLineStart(source: string, part: RootContent | undefined): number {
  return source.lastIndexOf('\n', (part?.position?.start.offset ?? 0) - 1) + 1;
}
