/** Converts Markdown to its visible text, with a map back; different meanings never look the same. */
import { toInlineWords } from '../text/inline.ts';
import type { InlineLink, InlineReading } from '../text/inline-scan.ts';
import { type LocatedBlock, iterateBlocks, type Range } from '../text/ranges.ts';
import { type Part, splitIntoParts } from './answer-parts.ts';

export type Footnotes = 'dropped' | 'kept';

export interface Visible {
  readonly text: string;
  /** Where the character of each UTF-16 unit begins in the Markdown … */
  readonly at: readonly number[];
  /** … and where it ends. */
  readonly ends: readonly number[];
  readonly dropped: boolean;
}

export function renderVisible(markdown: string, footnotes: Footnotes = 'dropped'): Visible {
  const builder = new VisibleBuilder();
  for (const { located, inList } of iterateBlocksInContext(markdown))
    builder.addBlock(markdown, located, inList, footnotes);
  return builder;
}

export function renderVisibleBlock(markdown: string, { located, inList }: BlockContext, footnotes: Footnotes): Visible {
  const builder = new VisibleBuilder();
  builder.addBlock(markdown, located, inList, footnotes);
  return builder;
}

export function renderVisibleText(
  markdown: string,
  { located, inList }: BlockContext,
  footnotes: Footnotes,
): Pick<Visible, 'text' | 'dropped'> {
  const out: string[] = [];
  let dropped = false;
  for (const part of splitIntoParts(markdown, located, inList)) {
    const { text } = joinRanges(markdown, part.ranges);
    if (out.length > 0) out.push(part.kind === 'cell' ? ' ' : '\n');
    if (part.kind === 'code') out.push(text);
    else {
      const words = toInlineWords(text, getReadingOptions(part, footnotes));
      dropped ||= words.dropped;
      for (const piece of words.pieces) out.push(piece);
    }
  }
  return { text: out.join(''), dropped };
}

function getReadingOptions({ kind }: Part, footnotes: Footnotes): InlineReading {
  return { exact: true, footnotes: footnotes === 'kept', cell: kind === 'cell' };
}

/** For the middle of a line, where no block marker can begin. */
export function renderVisibleInline(markdown: string, footnotes: Footnotes): Visible {
  const builder = new VisibleBuilder();
  builder.addPart(markdown, { kind: 'words', ranges: [{ start: 0, end: markdown.length }] }, footnotes);
  return builder;
}

export interface BlockContext {
  readonly located: LocatedBlock;
  readonly inList: boolean;
}

export function* iterateBlocksInContext(markdown: string): Generator<BlockContext, void, undefined> {
  let inList = false;
  for (const located of iterateBlocks(markdown)) {
    yield { located, inList };
    const { kind, text } = located.block;
    inList = kind === 'list' || (inList && /^[ \t]/.test(text));
  }
}

export interface FoundLink extends InlineLink {
  readonly part: Part;
}

export function listPartLinks(markdown: string, part: Part): readonly FoundLink[] {
  if (part.kind === 'code') return [];
  const { text, place: toMarkdownIndex } = joinRanges(markdown, part.ranges);
  if (!text.includes('](')) return [];
  const { links } = toInlineWords(text, getReadingOptions(part, 'kept'));
  return links.map(({ start, end, from, to, target }) => ({
    start: toMarkdownIndex(start),
    end: toMarkdownIndex(end - 1) + 1,
    from: toMarkdownIndex(from),
    to: toMarkdownIndex(to),
    target,
    part,
  }));
}

class VisibleBuilder implements Visible {
  text = '';
  readonly at: number[] = [];
  readonly ends: number[] = [];
  dropped = false;

  addBlock(markdown: string, located: LocatedBlock, inList: boolean, footnotes: Footnotes): void {
    for (const part of splitIntoParts(markdown, located, inList)) this.addPart(markdown, part, footnotes);
  }

  addPart(markdown: string, part: Part, footnotes: Footnotes): void {
    if (part.ranges.length === 0) return;
    const { text, place: toMarkdownIndex } = joinRanges(markdown, part.ranges);
    if (this.text !== '')
      this.#appendReplaced(part.kind === 'cell' ? ' ' : '\n', toMarkdownIndex(0), toMarkdownIndex(0));
    if (part.kind === 'code') {
      this.#appendCopied(text, 0, toMarkdownIndex);
      return;
    }
    const words = toInlineWords(text, getReadingOptions(part, footnotes));
    this.dropped ||= words.dropped;
    for (const [i, piece] of words.pieces.entries()) {
      const from = words.starts[i] ?? 0;
      const to = words.ends[i] ?? from;
      if (to - from === piece.length) this.#appendCopied(piece, from, toMarkdownIndex);
      else this.#appendReplaced(piece, toMarkdownIndex(from), toMarkdownIndex(Math.max(from, to - 1)) + 1);
    }
  }

  #appendCopied(piece: string, from: number, place: JoinedRanges['place']): void {
    this.text += piece;
    for (let i = 0; i < piece.length; i += 1) {
      const at = place(from + i);
      this.at.push(at);
      this.ends.push(at + 1);
    }
  }

  #appendReplaced(piece: string, from: number, to: number): void {
    this.text += piece;
    this.at.push(...Array<number>(piece.length).fill(from));
    this.ends.push(...Array<number>(piece.length).fill(to));
  }
}

interface JoinedRanges {
  readonly text: string;
  /** To an index of the whole document. Ascending calls take one step each. */
  readonly place: (index: number) => number;
}

function joinRanges(markdown: string, ranges: readonly Range[]): JoinedRanges {
  const [only] = ranges;
  if (only === undefined) return { text: '', place: () => 0 };
  if (ranges.length === 1) return { text: markdown.slice(only.start, only.end), place: (index) => only.start + index };
  const begins: number[] = [];
  let length = 0;
  for (const { start, end } of ranges) {
    begins.push(length);
    length += end - start + 1;
  }
  let line = 0;
  const toMarkdownIndex = (index: number): number => {
    while (line > 0 && (begins[line] ?? 0) > index) line -= 1;
    while (line + 1 < begins.length && (begins[line + 1] ?? Infinity) <= index) line += 1;
    return (ranges[line]?.start ?? 0) + index - (begins[line] ?? 0);
  };
  return { text: ranges.map(({ start, end }) => markdown.slice(start, end)).join('\n'), place: toMarkdownIndex };
}
