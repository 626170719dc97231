/** Finds edges between two grounds that are not ink: of a chip, a field, a table. */
import type { Grounds } from './ground.ts';
import { forEachMeeting, type Spread } from './spread.ts';
import type { Pixels } from './types.ts';

/** In steps of 255. */
const COLOUR_TOLERANCE = 6;
/** With fewer soft or direct places, the border is a drawn line. */
const MIN_SOFT_SHARE = 0.5;
const MIN_TOUCHING_SHARE = 0.05;
/** Above the number of grounds of any picture: two combine into one key. */
const MAX_GROUNDS = 2 ** 26;

interface Border {
  met: number;
  soft: number;
  touching: number;
}

export function findEdges(pixels: Pixels, grounds: Grounds, spread: Spread): Uint8Array {
  const { width, height, data } = pixels;
  const { stretch } = grounds;
  const { nearest } = spread;
  const borders = new Map<number, Border>();
  const getBorder = (one: number, other: number): Border => {
    const key = one < other ? one * MAX_GROUNDS + other : other * MAX_GROUNDS + one;
    const border = borders.get(key) ?? { met: 0, soft: 0, touching: 0 };
    if (border.met === 0) borders.set(key, border);
    return border;
  };
  const countTouch = (one: number, other: number): void => {
    if (one === other || grounds.isGround[one] === 0 || grounds.isGround[other] === 0) return;
    const border = getBorder(one, other);
    border.met += 1;
    border.touching += 1;
  };
  for (let at = 0; at < stretch.length; at += 1) {
    if ((at + 1) % width !== 0) countTouch(stretch[at] ?? 0, stretch[at + 1] ?? 0);
    if (at + width < stretch.length) countTouch(stretch[at] ?? 0, stretch[at + width] ?? 0);
  }
  const visitMeetings = (
    visit: (at: number, next: number, border: Border, atSoft: boolean, nextSoft: boolean) => void,
  ): void =>
    forEachMeeting(grounds, spread, width, (at, next) => {
      const [one, other] = [nearest[at] ?? 0, nearest[next] ?? 0];
      const border = getBorder(stretch[one] ?? 0, stretch[other] ?? 0);
      visit(
        at,
        next,
        border,
        isBetween(data, at * 4, one * 4, other * 4),
        isBetween(data, next * 4, one * 4, other * 4),
      );
    });
  visitMeetings((_at, _next, border, atSoft, nextSoft) => {
    border.met += 1;
    if (atSoft && nextSoft) border.soft += 1;
  });
  const edges = new Uint8Array(width * height);
  visitMeetings((at, next, { met, soft, touching }, atSoft, nextSoft) => {
    const drawn = soft < MIN_SOFT_SHARE * met && touching < MIN_TOUCHING_SHARE * met;
    if (drawn || atSoft) edges[at] = 1;
    if (drawn || nextSoft) edges[next] = 1;
  });
  return edges;
}

function isBetween(data: Uint8ClampedArray, at: number, one: number, other: number): boolean {
  for (let channel = 0; channel < 3; channel += 1) {
    const value = data[at + channel] ?? 0;
    const a = data[one + channel] ?? 0;
    const b = data[other + channel] ?? 0;
    if (value < Math.min(a, b) - COLOUR_TOLERANCE || value > Math.max(a, b) + COLOUR_TOLERANCE) return false;
  }
  return true;
}
