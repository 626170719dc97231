/** Iterates over lines and sentences: ordered, disjoint, omitting only white space, in UTF-16 units. */
import { isLowSurrogate } from './segment.ts';
import { splitSentences } from './sentences.ts';

export interface Range {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export function* iterateLines(text: string, { start, end }: Range): Generator<Range, void, undefined> {
  const breaks = /\r\n|\r|\n/g;
  breaks.lastIndex = start;
  let from = start;
  for (let found = breaks.exec(text); found !== null && found.index < end; found = breaks.exec(text)) {
    yield { start: from, end: found.index };
    from = breaks.lastIndex;
  }
  if (from <= end) yield { start: from, end };
}

/** Bounds the work for text without sentence ends. */
const WINDOW = 8000;

export function* iterateSentences(text: string, range: Range, language = ''): Generator<Range, void, undefined> {
  for (const { start, end } of iterateWindows(text, range, WINDOW)) {
    let at = start;
    for (const sentence of splitSentences(text.slice(start, end), language)) {
      const from = skipBlank(text, at, end);
      at = skipWords(text, from, sentence.replace(/\s+/g, '').length);
      if (at > from) yield { start: from, end: at };
    }
  }
}

/** Cut at the last white space of the second half, else between characters. */
export function* iterateWindows(text: string, { start, end }: Range, most: number): Generator<Range, void, undefined> {
  let from = skipBlank(text, start, end);
  while (end - from > most) {
    let cut = from + most;
    while (cut > from + most / 2 && !isSpace(text, cut)) cut -= 1;
    if (!isSpace(text, cut)) cut = isLowSurrogate(text.charCodeAt(from + most)) ? from + most - 1 : from + most;
    if (cut <= from) cut = from + 2; // `most` is 1, but the character has two units
    yield trimRange(text, from, cut);
    from = skipBlank(text, cut, end);
  }
  if (from < end) yield trimRange(text, from, end);
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

function skipWords(text: string, from: number, units: number): number {
  let at = from;
  for (let remaining = units; remaining > 0 && at < text.length; at += 1) if (!isSpace(text, at)) remaining -= 1;
  return at;
}

/** Without white space at its end. */
export function trimRange(text: string, start: number, end: number): Range {
  let last = end;
  while (last > start && isSpace(text, last - 1)) last -= 1;
  return { start, end: last };
}

/** Items ascend; 0 if none is. */
export function findLastAtMost<T>(items: readonly T[], getValue: (item: T) => number, bound: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const item = items[middle];
    if (item !== undefined && getValue(item) <= bound) low = middle;
    else high = middle - 1;
  }
  return low;
}
