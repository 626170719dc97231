/** Where boxes end, and boxes around boxes. */
import type { Box } from './types.ts';

export const middleOf = ({ y, height }: Box): number => y + height / 2;
export const rightOf = ({ x, width }: Box): number => x + width;
export const bottomOf = ({ y, height }: Box): number => y + height;

/** The smallest box around both. */
export function joined(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(rightOf(one), rightOf(other));
  const bottom = Math.max(bottomOf(one), bottomOf(other));
  return { x, y, width: right - x, height: bottom - y };
}

/** How many pixels from top to bottom both have; below 0 where one stands under the other. */
export const sharedHeight = (one: Box, other: Box): number =>
  Math.min(bottomOf(one), bottomOf(other)) - Math.max(one.y, other.y);
