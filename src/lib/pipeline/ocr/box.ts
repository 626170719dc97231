/** Box geometry in pixels. */
import type { Box } from './types.ts';

export const getMiddleY = ({ y, height }: Box): number => y + height / 2;
export const getRight = ({ x, width }: Box): number => x + width;
export const getBottom = ({ y, height }: Box): number => y + height;

export function mergeBoxes(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(getRight(one), getRight(other));
  const bottom = Math.max(getBottom(one), getBottom(other));
  return { x, y, width: right - x, height: bottom - y };
}

/** Below 0 if one is under the other. */
export const measureSharedHeight = (one: Box, other: Box): number =>
  Math.min(getBottom(one), getBottom(other)) - Math.max(one.y, other.y);
