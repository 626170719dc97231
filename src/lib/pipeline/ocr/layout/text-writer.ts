/** Writes words as lines of text and as tables, and keeps where each of them stands in it. */
import { computeMedian } from '../../../base/numbers.ts';
import { escapeCell, formatDelimiters } from '../../text/markdown-table.ts';
import { getFirstCharacter, getLastCharacter, isDense } from '../../text/script.ts';
import { getRight } from '../boxes.ts';
import type { Cells } from './grids.ts';
import { groupIntoRows, MAX_SPACE, type PlacedWord } from '../rows.ts';
import type { ReadWord } from '../types.ts';

/** In letter heights: a wider gap becomes two spaces. */
const WIDE_GAP = 1.6;
/** For scripts without spaces: a wider gap becomes one space. */
const DENSE_GAP = 0.8;
/** In letters of one width: a narrower gap beside a mark is none, for the paper around a full stop is no space. */
const MIN_SPACE = 0.75;
const ENDS_IN_MARK = /[^\p{L}\p{N}]$/u;
const BEGINS_WITH_MARK = /^[^\p{L}\p{N}]/u;
/** Marks of scripts without spaces have their own paper, on the side that is away from the text. */
const BROAD_END = /[，。、；：！？）」』】》]$/u;
const BROAD_START = /^[（「『【《]/u;
/** The engine reads them so in any script. */
const MARK = /^[,.:;!?]$/u;
const CELL_SEPARATOR = '  ';
const MAX_COLUMNS = 60;
/** In characters. */
const MAX_PADDED = 24;

export class TextWriter {
  readonly rtl: boolean;
  text = '';
  readonly words: ReadWord[] = [];

  constructor(rtl: boolean) {
    this.rtl = rtl;
  }

  append({ text, words }: TextWriter): void {
    const start = this.text.length;
    this.text += text;
    for (const word of words) this.words.push({ ...word, start: start + word.start, end: start + word.end });
  }

  startBlock(): void {
    if (this.text !== '') this.text += '\n\n';
  }

  addWord({ text, confidence, box }: PlacedWord): void {
    const start = this.text.length;
    this.text += text;
    this.words.push({ start, end: this.text.length, confidence, box });
  }
}

/** Narrow columns are filled up with spaces, so that they stand below each other. Markdown takes the first row for the head. */
export function writeTable(cells: Cells, writer: TextWriter): void {
  const rows = cells.map((row) => inReadingOrder(row, writer).map((cell) => layOutCell(cell, writer.rtl)));
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, Math.min(MAX_PADDED, row[column]?.text.length ?? 0)), 3),
  );
  for (const [i, row] of rows.entries()) {
    if (i > 0) writer.text += '\n';
    for (const [column, cell] of row.entries()) {
      writer.text += column === 0 ? '| ' : ' | ';
      writer.append(cell);
      writer.text += ' '.repeat(Math.max(0, (widths[column] ?? 0) - cell.text.length));
    }
    writer.text += ' |';
    if (i === 0) writer.text += `\n${formatDelimiters(widths)}`;
  }
}

function layOutCell(cell: readonly PlacedWord[], rtl: boolean): TextWriter {
  const writer = new TextWriter(rtl);
  for (const line of groupIntoRows(cell)) {
    if (writer.text !== '') writer.text += ' ';
    const escaped = line.map((word) => ({ ...word, text: escapeCell(word.text) }));
    writeLine(escaped, null, writer);
  }
  return writer;
}

const inReadingOrder = <T>(row: readonly T[], { rtl }: TextWriter): readonly T[] => (rtl ? row.toReversed() : row);

export function writeLine(line: readonly PlacedWord[], pitch: number | null, writer: TextWriter): void {
  const row = inReadingOrder(line, writer);
  const size = computeMedian(row.map(({ box }) => box.height));
  for (const [i, word] of row.entries()) {
    const last = row[i - 1];
    if (last !== undefined) writer.text += getSeparator(last, word, size, pitch);
    writer.addWord(word);
  }
}

function getSeparator(last: PlacedWord, word: PlacedWord, size: number, pitch: number | null): string {
  const gap = Math.max(word.box.x - getRight(last.box), last.box.x - getRight(word.box));
  if (pitch !== null && gap < MIN_SPACE * pitch && isBesideMark(last, word, pitch)) return '';
  if (gap > (pitch === null ? WIDE_GAP * size : MAX_SPACE * pitch)) return fillGap(last, word, pitch);
  if (BROAD_END.test(last.text) || BROAD_START.test(word.text)) return '';
  const [end, start] = [getLastCharacter(last.text), getFirstCharacter(word.text)];
  if ((isDense(end) && MARK.test(word.text)) || (MARK.test(last.text) && isDense(start))) return '';
  const dense = isDense(end) && isDense(start);
  return dense && gap <= DENSE_GAP * size && pitch === null ? '' : ' ';
}

/** As many spaces as letters of one width leave free: code is indented behind the numbers of its lines. */
function fillGap(last: PlacedWord, word: PlacedWord, pitch: number | null): string {
  if (pitch === null) return CELL_SEPARATOR;
  const columns = Math.round(Math.abs(word.box.x - last.box.x) / pitch) - Array.from(last.text).length;
  return ' '.repeat(Math.min(MAX_COLUMNS, Math.max(CELL_SEPARATOR.length, columns)));
}

function isBesideMark(last: PlacedWord, word: PlacedWord, pitch: number): boolean {
  if (!ENDS_IN_MARK.test(last.text) && !BEGINS_WITH_MARK.test(word.text)) return false;
  return word.box.x - last.box.x < (Array.from(last.text).length + MIN_SPACE) * pitch;
}
