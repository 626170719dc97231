/**
 * What lies between two grounds and is no ink: the soft edge of a chip, the line around a field, the lines of a table. The
 * one rule: where two grounds touch each other, only colours between theirs are an edge, for there text may cross it.
 */
import type { Grounds } from './ground.ts';
import { eachMeeting, type Spread } from './spread.ts';
import type { Pixels } from './types.ts';

/** Steps of 255 that a colour may be outside those it lies between. */
const SLACK = 6;
/** Of the places where two grounds meet: when fewer are soft, and fewer have nothing between, a line was drawn there. */
const SOFT = 0.5;
const TOUCHING = 0.05;
/** No picture has as many grounds, so that two of their numbers make one. */
const MANY = 2 ** 26;

interface Border {
  met: number;
  soft: number;
  touching: number;
}

/** For each pixel: 1 when it is such an edge. */
export function edgesOf(pixels: Pixels, grounds: Grounds, spread: Spread): Uint8Array {
  const { width, height, data } = pixels;
  const { stretch } = grounds;
  const { nearest } = spread;
  const borders = new Map<number, Border>();
  const borderOf = (one: number, other: number): Border => {
    const key = one < other ? one * MANY + other : other * MANY + one;
    const known = borders.get(key) ?? { met: 0, soft: 0, touching: 0 };
    if (known.met === 0) borders.set(key, known);
    return known;
  };
  const touch = (one: number, other: number): void => {
    if (one === other || grounds.isGround[one] === 0 || grounds.isGround[other] === 0) return;
    const border = borderOf(one, other);
    border.met += 1;
    border.touching += 1;
  };
  for (let at = 0; at < stretch.length; at += 1) {
    if ((at + 1) % width !== 0) touch(stretch[at] ?? 0, stretch[at + 1] ?? 0);
    if (at + width < stretch.length) touch(stretch[at] ?? 0, stretch[at + width] ?? 0);
  }
  const meet = (see: (at: number, next: number, border: Border, atSoft: boolean, nextSoft: boolean) => void): void =>
    eachMeeting(grounds, spread, width, (at, next) => {
      const [one, other] = [nearest[at] ?? 0, nearest[next] ?? 0];
      const border = borderOf(stretch[one] ?? 0, stretch[other] ?? 0);
      see(at, next, border, isBetween(data, at * 4, one * 4, other * 4), isBetween(data, next * 4, one * 4, other * 4));
    });
  meet((_at, _next, border, atSoft, nextSoft) => {
    border.met += 1;
    if (atSoft && nextSoft) border.soft += 1;
  });
  const edges = new Uint8Array(width * height);
  meet((at, next, { met, soft, touching }, atSoft, nextSoft) => {
    const drawn = soft < SOFT * met && touching < TOUCHING * met;
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
    if (value < Math.min(a, b) - SLACK || value > Math.max(a, b) + SLACK) return false;
  }
  return true;
}
