/**
 * Where blocks and their pieces stand in a text. The one rule: ranges are in order, never overlap, and leave out
 * nothing but white space. All of them are in UTF-16 units of the text as it was given.
 */
import { type Block, blocksOf } from './blocks.ts';
import { isLowSurrogate } from './segment.ts';
import { sentences } from './sentences.ts';

export interface Range {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export interface LocatedBlock extends Range {
  readonly block: Block;
}

/** The blocks with their places. Blank lines that end a block (code that was never closed) are left out. */
export function* locatedBlocks(markdown: string): Generator<LocatedBlock, void, undefined> {
  const lines = linesIn(markdown, { start: 0, end: markdown.length });
  let line = lines.next();
  for (const block of blocksOf(markdown)) {
    while (!line.done && isBlank(markdown, line.value)) line = lines.next();
    if (line.done) return;
    const start = line.value.start;
    let end = line.value.end;
    for (let left = countLines(block.text); left > 0 && !line.done; left -= 1) {
      end = line.value.end;
      line = lines.next();
    }
    yield { block, ...trimmed(markdown, start, end) };
  }
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Lines of a range without what ends them: LF, CR LF or CR. */
export function* linesIn(text: string, { start, end }: Range): Generator<Range, void, undefined> {
  const breaks = /\r\n|\r|\n/g;
  breaks.lastIndex = start;
  let from = start;
  for (let found = breaks.exec(text); found !== null && found.index < end; found = breaks.exec(text)) {
    yield { start: from, end: found.index };
    from = breaks.lastIndex;
  }
  if (from <= end) yield { start: from, end };
}

/** Read at once, at most: a text that never ends a sentence must not make the search for one slow. */
const WINDOW = 8000;

/** Sentences of running text; white space between them belongs to none. */
export function* sentencesIn(text: string, range: Range, language = ''): Generator<Range, void, undefined> {
  for (const { start, end } of windowsIn(text, range, WINDOW)) {
    let at = start;
    for (const sentence of sentences(text.slice(start, end), language)) {
      const from = skipBlank(text, at, end);
      at = skipWords(text, from, sentence.replace(/\s+/g, '').length);
      if (at > from) yield { start: from, end: at };
    }
  }
}

/** Pieces of at most so many UTF-16 units, cut at the last white space of the second half, else between characters. */
export function* windowsIn(text: string, { start, end }: Range, most: number): Generator<Range, void, undefined> {
  let from = skipBlank(text, start, end);
  while (end - from > most) {
    let cut = from + most;
    while (cut > from + most / 2 && !isSpace(text, cut)) cut -= 1;
    if (!isSpace(text, cut)) cut = isLowSurrogate(text.charCodeAt(from + most)) ? from + most - 1 : from + most;
    if (cut <= from) cut = from + 2; // one character of two units, and room for one
    yield trimmed(text, from, cut);
    from = skipBlank(text, cut, end);
  }
  if (from < end) yield trimmed(text, from, end);
}

function isBlank(text: string, { start, end }: Range): boolean {
  return skipBlank(text, start, end) === end;
}

function isSpace(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit <= 0x20 ? unit === 0x20 || (unit >= 9 && unit <= 13) : unit >= 0xa0 && /\s/.test(text.charAt(index));
}

function skipBlank(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text, at)) at += 1;
  return at;
}

/** The place after so many units that are no white space. */
function skipWords(text: string, from: number, units: number): number {
  let at = from;
  for (let left = units; left > 0 && at < text.length; at += 1) if (!isSpace(text, at)) left -= 1;
  return at;
}

function trimmed(text: string, start: number, end: number): Range {
  let last = end;
  while (last > start && isSpace(text, last - 1)) last -= 1;
  return { start, end: last };
}
