/** Tells bullets and check boxes by their shape. */
import { getArea } from '../boxes.ts';
import type { Box, Gray } from '../types.ts';

export type Mark = '•' | '◦' | '▪' | '–' | '☐' | '☑';

/** All of these in heights of capitals. A ring as large as a small letter is an “o”, one as large as a capital an “O”. */
const BULLET = { least: 0.25, most: 0.85 };
const RING = { least: 0.25, most: 0.6 };
const BOX = { least: 1.08, most: 2.2 };
const DASH = { thick: 0.22, short: 0.45, long: 1.2 };
/** One side by the other. */
const MAX_UNEVEN = 1.25;
const MAX_UNEVEN_BOX = 1.15;
/** Mean darkness of the corners by that of the darkest: a disc has none. */
const MIN_CORNERS = 0.7;
/** Darkness of the middle by that of the darkest: a ring is lighter there. */
const MAX_HOLE = 0.55;
/** Darkness of what is solid, and of what a thin line leaves where it is soft, by that of the darkest. */
const MIN_SOLID = 0.6;
const MIN_LINE = 0.35;
/** Shares of half its box at which a ring may be closed. */
const RADII = [0.65, 0.7, 0.75, 0.8, 0.85, 0.9];
const DIRECTIONS = Array.from(
  { length: 16 },
  (_, i) => [Math.cos((i * Math.PI) / 8), Math.sin((i * Math.PI) / 8)] as const,
);
/** Share of a bullet's box that is dark. */
const MIN_FILLED = 0.55;
/** Share of a side, at each of its ends, where a corner may be round. */
const CORNER = 0.1;
/** Share of each side along which the edge of a check box runs, but for its round corners. */
const MIN_SIDE = 0.9;
/** Share of a check box's size: how far in its edge may begin, also from a corner. */
const EDGE = 0.1;
/** Share of its inside that is dark: less is empty, more is a square. */
const CHECKED = { least: 0.06, most: 0.93 };

/** Height of capitals, of the whole picture and of the word beside it. */
export interface Letter {
  readonly least: number;
  readonly most: number;
}

/** Tells what stands alone in `box`, whose ink reaches each of its sides; null for anything else. */
export function classifyMark(flat: Gray, box: Box, letter: Letter): Mark | null {
  const [size, least] = [Math.max(box.width, box.height), Math.min(box.width, box.height)];
  if (box.height <= Math.max(1, DASH.thick * letter.least))
    return box.width >= DASH.short * letter.least && box.width <= DASH.long * letter.least ? '–' : null;
  if (size >= BOX.least * letter.most && size <= BOX.most * letter.most && size <= MAX_UNEVEN_BOX * least)
    return classifyBox(flat, box);
  const { least: low } = letter;
  if (size < BULLET.least * low || size > BULLET.most * low || size > Math.max(least + 1, MAX_UNEVEN * least))
    return null;
  return classifyBullet(flat, box, low);
}

const getInk = ({ width, data }: Gray, x: number, y: number): number => 255 - (data[y * width + x] ?? 255);

function classifyBullet(flat: Gray, box: Box, letter: number): Mark | null {
  const [right, bottom] = [box.x + box.width - 1, box.y + box.height - 1];
  let [sum, darkest] = [0, 1];
  for (let y = box.y; y <= bottom; y += 1)
    for (let x = box.x; x <= right; x += 1) {
      sum += getInk(flat, x, y);
      darkest = Math.max(darkest, getInk(flat, x, y));
    }
  const filled = sum / (darkest * getArea(box));
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hole = Math.min(getInk(flat, Math.floor(x), Math.floor(y)), getInk(flat, Math.ceil(x) - 1, Math.ceil(y) - 1));
  /** `radius`: of half the box. */
  const isDarkAround = (radius: number, least: number): boolean =>
    DIRECTIONS.every(([across, down]) => {
      const column = Math.floor(x + (radius * across * box.width) / 2);
      return getInk(flat, column, Math.floor(y + (radius * down * box.height) / 2)) >= least * darkest;
    });
  if (hole < MAX_HOLE * darkest) {
    const isClosed = RADII.some((radius) => isDarkAround(radius, MIN_LINE));
    return isClosed && box.height <= RING.most * letter && filled > 0.3 ? '◦' : null;
  }
  // bold letters have a gap somewhere
  if (![0, 0.2, 0.4].every((radius) => isDarkAround(radius, MIN_SOLID))) return null;
  if (filled < MIN_FILLED) return null;
  const corners = [box.x, right].flatMap((column) => [box.y, bottom].map((row) => getInk(flat, column, row)));
  const isSquare = corners.every((ink) => ink >= MIN_CORNERS * darkest);
  return isSquare ? '▪' : corners.every((ink) => ink < MIN_CORNERS * darkest) ? '•' : null;
}

const DARK = 90;

function classifyBox(flat: Gray, { x, y, width, height }: Box): Mark | null {
  const depth = Math.max(1, Math.floor(EDGE * width));
  const isDark = (across: number, down: number): boolean => getInk(flat, x + across, y + down) > DARK;
  const isEdge = (length: number, isAt: (along: number, inwards: number) => boolean): boolean => {
    const margin = Math.ceil(CORNER * length);
    let count = 0;
    for (let along = margin; along < length - margin; along += 1)
      for (let inwards = 0; inwards <= depth; inwards += 1)
        if (isAt(along, inwards)) {
          count += 1;
          break;
        }
    return count >= MIN_SIDE * (length - 2 * margin);
  };
  const hasEdges =
    isEdge(height, (along, inwards) => isDark(inwards, along)) &&
    isEdge(height, (along, inwards) => isDark(width - 1 - inwards, along)) &&
    isEdge(width, (along, inwards) => isDark(along, inwards)) &&
    isEdge(width, (along, inwards) => isDark(along, height - 1 - inwards));
  // what is round leaves its box at the corners
  const steps = Array.from({ length: depth + 1 }, (_, step) => step);
  const isCorner = (right: boolean, low: boolean): boolean =>
    steps.some((i) => steps.some((j) => isDark(right ? width - 1 - i : i, low ? height - 1 - j : j)));
  const hasCorners = [true, false].every((right) => [true, false].every((low) => isCorner(right, low)));
  if (!hasEdges || !hasCorners) return null;
  const inset = 2 * depth + 1;
  let [dark, of] = [0, 0];
  for (let down = inset; down < height - inset; down += 1)
    for (let across = inset; across < width - inset; across += 1) {
      of += 1;
      if (isDark(across, down)) dark += 1;
    }
  const share = dark / Math.max(1, of);
  return share < CHECKED.least ? '☐' : share <= CHECKED.most ? '☑' : null;
}
