/** The chosen rectangle in CSS pixels, always within the view, and how keys change it. */
import type { Box, Size } from '../../lib/pipeline/ocr/types.ts';

export type { Box as Rectangle, Size };

export type Point = Pick<Box, 'x' | 'y'>;

export const MIN_SIDE = 8;
const INITIAL_SHARE = 0.5;

export function createRectangle(a: Point, b: Point, view: Size): Box {
  const [left, right] = sortPair(clamp(a.x, view.width), clamp(b.x, view.width));
  const [top, bottom] = sortPair(clamp(a.y, view.height), clamp(b.y, view.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export const isTiny = ({ width, height }: Size): boolean => width < MIN_SIDE || height < MIN_SIDE;

export function createInitialRectangle(view: Size): Box {
  const [width, height] = [Math.round(view.width * INITIAL_SHARE), Math.round(view.height * INITIAL_SHARE)];
  return { x: Math.round((view.width - width) / 2), y: Math.round((view.height - height) / 2), width, height };
}

function moveRectangle({ x, y, width, height }: Box, delta: Point, view: Size): Box {
  return { x: clamp(x + delta.x, view.width - width), y: clamp(y + delta.y, view.height - height), width, height };
}

function resizeRectangle({ x, y, width, height }: Box, delta: Point, view: Size): Box {
  const clampSide = (side: number, room: number): number => Math.min(Math.max(side, MIN_SIDE), room);
  return {
    x,
    y,
    width: clampSide(width + delta.x, view.width - x),
    height: clampSide(height + delta.y, view.height - y),
  };
}

const clamp = (at: number, end: number): number => Math.min(Math.max(at, 0), Math.max(end, 0));
const sortPair = (a: number, b: number): readonly [number, number] => (a < b ? [a, b] : [b, a]);

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** In CSS pixels. */
const STEP = 8;

const LARGE_STEP = 64;

const ARROW_DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function resolveKey(
  key: KeyPress,
  rectangle: Box | null,
  view: Size,
  onStop: boolean,
): Box | 'take' | 'stop' | 'tab' | null {
  if (key.key === 'Escape') return 'stop';
  if (key.key === 'Tab') return 'tab';
  if (onStop) return key.key === 'Enter' || key.key === ' ' ? 'stop' : null;
  if (key.key === 'Enter') {
    if (rectangle === null) return createInitialRectangle(view);
    return isTiny(rectangle) ? null : 'take';
  }
  const arrow = Object.hasOwn(ARROW_DIRECTIONS, key.key) ? ARROW_DIRECTIONS[key.key] : undefined;
  if (arrow === undefined || key.altKey) return null;
  if (rectangle === null) return createInitialRectangle(view);
  const step = key.ctrlKey || key.metaKey ? LARGE_STEP : STEP;
  const delta = { x: arrow.x * step, y: arrow.y * step };
  return key.shiftKey ? resizeRectangle(rectangle, delta, view) : moveRectangle(rectangle, delta, view);
}
