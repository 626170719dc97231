/**
 * Markdown → the words a reader sees, with the way back. The one rule: a mark is never taken for a word, nor a word for a
 * mark: two texts that say different things never look the same. White space is as it comes; blocks, items and cells
 * are apart.
 */
import { type InlineLink, inlineWords, type Reading } from '../text/inline.ts';
import { type LocatedBlock, locatedBlocks, type Range } from '../text/ranges.ts';
import { type Part, partsOf } from './parts.ts';

/** Whether the marks of footnotes, which stand among the words and are none, are left out. */
export type Footnotes = 'dropped' | 'kept';

export interface Visible {
  readonly text: string;
  /** For each UTF-16 unit of `text`, where in the Markdown its character begins … */
  readonly at: readonly number[];
  /** … and ends. */
  readonly ends: readonly number[];
  /** Whether a footnote's mark was left out. */
  readonly dropped: boolean;
}

/** What a reader sees of a whole text. Linear in it. */
export function visibleOf(markdown: string, footnotes: Footnotes = 'dropped'): Visible {
  const sight = new Sight();
  for (const { located, inList } of blocksIn(markdown)) sight.block(markdown, located, inList, footnotes);
  return sight;
}

/** What a reader sees of one block; places are those of the whole text. */
export function visibleBlock(markdown: string, { located, inList }: Stretch, footnotes: Footnotes): Visible {
  const sight = new Sight();
  sight.block(markdown, located, inList, footnotes);
  return sight;
}

/** The same without the way back, which takes less time and memory. */
export function visibleText(
  markdown: string,
  { located, inList }: Stretch,
  footnotes: Footnotes,
): Pick<Visible, 'text' | 'dropped'> {
  const out: string[] = [];
  let dropped = false;
  for (const part of partsOf(markdown, located, inList)) {
    const { text } = joined(markdown, part.ranges);
    if (out.length > 0) out.push(part.kind === 'cell' ? ' ' : '\n');
    if (part.kind === 'code') out.push(text);
    else {
      const words = inlineWords(text, readingOf(part, footnotes));
      dropped ||= words.dropped;
      for (const piece of words.pieces) out.push(piece);
    }
  }
  return { text: out.join(''), dropped };
}

function readingOf({ kind }: Part, footnotes: Footnotes): Reading {
  return { exact: true, footnotes: footnotes === 'kept', cell: kind === 'cell' };
}

/** What a reader sees of the middle of a line, which no mark of a block can begin. */
export function visibleInline(markdown: string, footnotes: Footnotes): Visible {
  const sight = new Sight();
  sight.part(markdown, { kind: 'words', ranges: [{ start: 0, end: markdown.length }] }, footnotes);
  return sight;
}

export interface Stretch {
  readonly located: LocatedBlock;
  /** Whether a list came before it, to which indented text belongs. */
  readonly inList: boolean;
}

export function* blocksIn(markdown: string): Generator<Stretch, void, undefined> {
  let inList = false;
  for (const located of locatedBlocks(markdown)) {
    yield { located, inList };
    const { kind, text } = located.block;
    inList = kind === 'list' || (inList && /^[ \t]/.test(text));
  }
}

/** A link of a part, at its place in the whole text. */
export interface FoundLink extends InlineLink {
  readonly part: Part;
}

/** The links of a part. */
export function linksOf(markdown: string, part: Part): readonly FoundLink[] {
  if (part.kind === 'code') return [];
  const { text, place } = joined(markdown, part.ranges);
  if (!text.includes('](')) return [];
  const { links } = inlineWords(text, readingOf(part, 'kept'));
  return links.map(({ start, end, from, to, target }) => ({
    start: place(start),
    end: place(end - 1) + 1,
    from: place(from),
    to: place(to),
    target,
    part,
  }));
}

class Sight implements Visible {
  text = '';
  readonly at: number[] = [];
  readonly ends: number[] = [];
  dropped = false;

  block(markdown: string, located: LocatedBlock, inList: boolean, footnotes: Footnotes): void {
    for (const part of partsOf(markdown, located, inList)) this.part(markdown, part, footnotes);
  }

  part(markdown: string, part: Part, footnotes: Footnotes): void {
    if (part.ranges.length === 0) return;
    const { text, place } = joined(markdown, part.ranges);
    if (this.text !== '') this.#say(part.kind === 'cell' ? ' ' : '\n', place(0), place(0));
    if (part.kind === 'code') {
      this.#copy(text, 0, place);
      return;
    }
    const words = inlineWords(text, readingOf(part, footnotes));
    this.dropped ||= words.dropped;
    for (const [i, piece] of words.pieces.entries()) {
      const from = words.starts[i] ?? 0;
      const to = words.ends[i] ?? from;
      if (to - from === piece.length) this.#copy(piece, from, place);
      else this.#say(piece, place(from), place(Math.max(from, to - 1)) + 1);
    }
  }

  #copy(piece: string, from: number, place: Joined['place']): void {
    this.text += piece;
    for (let i = 0; i < piece.length; i += 1) {
      const at = place(from + i);
      this.at.push(at);
      this.ends.push(at + 1);
    }
  }

  #say(piece: string, from: number, to: number): void {
    this.text += piece;
    this.at.push(...Array<number>(piece.length).fill(from));
    this.ends.push(...Array<number>(piece.length).fill(to));
  }
}

interface Joined {
  readonly text: string;
  /** The place in the whole text of an index of this one. Asked in order it takes one step each. */
  readonly place: (index: number) => number;
}

function joined(markdown: string, ranges: readonly Range[]): Joined {
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
  const place = (index: number): number => {
    while (line > 0 && (begins[line] ?? 0) > index) line -= 1;
    while (line + 1 < begins.length && (begins[line + 1] ?? Infinity) <= index) line += 1;
    return (ranges[line]?.start ?? 0) + index - (begins[line] ?? 0);
  };
  return { text: ranges.map(({ start, end }) => markdown.slice(start, end)).join('\n'), place };
}
