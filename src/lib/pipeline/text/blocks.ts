/** Splits Markdown into its blocks, verbatim and in order, in one pass. */
export type BlockKind = 'heading' | 'paragraph' | 'list' | 'code' | 'table' | 'quote' | 'rule';

export interface Block {
  readonly kind: BlockKind;
  readonly text: string;
  /** 1 to 6 for a heading, else 0. */
  readonly depth: number;
}

const FENCE = /^[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?[ \t]{0,40}(`{3,}|~{3,})([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** Matched against a line without white space, which keeps it linear. */
const RULE = /^([*_-])\1{2,}$/;
const DELIMITER_ROW = /^\|?:?-+:?(?:\|:?-+:?)*\|?$/;
const SETEXT = /^ {0,3}(?:=+|-+)[ \t]*$/;

/** Longer lines are always text. */
const LONG_LINE = 4000;

interface OpenBlock {
  kind: BlockKind;
  readonly lines: string[];
  depth: number;
  /** Fence that ends a code block; '' for other blocks. */
  readonly fence: string;
}

export function parseBlocks(markdown: string): Block[] {
  const found: Block[] = [];
  let open: OpenBlock | undefined;
  const endBlock = (): void => {
    if (open !== undefined) found.push({ kind: open.kind, text: open.lines.join('\n'), depth: open.depth });
    open = undefined;
  };
  const beginBlock = (kind: BlockKind, line: string, depth = 0, fence = ''): void => {
    endBlock();
    open = { kind, lines: [line], depth, fence };
  };
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    if (open !== undefined && open.fence !== '') {
      open.lines.push(line);
      if (isClosingFence(line, open.fence)) endBlock();
    } else if (line.trim() === '') {
      endBlock();
    } else if (!continueBlock(open, line)) {
      const { kind, depth, fence } = classifyLine(line, open);
      beginBlock(kind, line, depth, fence);
      if (kind === 'heading' || kind === 'rule') endBlock();
    }
  }
  endBlock();
  return found;
}

function isClosingFence(line: string, fence: string): boolean {
  const trimmed = line.replace(/^[ \t>]{0,40}/, '').trimEnd();
  return trimmed.length >= fence.length && trimmed === fence.charAt(0).repeat(trimmed.length);
}

function removeSpaces(line: string): string {
  return line.replace(/[ \t]+/g, '');
}

function continueBlock(open: OpenBlock | undefined, line: string): boolean {
  if (open === undefined) return false;
  if (open.kind === 'paragraph' && line.length <= LONG_LINE) {
    const first = open.lines.length === 1 ? (open.lines[0] ?? '') : '';
    if (first.includes('|') && line.includes('-') && DELIMITER_ROW.test(removeSpaces(line))) open.kind = 'table';
    else if (first !== '' && SETEXT.test(line)) {
      open.kind = 'heading';
      open.depth = line.includes('=') ? 1 : 2;
    }
    if (open.kind !== 'paragraph') {
      open.lines.push(line);
      return true;
    }
  }
  if (open.kind === 'heading') return false; // a setext heading is complete
  const { kind } = classifyLine(line, open);
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

function classifyLine(line: string, open: OpenBlock | undefined): { kind: BlockKind; depth?: number; fence?: string } {
  if (line.length > LONG_LINE) return { kind: 'paragraph' };
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return { kind: 'code', fence };
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return { kind: 'heading', depth: heading.length };
  if (/^ {0,3}[*_-]/.test(line) && RULE.test(removeSpaces(line))) return { kind: 'rule' };
  if (ITEM.test(line)) return { kind: 'list' };
  if (/^ {0,3}>/.test(line)) return { kind: 'quote' };
  if (/^ {0,3}\|/.test(line)) return { kind: 'table' };
  if (/^(?: {4}|\t)/.test(line)) return { kind: open === undefined ? 'code' : open.kind };
  return { kind: 'paragraph' };
}

/** Still inline Markdown. */
export function getHeadingText(block: Block): string {
  const [first = ''] = block.text.split('\n');
  const marks = HEADING.exec(first);
  if (marks === null) return first.trim();
  const title = first.slice(marks[0].length).trim();
  let end = title.length;
  while (title.charAt(end - 1) === '#') end -= 1;
  return end === 0 || /\s/.test(title.charAt(end - 1)) ? title.slice(0, end).trim() : title;
}
