/** Parts words at operators that stand free: the engine takes the narrow spaces of a formula for none. */
import { computeMedian } from '../../../base/numbers.ts';
import { coverPixels, getBottom, getRight } from '../boxes.ts';
import { groupIntoRows, MAX_WORD_GAP, type PlacedWord } from '../rows.ts';
import type { Box, Gray } from '../types.ts';

const OPERATORS = /[=+−×÷±≈≠≤≥<>/|]/u;
/** Below it a pixel is ink. */
const INK = 160;
/** Share of the usual space between words: no letters stand so far from each other. */
const MIN_SPACE = 0.7;
/** With fewer spaces the usual one is not known. */
const MIN_SPACES = 6;
/** In signs: a gap lies so near to where the operator should be, by the length of the word. */
const MAX_OFFSET = 1;

interface Gap {
  readonly start: number;
  readonly end: number;
}

/** `flat`: the level picture in which the words stand, its letters dark. */
export function splitAtOperators(words: readonly PlacedWord[], flat: Gray): readonly PlacedWord[] {
  const least = MIN_SPACE * measureSpace(words);
  if (least === 0) return words;
  return words.flatMap((word) => {
    const signs = Array.from(word.text);
    if (signs.length < 2 || !OPERATORS.test(word.text)) return [word];
    return splitWord(word, signs, findGaps(word.box, flat, least));
  });
}

/** Width of the space between words; 0 if there are too few. */
function measureSpace(words: readonly PlacedWord[]): number {
  const spaces = groupIntoRows(words).flatMap((row) =>
    row.slice(1).flatMap(({ box }, i) => {
      const gap = box.x - getRight(row[i]?.box ?? box);
      return gap > 0 && gap <= MAX_WORD_GAP * box.height ? [gap] : [];
    }),
  );
  return spaces.length < MIN_SPACES ? 0 : computeMedian(spaces);
}

/** Columns without ink within the box, from the left, where at least that many lie beside each other. */
function findGaps(box: Box, flat: Gray, least: number): readonly Gap[] {
  const seen = coverPixels(box, flat);
  const hasInk = (x: number): boolean => {
    for (let y = seen.y; y < getBottom(seen); y += 1) if ((flat.data[y * flat.width + x] ?? 255) < INK) return true;
    return false;
  };
  const gaps: Gap[] = [];
  let last: number | null = null; // the last column with ink
  for (let x = seen.x; x < getRight(seen); x += 1) {
    if (!hasInk(x)) continue;
    if (last !== null && x - last - 1 >= least) gaps.push({ start: last + 1, end: x });
    last = x;
  }
  return gaps;
}

function splitWord(word: PlacedWord, signs: readonly string[], gaps: readonly Gap[]): readonly PlacedWord[] {
  const { box } = word;
  const parts: PlacedWord[] = [];
  let [from, x] = [0, box.x];
  const addPart = (to: number, right: number): void => {
    parts.push({ ...word, text: signs.slice(from, to).join(''), box: { ...box, x, width: right - x } });
  };
  const edges = signs.flatMap((sign, i) => (OPERATORS.test(sign) ? [i, i + 1] : []));
  const inner = [...new Set(edges)].filter((edge) => edge > 0 && edge < signs.length);
  for (const [i, { start, end }] of gaps.entries()) {
    const place = (((start + end) / 2 - box.x) / box.width) * signs.length;
    const edge = gaps.length === inner.length ? inner[i] : findNearest(inner, place);
    if (edge === undefined || edge <= from) continue;
    addPart(edge, start);
    [from, x] = [edge, end];
  }
  addPart(signs.length, getRight(box));
  return parts;
}

const findNearest = (edges: readonly number[], place: number): number | undefined =>
  edges
    .filter((edge) => Math.abs(edge - place) <= MAX_OFFSET)
    .toSorted((one, other) => Math.abs(one - place) - Math.abs(other - place))[0];
