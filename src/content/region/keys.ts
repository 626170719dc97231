/** Maps a key to a change of the rectangle. Pure. */
import {
  isTiny,
  moveRectangle,
  resizeRectangle,
  createInitialRectangle,
  type Point,
  type Rectangle,
  type Size,
} from './rectangle.ts';

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

/** Returns a rectangle to draw or an action; null for other keys. `onStop`: the stop button has the focus. */
export function resolveKey(
  key: KeyPress,
  rectangle: Rectangle | null,
  view: Size,
  onStop: boolean,
): Rectangle | 'take' | 'stop' | 'tab' | null {
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
