/**
 * Markdown → its blocks, verbatim and in order. The one rule: the blocks' lines, in order, are the text's lines that
 * are not blank (blank lines inside code stay). One pass over the lines; inline marks are left as they are.
 */
export type BlockKind = 'heading' | 'paragraph' | 'list' | 'code' | 'table' | 'quote' | 'rule';

export interface Block {
  readonly kind: BlockKind;
  /** The lines as written, joined by a line feed, without one at the end. */
  readonly text: string;
  /** 1 to 6 for a heading, else 0. */
  readonly depth: number;
}

const FENCE = /^[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?[ \t]{0,40}(`{3,}|~{3,})([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** Of a line without its white space, which keeps the patterns linear. */
const RULE = /^([*_-])\1{2,}$/;
const DELIMITER_ROW = /^\|?:?-+:?(?:\|:?-+:?)*\|?$/;
const SETEXT = /^ {0,3}(?:=+|-+)[ \t]*$/;

/** Lines longer than this are text whatever they begin with; it bounds what the patterns above may look at. */
const LONG_LINE = 4000;

interface Open {
  kind: BlockKind;
  readonly lines: string[];
  depth: number;
  /** The fence that ends a code block, '' for any other block. */
  readonly fence: string;
}

export function blocksOf(markdown: string): Block[] {
  const found: Block[] = [];
  let open: Open | undefined;
  const end = (): void => {
    if (open !== undefined) found.push({ kind: open.kind, text: open.lines.join('\n'), depth: open.depth });
    open = undefined;
  };
  const begin = (kind: BlockKind, line: string, depth = 0, fence = ''): void => {
    end();
    open = { kind, lines: [line], depth, fence };
  };
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    if (open !== undefined && open.fence !== '') {
      open.lines.push(line);
      if (closes(line, open.fence)) end();
    } else if (line.trim() === '') {
      end();
    } else if (!continues(open, line)) {
      const { kind, depth, fence } = kindOf(line, open);
      begin(kind, line, depth, fence);
      if (kind === 'heading' || kind === 'rule') end();
    }
  }
  end();
  return found;
}

function closes(line: string, fence: string): boolean {
  const trimmed = line.replace(/^[ \t>]{0,40}/, '').trimEnd();
  return trimmed.length >= fence.length && trimmed === fence.charAt(0).repeat(trimmed.length);
}

function bare(line: string): string {
  return line.replace(/[ \t]+/g, '');
}

/** Adds the line to the open block when it belongs there; may learn from it what the block is. */
function continues(open: Open | undefined, line: string): boolean {
  if (open === undefined) return false;
  if (open.kind === 'paragraph' && line.length <= LONG_LINE) {
    const first = open.lines.length === 1 ? (open.lines[0] ?? '') : '';
    if (first.includes('|') && line.includes('-') && DELIMITER_ROW.test(bare(line))) open.kind = 'table';
    else if (first !== '' && SETEXT.test(line)) {
      open.kind = 'heading';
      open.depth = line.includes('=') ? 1 : 2;
    }
    if (open.kind !== 'paragraph') {
      open.lines.push(line);
      return true;
    }
  }
  if (open.kind === 'heading') return false; // a setext heading is whole
  const { kind } = kindOf(line, open);
  const joins =
    kind === open.kind ||
    (kind === 'paragraph' && (open.kind === 'list' || open.kind === 'quote')) ||
    (open.kind === 'table' && kind !== 'heading' && kind !== 'code' && kind !== 'rule' && line.includes('|'));
  if (joins && (kind !== 'code' || open.fence === '') && !FENCE.test(line.slice(0, LONG_LINE))) {
    open.lines.push(line);
    return true;
  }
  return false;
}

function kindOf(line: string, open: Open | undefined): { kind: BlockKind; depth: number; fence: string } {
  const is = (kind: BlockKind, depth = 0, fence = ''): { kind: BlockKind; depth: number; fence: string } => ({
    kind,
    depth,
    fence,
  });
  if (line.length > LONG_LINE) return is('paragraph');
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return is('code', 0, fence);
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return is('heading', heading.length);
  if (/^ {0,3}[*_-]/.test(line) && RULE.test(bare(line))) return is('rule');
  if (ITEM.test(line)) return is('list');
  if (/^ {0,3}>/.test(line)) return is('quote');
  if (/^ {0,3}\|/.test(line)) return is('table');
  if (/^(?: {4}|\t)/.test(line)) return is(open?.kind === 'list' ? 'list' : open === undefined ? 'code' : open.kind);
  return is('paragraph');
}

/** What a heading says, its marks taken off. Still inline Markdown. */
export function headingText(block: Block): string {
  const [first = ''] = block.text.split('\n');
  const marks = HEADING.exec(first);
  if (marks === null) return first.trim();
  const said = first.slice(marks[0].length).trim();
  let end = said.length;
  while (said.charAt(end - 1) === '#') end -= 1;
  return end === 0 || /\s/.test(said.charAt(end - 1)) ? said.slice(0, end).trim() : said;
}
