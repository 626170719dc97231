/** What a key does to the rectangle. Pure: whoever calls it draws. */
import { isTiny, movedBy, resizedBy, starting, type Point, type Rectangle, type Size } from './rectangle.ts';

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** In the page's pixels. */
const STEP = 8;
const LARGE_STEP = 64;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A rectangle to be drawn, or what else is to be done; null where the key is none of ours. `onStop`: the button has the focus. */
export function keyed(
  key: Key,
  rectangle: Rectangle | null,
  view: Size,
  onStop: boolean,
): Rectangle | 'take' | 'stop' | 'tab' | null {
  if (key.key === 'Escape') return 'stop';
  if (key.key === 'Tab') return 'tab';
  if (onStop) return key.key === 'Enter' || key.key === ' ' ? 'stop' : null;
  if (key.key === 'Enter') {
    if (rectangle === null) return starting(view);
    return isTiny(rectangle) ? null : 'take';
  }
  const arrow = Object.hasOwn(ARROWS, key.key) ? ARROWS[key.key] : undefined;
  if (arrow === undefined || key.altKey) return null;
  if (rectangle === null) return starting(view);
  const step = key.ctrlKey || key.metaKey ? LARGE_STEP : STEP;
  const by = { x: arrow.x * step, y: arrow.y * step };
  return key.shiftKey ? resizedBy(rectangle, by, view) : movedBy(rectangle, by, view);
}
