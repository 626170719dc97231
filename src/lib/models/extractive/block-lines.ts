/** Splits blocks of Markdown: paragraphs into lines, lists into items, a table's header into cells. */
import { toInlineText } from '../../pipeline/text/inline.ts';
import { isLowSurrogate } from '../../pipeline/text/segment.ts';

const MARKER = /^[ \t]*(?:([-*+])|(\d{1,9})[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?/;

/** In characters; shorter lines are paragraphs of their own. */
const MIN_WRAP_WIDTH = 40;

const MAX_WRAP_WIDTH = 120;

export function splitParagraphLines(paragraph: string): readonly string[] {
  const lines = paragraph.split('\n').filter((line) => !/^\s*\|.*\|\s*$/.test(line.slice(0, 4000)));
  const isWrapped = lines.slice(0, -1).every((line) => line.length >= MIN_WRAP_WIDTH && line.length <= MAX_WRAP_WIDTH);
  const result: string[] = [];
  let joins = false;
  for (const line of lines) {
    const breaks = !isWrapped || /(?: {2}|\\)$/.test(line);
    const text = line.trim().replace(/\\$/, '');
    const last = result.length - 1;
    if (joins && last >= 0) result[last] = `${result[last] ?? ''} ${text}`;
    else result.push(text);
    joins = !breaks;
  }
  return result.flatMap(splitLongLine);
}

/** In characters; a longer line is split. */
const MAX_LINE_LENGTH = 16_000;

/** Splits at the last sentence end that fits, else the last space, else between characters. */
function splitLongLine(line: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (line.length - start > MAX_LINE_LENGTH) {
    const piece = line.slice(start, start + MAX_LINE_LENGTH);
    const stop = Math.max(piece.lastIndexOf('. ') + 1, piece.lastIndexOf('。') + 1);
    const space = stop > 0 ? stop : piece.lastIndexOf(' ') + 1;
    const whole = isLowSurrogate(line.charCodeAt(start + MAX_LINE_LENGTH)) ? MAX_LINE_LENGTH - 1 : MAX_LINE_LENGTH;
    const length = space > 0 ? space : whole;
    pieces.push(line.slice(start, start + length));
    start += length;
  }
  return [...pieces, line.slice(start)];
}

const QUOTE_MARKS = /^ {0,3}>[> ]*/;

export function stripQuoteMarks(quote: string): string {
  const lines = quote.split('\n').map((line) => stripListMarkers(line.replace(QUOTE_MARKS, '')));
  return lines.join('\n');
}

const NESTED_MARKERS = /^(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,9}|$)){1,9}/;

function stripListMarkers(line: string): string {
  return line.replace(NESTED_MARKERS, '');
}

/** `number`: its number in a numbered list, else 0. */
export function parseListItems(list: string): readonly { readonly text: string; readonly number: number }[] {
  const items: { text: string; number: number }[] = [];
  for (const line of list.split('\n')) {
    const mark = MARKER.exec(line.slice(0, 200));
    const last = items.at(-1);
    if (mark !== null) items.push({ text: stripListMarkers(line.slice(mark[0].length)), number: Number(mark[2] ?? 0) });
    else if (last === undefined) items.push({ text: line.trim(), number: 0 });
    else last.text += ` ${line.trim()}`;
  }
  return items;
}

/** `Plan · Price · Storage`; '' when the cells are empty. */
export function formatTableHeader(table: string): string {
  const [header = ''] = table.split('\n', 1);
  return splitCells(header)
    .map((cell) => toInlineText(cell).text)
    .filter((cell) => cell !== '')
    .join(' · ');
}

function splitCells(row: string): readonly string[] {
  return row
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .slice(0, 100);
}
