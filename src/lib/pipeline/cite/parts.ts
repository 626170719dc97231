/**
 * A block of Markdown → the stretches that are read on their own: an item, a cell, a line of code. The one rule: marks of
 * blocks are in no part, and no link or emphasis goes on from one part into the next.
 */
import type { Block } from '../text/blocks.ts';
import { linesIn, type LocatedBlock, type Range } from '../text/ranges.ts';

export interface Part {
  /** Lines without the marks before them, in order. */
  readonly ranges: readonly Range[];
  /** `code` is read as it stands. */
  readonly kind: 'words' | 'code' | 'cell' | 'title';
}

/** Looked at for marks, at the beginning of a line. */
const MARKS = 400;
/** Quotation and list marks, with the box of a task. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*[ \t]*(?:\[[ xX]\][ \t])?/;
const ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const QUOTED = /^(?:[ \t]*>)*[ \t]*/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]+|$)/;
const FENCE = /^[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?[ \t]{0,40}(`{3,}|~{3,})/;

/** `inList`: indented text after a list belongs to it, elsewhere it is code. */
export function partsOf(markdown: string, { block, start, end }: LocatedBlock, inList: boolean): readonly Part[] {
  const lines = [...linesIn(markdown, { start, end })];
  switch (block.kind) {
    case 'rule':
      return [];
    case 'heading':
      return [{ kind: 'title', ranges: titleOf(markdown, lines) }];
    case 'table':
      return rowsOf(markdown, lines);
    case 'list':
    case 'quote':
      return itemsOf(markdown, lines);
    case 'code':
      if (FENCE.test(block.text.slice(0, MARKS))) return [{ kind: 'code', ranges: fenced(markdown, lines, block) }];
      return inList ? itemsOf(markdown, lines) : [{ kind: 'code', ranges: lines }];
    case 'paragraph':
      return [{ kind: 'words', ranges: [{ start, end }] }];
  }
}

function titleOf(markdown: string, lines: readonly Range[]): readonly Range[] {
  const [first, ...more] = lines;
  if (first === undefined) return [];
  if (more.length > 0) return lines.slice(0, -1); // underlined
  const start = first.start + (HEADING.exec(markdown.slice(first.start, first.start + MARKS))?.[0].length ?? 0);
  let end = Math.max(start, first.end);
  while (end > start && /[ \t]/.test(markdown.charAt(end - 1))) end -= 1;
  let bare = end;
  while (bare > start && markdown.charAt(bare - 1) === '#') bare -= 1;
  const closed = bare === start || /[ \t]/.test(markdown.charAt(bare - 1));
  return [{ start, end: closed ? bare : end }];
}

function fenced(markdown: string, lines: readonly Range[], block: Block): readonly Range[] {
  const mark = FENCE.exec(block.text.slice(0, MARKS))?.[1] ?? '```';
  const inner = lines.slice(1).map((line) => after(markdown, line, QUOTED));
  const last = inner.at(-1);
  const end = last === undefined ? '' : markdown.slice(last.start, last.end).trim();
  const closed = end.length >= mark.length && end === mark.charAt(0).repeat(end.length);
  return closed ? inner.slice(0, -1) : inner;
}

/** The line without what the pattern takes from its beginning. */
function after(markdown: string, { start, end }: Range, pattern: RegExp): Range {
  const marks = pattern.exec(markdown.slice(start, Math.min(end, start + MARKS)))?.[0] ?? '';
  return { start: start + marks.length, end };
}

/** Items, and what quotations hold, line by line; a line without a mark goes on with the one before. */
function itemsOf(markdown: string, lines: readonly Range[]): readonly Part[] {
  const parts: { kind: Part['kind']; ranges: Range[] }[] = [];
  let open: Range[] | undefined;
  for (const line of lines) {
    const inner = after(markdown, line, CONTAINERS);
    const start = markdown.slice(inner.start, Math.min(inner.end, inner.start + MARKS));
    const heading = HEADING.test(start);
    if (start.startsWith('|')) {
      parts.push(...rowsOf(markdown, [inner]).map(({ kind, ranges }) => ({ kind, ranges: [...ranges] })));
      open = undefined;
    } else if (start.trim() === '') open = undefined;
    else if (open === undefined || heading || ITEM.test(markdown.slice(line.start, inner.start))) {
      const ranges = [heading ? after(markdown, inner, HEADING) : inner];
      parts.push({ kind: heading ? 'title' : 'words', ranges });
      open = heading ? undefined : ranges;
    } else open.push(inner);
  }
  return parts;
}

function rowsOf(markdown: string, lines: readonly Range[]): readonly Part[] {
  return lines.flatMap((line) => (isDelimiter(markdown, line) ? [] : cellsOf(markdown, line)));
}

/** The row under a table's head. A row of data that has only dashes has nothing to quote. */
function isDelimiter(markdown: string, { start, end }: Range): boolean {
  return /^[ \t>|:-]{3,4000}$/.test(markdown.slice(start, Math.min(end, start + 4001)));
}

function cellsOf(markdown: string, { start, end }: Range): readonly Part[] {
  const cells: Part[] = [];
  let from = start;
  const close = (to: number): void => {
    if (markdown.slice(from, to).trim() !== '') cells.push({ kind: 'cell', ranges: [{ start: from, end: to }] });
    from = to + 1;
  };
  for (let at = start; at < end; at += 1) {
    const character = markdown.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '|') close(at);
  }
  close(end);
  return cells;
}
