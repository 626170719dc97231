/** Splits a Markdown block into items, cells and code lines; no link or emphasis spans two parts. */
import { type Block, iterateBlocks } from '../text/blocks.ts';
import { DITTO } from '../text/markdown-table.ts';
import { iterateLines, type Range } from '../text/ranges.ts';

export interface Part {
  readonly ranges: readonly Range[];
  /** `code` is read literally. */
  readonly kind: 'words' | 'code' | 'cell' | 'title';
  /** What a cell that is `〃` stands for, as Markdown. */
  readonly above?: string;
  /** The column of a cell, from 0. */
  readonly column?: number;
}

const MAX_MARKS_LENGTH = 400;
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*[ \t]*(?:\[[ xX]\][ \t])?/;
const ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const QUOTED = /^(?:[ \t]*>)*[ \t]*/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]+|$)/;
const FENCE = /^[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?[ \t]{0,40}(`{3,}|~{3,})/;

export interface BlockContext extends Block {
  /** Indented text after a list belongs to it; elsewhere it is code. */
  readonly inList: boolean;
}

export function* iterateBlocksInContext(markdown: string): Generator<BlockContext, void, undefined> {
  let inList = false;
  for (const block of iterateBlocks(markdown)) {
    yield { ...block, inList };
    inList = block.kind === 'list' || (inList && /^[ \t]/.test(block.text));
  }
}

export function* iterateParts(markdown: string): Generator<Part, void, undefined> {
  for (const block of iterateBlocksInContext(markdown)) yield* splitIntoParts(markdown, block);
}

export function splitIntoParts(markdown: string, block: BlockContext): readonly Part[] {
  const lines = [...iterateLines(markdown, block)];
  switch (block.kind) {
    case 'rule':
      return [];
    case 'heading':
      return [{ kind: 'title', ranges: getTitleRanges(markdown, lines) }];
    case 'table':
      return splitRows(markdown, lines);
    case 'list':
    case 'quote':
      return splitItems(markdown, lines);
    case 'code':
      if (FENCE.test(block.text.slice(0, MAX_MARKS_LENGTH)))
        return [{ kind: 'code', ranges: getFencedLines(markdown, lines, block) }];
      return block.inList ? splitItems(markdown, lines) : [{ kind: 'code', ranges: lines }];
    case 'paragraph':
      return [{ kind: 'words', ranges: [block] }];
  }
}

function getTitleRanges(markdown: string, lines: readonly Range[]): readonly Range[] {
  const [first, ...more] = lines;
  if (first === undefined) return [];
  if (more.length > 0) return lines.slice(0, -1); // underlined
  const start =
    first.start + (HEADING.exec(markdown.slice(first.start, first.start + MAX_MARKS_LENGTH))?.[0].length ?? 0);
  let end = Math.max(start, first.end);
  while (end > start && /[ \t]/.test(markdown.charAt(end - 1))) end -= 1;
  let bare = end;
  while (bare > start && markdown.charAt(bare - 1) === '#') bare -= 1;
  const closed = bare === start || /[ \t]/.test(markdown.charAt(bare - 1));
  return [{ start, end: closed ? bare : end }];
}

function getFencedLines(markdown: string, lines: readonly Range[], block: Block): readonly Range[] {
  const mark = FENCE.exec(block.text.slice(0, MAX_MARKS_LENGTH))?.[1] ?? '```';
  const inner = lines.slice(1).map((line) => skipPrefix(markdown, line, QUOTED));
  const last = inner.at(-1);
  const end = last === undefined ? '' : markdown.slice(last.start, last.end).trim();
  const closed = end.length >= mark.length && end === mark.charAt(0).repeat(end.length);
  return closed ? inner.slice(0, -1) : inner;
}

function skipPrefix(markdown: string, { start, end }: Range, pattern: RegExp): Range {
  const marks = pattern.exec(markdown.slice(start, Math.min(end, start + MAX_MARKS_LENGTH)))?.[0] ?? '';
  return { start: start + marks.length, end };
}

function splitItems(markdown: string, lines: readonly Range[]): readonly Part[] {
  const parts: Part[] = [];
  let open: Range[] | undefined;
  for (const line of lines) {
    const inner = skipPrefix(markdown, line, CONTAINERS);
    const start = markdown.slice(inner.start, Math.min(inner.end, inner.start + MAX_MARKS_LENGTH));
    const heading = HEADING.test(start);
    if (start.startsWith('|')) {
      parts.push(...splitRows(markdown, [inner]));
      open = undefined;
    } else if (start.trim() === '') open = undefined;
    else if (open === undefined || heading || ITEM.test(markdown.slice(line.start, inner.start))) {
      const ranges = [heading ? skipPrefix(markdown, inner, HEADING) : inner];
      parts.push({ kind: heading ? 'title' : 'words', ranges });
      open = heading ? undefined : ranges;
    } else open.push(inner);
  }
  return parts;
}

const skipSpaces = (markdown: string, at: number): number =>
  at + (/^ */.exec(markdown.slice(at, at + 8))?.[0].length ?? 0);

function splitRows(markdown: string, lines: readonly Range[]): readonly Part[] {
  const parts: Part[] = [];
  let above: readonly (string | undefined)[] = [];
  for (const line of lines) {
    if (isDelimiterRow(markdown, line)) continue;
    const cells = splitCells(markdown, line, above);
    parts.push(...cells.filter((cell) => cell !== null));
    above = cells.map((cell) => cell?.above ?? cell?.ranges.map(({ start, end }) => markdown.slice(start, end)).join());
  }
  return parts;
}

function isDelimiterRow(markdown: string, { start, end }: Range): boolean {
  return /^[ \t>|:-]{3,4000}$/.test(markdown.slice(start, Math.min(end, start + 4001)));
}

/** Null for an empty cell. `row`: the cells of the row above. */
function splitCells(
  markdown: string,
  { start, end }: Range,
  row: readonly (string | undefined)[],
): readonly (Part | null)[] {
  const cells: (Part | null)[] = [];
  const firstColumn = markdown.charAt(skipSpaces(markdown, start)) === '|' ? 1 : 0; // before the first mark there is no cell
  let from = start;
  const closeCell = (to: number): void => {
    const text = markdown.slice(from, to).trim();
    const above = text === DITTO ? row[cells.length] : undefined;
    cells.push(
      text === ''
        ? null
        : {
            kind: 'cell',
            column: cells.length - firstColumn,
            ranges: [{ start: from, end: to }],
            ...(above === undefined ? {} : { above }),
          },
    );
    from = to + 1;
  };
  for (let at = start; at < end; at += 1) {
    const character = markdown.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '|') closeCell(at);
  }
  closeCell(end);
  return cells;
}
