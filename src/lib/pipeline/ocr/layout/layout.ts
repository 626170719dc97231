/** Arranges words into text in reading order. No word is lost or changed. */
import { computeMedian } from '../../../base/numbers.ts';
import { splitIntoStretches } from '../../pdf/columns.ts';
import { fillGrid, findGrids, type Grid } from './grids.ts';
import { findGutters, findPaneEdge, isAcross, isFramed } from './gutters.ts';
import {
  compareWords,
  computeIndent,
  groupIntoRows,
  groupIntoRuns,
  MAX_WORD_GAP,
  measurePitch,
  type PlacedWord,
} from '../rows.ts';
import type { Rule, Rules } from '../rules.ts';
import type { ReadWord } from '../types.ts';
import { TextWriter, writeLine, writeTable } from './text-writer.ts';
import { splitIntoBlocks } from './unruled.ts';
import { getMiddleX, getMiddleY } from '../boxes.ts';
import { isRtl } from '../../text/script.ts';

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
  writeRegion(words, findGrids(rules, letter), rules, writer);
  return { text: writer.text, words: writer.words };
}

/** A grid with nothing beside it is a table between what stands above and below; `grids` from top to bottom. */
function writeRegion(words: readonly PlacedWord[], grids: readonly Grid[], rules: Rules, writer: TextWriter): void {
  for (const [i, grid] of grids.entries()) {
    const parts = cutAtGrid(words, grid);
    const cells = parts.beside === 0 ? fillGrid(grid, parts.inside) : null;
    if (cells === null) continue;
    writeRegion(parts.above, [], rules, writer);
    writer.startBlock();
    writeTable(cells, writer);
    writeRegion(parts.below, grids.slice(i + 1), rules, writer);
    return;
  }
  writePanes(words, rules, writer);
}

/** What stands on both sides of a long upright edge, as a side bar and the text beside it, is read one after the other. */
function writePanes(words: readonly PlacedWord[], rules: Rules, writer: TextWriter): void {
  const edge = findPaneEdge(words, rules.down);
  if (edge === null) {
    writeColumns(words, rules.across, writer);
    return;
  }
  const isBelow = ({ box }: PlacedWord): boolean => getMiddleY(box) > edge.to;
  const isBeside = ({ box }: PlacedWord): boolean => getMiddleY(box) >= edge.from && getMiddleY(box) <= edge.to;
  const isLeft = ({ box }: PlacedWord): boolean => getMiddleX(box) < edge.at;
  const beside = words.filter(isBeside);
  const [first, second] = [beside.filter(isLeft), beside.filter((word) => !isLeft(word))];
  const above = words.filter((word) => !isBeside(word) && !isBelow(word));
  for (const part of [above, ...(writer.rtl ? [second, first] : [first, second]), words.filter(isBelow)])
    if (part.length > 0) writePanes(part, rules, writer);
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
  for (const stretch of isFramed(lines, across) ? [lines] : splitIntoStretches(lines, writer.rtl))
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
