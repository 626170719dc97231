/** Places the words of a line that leans, and says how sure the network is of them. */
import type { Box as Quad } from 'paddleocr';
import type { PlacedWord } from '../rows.ts';
import type { Letter } from './decode-line.ts';

/** What PP-OCR drops itself. */
const MIN_CONFIDENCE = 0.5;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The corners from which its width and height are measured; letters stand on the side of `foot`. */
function listCorners({ x, y, width, height, points }: Quad): {
  readonly start: Point;
  readonly end: Point;
  readonly foot: Point;
} {
  if (points) return { start: points[0], end: points[1], foot: points[3] };
  return { start: { x, y }, end: { x: x + width, y }, foot: { x, y: y + height } };
}

/** Ratio of height to width from which PP-OCR turns a line that leans, so that its top comes first. */
const MIN_UPRIGHT = 1.5;

/** Size of the line as the network is shown it; both at least a pixel. */
export function measureLine(quad: Quad): {
  readonly length: number;
  readonly height: number;
  readonly isUpright: boolean;
} {
  const { start, end, foot } = listCorners(quad);
  const across = Math.max(1, Math.hypot(end.x - start.x, end.y - start.y));
  const down = Math.max(1, Math.hypot(foot.x - start.x, foot.y - start.y));
  const isUpright = quad.points !== undefined && down / across >= MIN_UPRIGHT;
  return isUpright ? { length: down, height: across, isUpright } : { length: across, height: down, isUpright };
}

export function placeWords(letters: readonly Letter[], quad: Quad, line: number): readonly PlacedWord[] {
  const { start, end, foot } = listCorners(quad);
  const { isUpright } = measureLine(quad);
  const half = 0.5 / Math.max(1, letters.length);
  return splitWords(letters).flatMap((word) => {
    const confidence = word.reduce((sum, letter) => sum + letter.confidence, 0) / word.length;
    if (confidence < MIN_CONFIDENCE) return [];
    const from = Math.max(0, (word[0]?.at ?? 0) - half);
    const to = Math.min(1, (word.at(-1)?.at ?? 1) + half);
    const middle = (from + to) / 2;
    const [x, y] = isUpright
      ? [start.x + middle * (foot.x - start.x), start.y + from * (foot.y - start.y)]
      : [start.x + from * (end.x - start.x), start.y + middle * (end.y - start.y)];
    const [across, down] = isUpright ? [1, to - from] : [to - from, 1];
    const [width, height] = [Math.max(1, across * (end.x - start.x)), Math.max(1, down * (foot.y - start.y))];
    const text = word.map((letter) => letter.text).join('');
    return [{ text, confidence: 100 * Math.min(1, confidence), line, box: { x, y, width, height } }];
  });
}

/** At spaces. None is empty. */
function splitWords(letters: readonly Letter[]): readonly (readonly Letter[])[] {
  const words: Letter[][] = [];
  let word: Letter[] = [];
  for (const letter of letters) {
    if (letter.text === ' ') word = [];
    else if (word.push(letter) === 1) words.push(word);
  }
  return words;
}
