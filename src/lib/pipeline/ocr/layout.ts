/**
 * Words where they stand → a text as it is read, with the place of every word in it. The one rule: no word is lost, and each
 * stands in the text as the engine gave it.
 */
import { stretchesOf } from '../pdf/columns.ts';
import { firstOf, isDense, isRtl, lastOf } from '../pdf/script.ts';
import { middleOf, rightOf } from './box.ts';
import { indentOf, pitchOf } from './monospace.ts';
import { byPlace, median, rowsOf, runsOf, type Word } from './rows.ts';
import type { ReadWord } from './types.ts';

/** Of the letters' height: from here on a gap parts cells, and is two spaces. */
const WIDE = 1.6;
/** … and letters of scripts without spaces have one between them. */
const DENSE = 0.8;
/** Of the usual distance between two lines: from here on an empty line parts them. */
const PARAGRAPH = 1.4;
const CELLS = '  ';

/** Words must have text without white space and boxes of finite numbers. */
export function laidOut(words: readonly Word[]): { readonly text: string; readonly words: readonly ReadWord[] } {
  const rtl = isRtl(words.map(({ text }) => text));
  const writer = new Writer();
  const lines = runsOf(words).map((run) => {
    const boxes = run.words.map(({ box }) => box);
    return {
      words: run.words,
      text: run.words.map(({ text }) => text).join(' '),
      x0: boxes[0]?.x ?? 0,
      x1: run.x1,
      y: median(boxes.map(middleOf)),
      size: median(boxes.map(({ height }) => height)),
    };
  });
  for (const stretch of stretchesOf(lines, rtl))
    column(
      stretch.flatMap((line) => line.words),
      rtl,
      writer,
    );
  return { text: writer.text(), words: writer.words };
}

/** Puts text together and remembers where each word went. */
class Writer {
  readonly words: ReadWord[] = [];
  readonly #parts: string[] = [];
  #length = 0;

  add(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }

  word({ text, confidence, box }: Word): void {
    this.words.push({ start: this.#length, end: this.#length + text.length, confidence, box });
    this.add(text);
  }

  get empty(): boolean {
    return this.#length === 0;
  }

  text(): string {
    return this.#parts.join('');
  }
}

function column(words: readonly Word[], rtl: boolean, writer: Writer): void {
  const rows = rowsOf(words.toSorted(byPlace));
  const pitch = pitchOf(rows);
  const left = words.reduce((least, { box }) => Math.min(least, box.x), Infinity);
  const heights = rows.map((row) => median(row.map(({ box }) => box.height)));
  const middles = rows.map((row) => median(row.map(({ box }) => middleOf(box))));
  const usual = median(middles.slice(1).map((middle, i) => middle - (middles[i] ?? 0)));
  for (const [i, row] of rows.entries()) {
    if (i === 0) writer.add(writer.empty ? '' : '\n\n');
    else writer.add(parted(i, middles, heights, usual) ? '\n\n' : '\n');
    if (pitch !== null && !rtl) writer.add(' '.repeat(indentOf(row, left, pitch)));
    line(rtl ? row.toReversed() : row, pitch, writer);
  }
}

/** Whether line `i` begins a paragraph: further from the line above than lines here usually are. */
function parted(i: number, middles: readonly number[], heights: readonly number[], usual: number): boolean {
  const down = (middles[i] ?? 0) - (middles[i - 1] ?? 0);
  return down > PARAGRAPH * usual && down > 1.8 * Math.max(heights[i] ?? 0, heights[i - 1] ?? 0);
}

function line(row: readonly Word[], pitch: number | null, writer: Writer): void {
  const size = median(row.map(({ box }) => box.height));
  for (const [i, word] of row.entries()) {
    const last = row[i - 1];
    if (last !== undefined) writer.add(between(last, word, size, pitch));
    writer.word(word);
  }
}

function between(last: Word, word: Word, size: number, pitch: number | null): string {
  const gap = Math.max(word.box.x - rightOf(last.box), last.box.x - rightOf(word.box));
  if (gap > WIDE * size) return CELLS;
  const dense = isDense(lastOf(last.text)) && isDense(firstOf(word.text));
  return dense && gap <= DENSE * size && pitch === null ? '' : ' ';
}
