/** Converts Markdown to its visible text, with a map back; different meanings never look the same. */
import { toInlineWords, type InlineWords } from '../text/inline.ts';
import { DITTO } from '../text/markdown-table.ts';
import type { InlineReading } from '../text/inline-scan.ts';
import type { Range } from '../text/ranges.ts';
import { iterateParts, type Part } from './answer-parts.ts';

export type Footnotes = 'dropped' | 'kept';

export interface Visible {
  readonly text: string;
  /** For each UTF-16 unit, where its character begins in the Markdown … */
  readonly at: readonly number[];
  /** … and where it ends. */
  readonly ends: readonly number[];
  /** Ranges of `text` that the page does not repeat: what `〃` stands for. */
  readonly repeated: readonly Range[];
}

/** What the page itself has of a range of the visible text. */
export function sliceOwn({ text, repeated }: Visible, from: number, to: number): string {
  let own = '';
  let at = from;
  for (const { start, end } of repeated) {
    if (start < at || start >= to) continue;
    own += text.slice(at, start);
    at = Math.min(end, to);
  }
  return own + text.slice(at, to);
}

interface VisibleText {
  readonly text: string;
  /** Whether a footnote mark was left out. */
  readonly dropped: boolean;
}

interface SourceMap {
  readonly at: number[];
  readonly ends: number[];
  readonly repeated: Range[];
}

export function renderVisible(
  markdown: string,
  footnotes: Footnotes = 'dropped',
  parts: Iterable<Part> = iterateParts(markdown),
): Visible {
  const map: SourceMap = { at: [], ends: [], repeated: [] };
  const { text } = renderParts(markdown, footnotes, parts, map);
  return { text, ...map };
}

export function renderVisibleText(
  markdown: string,
  footnotes: Footnotes,
  parts: Iterable<Part> = iterateParts(markdown),
): VisibleText {
  return renderParts(markdown, footnotes, parts, null);
}

/** For the middle of a line, where no block marker can begin. */
export function renderVisibleInline(markdown: string): string {
  return toInlineWords(markdown, { exact: true, footnotes: true, cell: false }).pieces.join('');
}

function renderParts(
  markdown: string,
  footnotes: Footnotes,
  parts: Iterable<Part>,
  map: SourceMap | null,
): VisibleText {
  const out: string[] = [];
  let empty = true;
  let dropped = false;
  for (const part of parts) {
    if (part.ranges.length === 0) continue;
    const { text, place } = joinRanges(markdown, part.ranges);
    if (!empty) {
      out.push(part.kind === 'cell' ? ' ' : '\n');
      map?.at.push(place(0));
      map?.ends.push(place(0));
    }
    const words =
      part.kind === 'code'
        ? copyVerbatim(text)
        : part.above !== undefined
          ? repeatAbove(text, toInlineWords(part.above, getReading(part, footnotes)).pieces.join('').trim())
          : toInlineWords(text, getReading(part, footnotes));
    for (const piece of words.pieces) out.push(piece);
    if (map !== null) {
      const start = map.at.length;
      mapPieces(words, place, map);
      if (part.above !== undefined) map.repeated.push({ start, end: map.at.length });
    }
    empty &&= words.pieces.every((piece) => piece === '');
    dropped ||= words.dropped;
  }
  return { text: out.join(''), dropped };
}

type MappedWords = Omit<InlineWords, 'links'>;

const copyVerbatim = (text: string): MappedWords => ({
  pieces: [text],
  starts: [0],
  ends: [text.length],
  dropped: false,
});

const repeatAbove = (text: string, above: string): MappedWords => ({
  pieces: [above],
  starts: [text.indexOf(DITTO)],
  ends: [text.indexOf(DITTO) + DITTO.length],
  dropped: false,
});

export function getReading({ kind }: Part, footnotes: Footnotes): InlineReading {
  return { exact: true, footnotes: footnotes === 'kept', cell: kind === 'cell' };
}

function mapPieces({ pieces, starts, ends }: MappedWords, place: JoinedRanges['place'], map: SourceMap): void {
  for (const [i, piece] of pieces.entries()) {
    const from = starts[i] ?? 0;
    const to = ends[i] ?? from;
    const copied = to - from === piece.length;
    for (let k = 0; k < piece.length; k += 1) {
      map.at.push(place(copied ? from + k : from));
      map.ends.push(place(copied ? from + k : Math.max(from, to - 1)) + 1);
    }
  }
}

interface JoinedRanges {
  readonly text: string;
  /** Maps to an index of the whole document. Ascending calls take one step each. */
  readonly place: (index: number) => number;
}

export function joinRanges(markdown: string, ranges: readonly Range[]): JoinedRanges {
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
