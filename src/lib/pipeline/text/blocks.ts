/** Splits Markdown into its blocks, verbatim and in order, in one pass. */
import { iterateLines, iterateWindows, type Range, trimRange } from './ranges.ts';

export type BlockKind = 'heading' | 'paragraph' | 'list' | 'code' | 'table' | 'quote' | 'rule';

/** Its range is without trailing blank lines of code that was never closed. */
export interface Block extends Range {
  readonly kind: BlockKind;
  /** Its lines, joined by line feeds. */
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
  readonly start: number;
  end: number;
}

/** Characters. Longer blocks are cut after a line, longer lines at a space, so that no block takes long to read. */
const MAX_BLOCK_LENGTH = 16_384;

export function parseBlocks(markdown: string): Block[] {
  return [...iterateBlocks(markdown)];
}

export function* iterateBlocks(markdown: string): Generator<Block, void, undefined> {
  let open: OpenBlock | undefined;
  let last: OpenBlock | undefined;
  for (const { start, end } of iterateBoundedLines(markdown)) {
    const line = markdown.slice(start, end);
    const inFence = open !== undefined && open.fence !== '';
    if (!inFence && line.trim() === '') {
      open = undefined;
      continue;
    }
    const continues: boolean = open !== undefined && (inFence || continuesBlock(open, line));
    if (open === undefined || !continues || end - open.start > MAX_BLOCK_LENGTH) {
      const { kind, depth = 0, fence = '' } = open !== undefined && continues ? open : classifyLine(line, open);
      if (last !== undefined) yield toBlock(markdown, last);
      last = open = { kind, lines: [], depth, fence, start, end };
    }
    open.lines.push(line);
    open.end = end;
    const isComplete = open.kind === 'heading' || open.kind === 'rule' || (inFence && isClosingFence(line, open.fence));
    if (isComplete) open = undefined;
  }
  if (last !== undefined) yield toBlock(markdown, last);
}

function* iterateBoundedLines(markdown: string): Generator<Range, void, undefined> {
  for (const line of iterateLines(markdown, { start: 0, end: markdown.length })) {
    if (line.end - line.start <= MAX_BLOCK_LENGTH) yield line;
    else yield* iterateWindows(markdown, line, MAX_BLOCK_LENGTH);
  }
}

function toBlock(markdown: string, { kind, lines, depth, start, end }: OpenBlock): Block {
  return { kind, text: lines.join('\n'), depth, ...trimRange(markdown, start, end) };
}

function isClosingFence(line: string, fence: string): boolean {
  const trimmed = line.replace(/^[ \t>]{0,40}/, '').trimEnd();
  return trimmed.length >= fence.length && trimmed === fence.charAt(0).repeat(trimmed.length);
}

function removeSpaces(line: string): string {
  return line.replace(/[ \t]+/g, '');
}

/** `| --- | :-: |`, below a table's header. */
export const isDelimiterRow = (line: string): boolean =>
  line.length <= LONG_LINE && line.includes('-') && DELIMITER_ROW.test(removeSpaces(line));

/** Also tells from its second line that a paragraph is a table or an underlined heading. */
function continuesBlock(open: OpenBlock, line: string): boolean {
  if (open.kind === 'paragraph' && line.length <= LONG_LINE) {
    const first = open.lines.length === 1 ? (open.lines[0] ?? '') : '';
    if (first.includes('|') && isDelimiterRow(line)) open.kind = 'table';
    else if (first !== '' && SETEXT.test(line)) {
      open.kind = 'heading';
      open.depth = line.includes('=') ? 1 : 2;
    }
    if (open.kind !== 'paragraph') return true;
  }
  const { kind } = classifyLine(line, open);
  const joins =
    kind === open.kind ||
    (kind === 'paragraph' && (open.kind === 'list' || open.kind === 'quote')) ||
    (open.kind === 'table' && kind !== 'heading' && kind !== 'code' && kind !== 'rule' && line.includes('|'));
  return joins && (kind !== 'code' || open.fence === '') && !FENCE.test(line.slice(0, LONG_LINE));
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
