/** Arranges words into text in reading order. No word is lost or changed. */
import { computeMedian } from '../../base/numbers.ts';
import { splitIntoStretches } from '../pdf/columns.ts';
import { findGutters, isAcross } from './gutters.ts';
import { compareWords, groupIntoRows, groupIntoRuns, MAX_WORD_GAP, type PlacedWord } from './rows.ts';
import type { ReadWord } from './types.ts';
import { getMiddleY, getRight } from './boxes.ts';
import { getFirstCharacter, isDense, isRtl, getLastCharacter } from '../text/script.ts';

/** In letter heights: a wider gap becomes two spaces. */
const WIDE_GAP = 1.6;
/** For scripts without spaces: a wider gap becomes one space. */
const DENSE_GAP = 0.8;
/** As a multiple of the usual line distance: a larger one starts a paragraph. */
const PARAGRAPH_STEP = 1.4;
/** Where gutters tell the columns apart, the words of a line may stand as far from each other as justified ones do. */
const MAX_JUSTIFIED_GAP = 3;
const CELL_SEPARATOR = '  ';

/** Words must be without white space, boxes of finite numbers. */
export function layOutWords(words: readonly PlacedWord[]): {
  readonly text: string;
  readonly words: readonly ReadWord[];
} {
  const rtl = isRtl(words.map(({ text }) => text));
  const writer = new TextWriter();
  const gutters = findGutters(words);
  const maxGap = gutters.length > 0 ? MAX_JUSTIFIED_GAP : MAX_WORD_GAP;
  const lines = groupIntoRuns(words, maxGap, (one, other) => isAcross(gutters, one, other)).map((run) => {
    const boxes = run.words.map(({ box }) => box);
    return {
      words: run.words,
      text: run.words.map(({ text }) => text).join(' '),
      x0: boxes[0]?.x ?? 0,
      x1: run.x1,
      y: computeMedian(boxes.map(getMiddleY)),
      size: computeMedian(boxes.map(({ height }) => height)),
    };
  });
  for (const stretch of splitIntoStretches(lines, rtl))
    writeColumn(
      stretch.flatMap((line) => line.words),
      rtl,
      writer,
    );
  return { text: writer.text, words: writer.words };
}

class TextWriter {
  text = '';
  readonly words: ReadWord[] = [];

  addWord({ text, confidence, box }: PlacedWord): void {
    const start = this.text.length;
    this.text += text;
    this.words.push({ start, end: this.text.length, confidence, box });
  }
}

function writeColumn(words: readonly PlacedWord[], rtl: boolean, writer: TextWriter): void {
  const rows = groupIntoRows(words.toSorted(compareWords));
  const pitch = measurePitch(rows);
  const left = words.reduce((least, { box }) => Math.min(least, box.x), Infinity);
  const heights = rows.map((row) => computeMedian(row.map(({ box }) => box.height)));
  const middles = rows.map((row) => computeMedian(row.map(({ box }) => getMiddleY(box))));
  const usualStep = computeMedian(middles.slice(1).map((middle, i) => middle - (middles[i] ?? 0)));
  for (const [i, row] of rows.entries()) {
    if (i > 0) writer.text += startsParagraph(i, middles, heights, usualStep) ? '\n\n' : '\n';
    else if (writer.text !== '') writer.text += '\n\n';
    if (pitch !== null && !rtl) writer.text += ' '.repeat(computeIndent(row, left, pitch));
    writeLine(rtl ? row.toReversed() : row, pitch, writer);
  }
}

function startsParagraph(
  i: number,
  middles: readonly number[],
  heights: readonly number[],
  usualStep: number,
): boolean {
  const step = (middles[i] ?? 0) - (middles[i - 1] ?? 0);
  return step > PARAGRAPH_STEP * usualStep && step > 1.8 * Math.max(heights[i] ?? 0, heights[i - 1] ?? 0);
}

function writeLine(row: readonly PlacedWord[], pitch: number | null, writer: TextWriter): void {
  const size = computeMedian(row.map(({ box }) => box.height));
  for (const [i, word] of row.entries()) {
    const last = row[i - 1];
    if (last !== undefined) writer.text += getSeparator(last, word, size, pitch);
    writer.addWord(word);
  }
}

function getSeparator(last: PlacedWord, word: PlacedWord, size: number, pitch: number | null): string {
  const gap = Math.max(word.box.x - getRight(last.box), last.box.x - getRight(word.box));
  if (gap > WIDE_GAP * size) return CELL_SEPARATOR;
  const dense = isDense(getLastCharacter(last.text)) && isDense(getFirstCharacter(word.text));
  return dense && gap <= DENSE_GAP * size && pitch === null ? '' : ' ';
}

const MIN_STEPS = 6;

/** In letter widths, since letters differ within their cells. */
const MAX_OFFSET = 0.35;

/** Share of words as expected; about a third in proportional text. */
const MIN_AGREEMENT = 0.7;

const MAX_INDENT = 60;

/** In pixels; null if letters differ in width. */
function measurePitch(rows: readonly (readonly PlacedWord[])[]): number | null {
  const steps = rows.flatMap((row) =>
    row.slice(1).flatMap((word, i) => {
      const last = row[i];
      if (last === undefined) return [];
      return [{ letters: Array.from(last.text).length + 1, across: word.box.x - last.box.x }];
    }),
  );
  if (steps.length < MIN_STEPS) return null;
  const pitch = computeMedian(steps.map(({ letters, across }) => across / letters));
  const agree = steps.filter(({ letters, across }) => Math.abs(across - letters * pitch) <= MAX_OFFSET * pitch);
  return pitch > 0 && agree.length >= MIN_AGREEMENT * steps.length ? pitch : null;
}

function computeIndent(row: readonly PlacedWord[], left: number, pitch: number): number {
  const x = row.reduce((least, { box }) => Math.min(least, box.x), Infinity);
  const spaces = Math.round((x - left) / pitch);
  return Number.isFinite(spaces) ? Math.min(MAX_INDENT, Math.max(0, spaces)) : 0;
}
