/** Arranges words into text in reading order. No word is lost or changed. */
import { computeMedian } from '../../base/numbers.ts';
import { splitIntoStretches } from '../pdf/columns.ts';
import { fillGrid, findGrids, type Grid } from './grids.ts';
import { compareWords, groupIntoRows, groupIntoRuns, MAX_WORD_GAP, type PlacedWord } from './rows.ts';
import type { Rule, Rules } from './rules.ts';
import type { ReadWord, Box } from './types.ts';
import { TextWriter, writeLine, writeTable } from './text-writer.ts';
import { splitIntoBlocks } from './unruled.ts';
import { getMiddleX, getMiddleY, getBottom, getRight } from './boxes.ts';
import { isRtl } from '../text/script.ts';

/** As a multiple of the usual line distance: a larger one starts a paragraph. */
const PARAGRAPH_STEP = 1.4;
/** If gutters tell the columns apart, the words of a line may stand as far from each other as justified ones do. */
const MAX_JUSTIFIED_GAP = 3;
/** Words must be without white space, boxes of finite numbers; `letter` and the rules those of the picture they stand in. */
export function layOutWords(
  words: readonly PlacedWord[],
  rules: Rules = { down: [], across: [] },
  letter = computeMedian(words.map(({ box }) => box.height)),
): {
  readonly text: string;
  readonly words: readonly ReadWord[];
} {
  const writer = new TextWriter(isRtl(words.map(({ text }) => text)));
  writeRegion(words, findGrids(rules, letter), rules.across, writer);
  return { text: writer.text, words: writer.words };
}

/** A grid with nothing beside it is a table between what stands above and below; `grids` from top to bottom. */
function writeRegion(
  words: readonly PlacedWord[],
  grids: readonly Grid[],
  across: readonly Rule[],
  writer: TextWriter,
): void {
  for (const [i, grid] of grids.entries()) {
    const parts = cutAtGrid(words, grid);
    const cells = parts.beside === 0 ? fillGrid(grid, parts.inside) : null;
    if (cells === null) continue;
    writeRegion(parts.above, [], across, writer);
    writer.startBlock();
    writeTable(cells, writer);
    writeRegion(parts.below, grids.slice(i + 1), across, writer);
    return;
  }
  writeColumns(words, across, writer);
}

function cutAtGrid(words: readonly PlacedWord[], { xs, ys }: Grid) {
  const parts = { above: [] as PlacedWord[], inside: [] as PlacedWord[], below: [] as PlacedWord[], beside: 0 };
  for (const word of words) {
    const y = getMiddleY(word.box);
    const x = getMiddleX(word.box);
    if (y < (ys[0] ?? 0)) parts.above.push(word);
    else if (y > (ys.at(-1) ?? 0)) parts.below.push(word);
    else if (x < (xs[0] ?? 0) || x > (xs.at(-1) ?? 0)) parts.beside += 1;
    else parts.inside.push(word);
  }
  return parts;
}

function writeColumns(words: readonly PlacedWord[], across: readonly Rule[], writer: TextWriter): void {
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
  for (const stretch of splitIntoStretches(lines, writer.rtl))
    writeColumn(
      stretch.flatMap((line) => line.words),
      across,
      writer,
    );
}

function writeColumn(words: readonly PlacedWord[], across: readonly Rule[], writer: TextWriter): void {
  const rows = groupIntoRows(words.toSorted(compareWords));
  const pitch = measurePitch(rows);
  const left = words.reduce((least, { box }) => Math.min(least, box.x), Infinity);
  for (const block of splitIntoBlocks(rows, pitch, across)) {
    writer.startBlock();
    if (block.cells === null) writeLines(block.rows, left, pitch, writer);
    else writeTable(block.cells, writer);
  }
}

function writeLines(
  rows: readonly (readonly PlacedWord[])[],
  left: number,
  pitch: number | null,
  writer: TextWriter,
): void {
  const heights = rows.map((row) => computeMedian(row.map(({ box }) => box.height)));
  const middles = rows.map((row) => computeMedian(row.map(({ box }) => getMiddleY(box))));
  const usualStep = computeMedian(middles.slice(1).map((middle, i) => middle - (middles[i] ?? 0)));
  for (const [i, row] of rows.entries()) {
    if (i > 0) writer.text += startsParagraph(i, middles, heights, usualStep) ? '\n\n' : '\n';
    if (pitch !== null && !writer.rtl) writer.text += ' '.repeat(computeIndent(row, left, pitch));
    writeLine(row, pitch, writer);
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

const MIN_STEPS = 6;

/** In letter widths, since letters differ within their cells. */
const MAX_OFFSET = 0.35;

/** Share of words as expected; about a third in proportional text. */
const MIN_AGREEMENT = 0.7;

const MAX_INDENT = 60;

/** Of letters of one width, as code has them, whose columns are kept. In pixels; null if letters differ in width. */
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

/** In word heights: two or three times the space between words. */
const MIN_WIDTH = 0.65;
/** Spaces between words seldom stand below each other in so many rows. */
const MIN_ROWS = 5;
const MAX_OPEN = 64;

interface OpenGutter {
  left: number;
  right: number;
  readonly top: number;
  bottom: number;
  rows: number;
}

/** Finds gutters: upright strips of paper between columns that stand too close to be told apart by the gap of one row. */
export function findGutters(words: readonly PlacedWord[]): readonly Box[] {
  const found: OpenGutter[] = [];
  let open: OpenGutter[] = [];
  for (const row of groupIntoRows(words)) {
    const next: OpenGutter[] = [];
    const gaps = listGaps(row);
    const [start, end] = [row[0]?.box.x ?? 0, row.reduce((most, { box }) => Math.max(most, getRight(box)), 0)];
    const bottom = row.reduce((most, { box }) => Math.max(most, getBottom(box)), 0);
    for (const gutter of open) {
      const narrowed = gaps.map((gap) => narrowGutter(gutter, gap)).find((left) => left !== null);
      if (narrowed) next.push({ ...gutter, ...narrowed, bottom, rows: gutter.rows + 1 });
      else if (end <= gutter.left || start >= gutter.right) next.push(gutter);
      else found.push(gutter);
    }
    const isNew = (gap: Box): boolean => !next.some(({ left, right }) => gap.x < right && getRight(gap) > left);
    for (const gap of gaps)
      if (isNew(gap)) next.push({ left: gap.x, right: getRight(gap), top: gap.y, bottom: getBottom(gap), rows: 1 });
    open = next.slice(-MAX_OPEN);
  }
  return [...found, ...open].flatMap(({ left, right, top, bottom, rows }) =>
    rows < MIN_ROWS ? [] : [{ x: left, y: top, width: right - left, height: bottom - top }],
  );
}

function listGaps(row: readonly PlacedWord[]): readonly Box[] {
  let end = -Infinity;
  return row.flatMap(({ box }) => {
    const gap = { x: end, y: box.y, width: box.x - end, height: box.height };
    end = Math.max(end, getRight(box));
    return Number.isFinite(gap.width) && gap.width >= MIN_WIDTH * box.height ? [gap] : [];
  });
}

/** null if nothing is left. */
function narrowGutter(gutter: OpenGutter, gap: Box): Pick<OpenGutter, 'left' | 'right'> | null {
  const [left, right] = [Math.max(gutter.left, gap.x), Math.min(gutter.right, getRight(gap))];
  return right - left >= (MIN_WIDTH / 2) * gap.height ? { left, right } : null;
}

const isAcross = (gutters: readonly Box[], one: Box, other: Box): boolean =>
  gutters.some((gutter) => {
    const middle = gutter.x + gutter.width / 2;
    const y = getMiddleY(other);
    return y >= gutter.y && y <= getBottom(gutter) && getRight(one) <= middle && other.x >= middle;
  });
