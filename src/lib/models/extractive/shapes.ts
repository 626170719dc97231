/** The shapes inside a block: a paragraph's lines, a list's items, a table's header. The one rule: words stay in order. */
import { inlineText } from '../../pipeline/text/inline.ts';
import { isLowSurrogate } from '../../pipeline/text/segment.ts';

const MARKER = /^[ \t]*(?:([-*+])|(\d{1,9})[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?/;

/** Lines wrapped by hand are about this wide, all but the last; other lines are each a paragraph of their own. */
const WRAP_LEAST = 40;
const WRAP_MOST = 120;

/** Lines of a paragraph that stand alone. Hand-wrapped lines are one; rows of a table cut in two are none. */
export function linesOf(paragraph: string): readonly string[] {
  const lines = paragraph.split('\n').filter((line) => !/^\s*\|.*\|\s*$/.test(line.slice(0, 4000)));
  const wrapped = lines.slice(0, -1).every((line) => line.length >= WRAP_LEAST && line.length <= WRAP_MOST);
  const found: string[] = [];
  let joins = false;
  for (const line of lines) {
    const breaks = !wrapped || /(?: {2}|\\)$/.test(line);
    const said = line.trim().replace(/\\$/, '');
    const last = found.length - 1;
    if (joins && last >= 0) found[last] = `${found[last] ?? ''} ${said}`;
    else found.push(said);
    joins = !breaks;
  }
  return found.flatMap(bounded);
}

/** Read at once, at most; a text without a line break is read piece by piece. */
const LONGEST = 16_000;

/** Cuts a giant line after the last sentence end that fits, else at the last space, else anywhere between characters. */
function bounded(line: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (line.length - start > LONGEST) {
    const piece = line.slice(start, start + LONGEST);
    const stop = Math.max(piece.lastIndexOf('. ') + 1, piece.lastIndexOf('。') + 1);
    const space = stop > 0 ? stop : piece.lastIndexOf(' ') + 1;
    const whole = isLowSurrogate(line.charCodeAt(start + LONGEST)) ? LONGEST - 1 : LONGEST;
    const length = space > 0 ? space : whole;
    pieces.push(line.slice(start, start + length));
    start += length;
  }
  return [...pieces, line.slice(start)];
}

/** Marks of lists within lists, that stand on the first item's own line. */
const NESTED = /^(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,9}|$)){1,9}/;

/** A line without the list marks at its start. */
export function withoutMarkers(line: string): string {
  return line.replace(NESTED, '');
}

export interface ListItem {
  readonly text: string;
  /** Its number in a numbered list, else 0. */
  readonly number: number;
}

/** Items in order, nested ones too, without their marks. */
export function listItems(list: string): readonly ListItem[] {
  const items: { text: string; number: number }[] = [];
  for (const line of list.split('\n')) {
    const mark = MARKER.exec(line.slice(0, 200));
    const last = items.at(-1);
    if (mark !== null) items.push({ text: withoutMarkers(line.slice(mark[0].length)), number: Number(mark[2] ?? 0) });
    else if (last === undefined) items.push({ text: line.trim(), number: 0 });
    else last.text += ` ${line.trim()}`;
  }
  return items;
}

/** The header's cells, which say what the table is about: `Plan · Price · Storage`. '' when they are empty. */
export function tableHeader(table: string): string {
  const [header = ''] = table.split('\n', 1);
  return cells(header)
    .map((cell) => inlineText(cell).text)
    .filter((cell) => cell !== '')
    .join(' · ');
}

function cells(row: string): readonly string[] {
  return row
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .slice(0, 100);
}
