/** The chosen rectangle, in the page's pixels from the top left corner of the view. Rule: always within the view. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rectangle extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What is smaller is a click. */
export const SMALLEST = 8;
/** Of the view, for a rectangle that nobody has dragged. */
const STARTING = 0.5;

/** Between two corners, whichever they are. */
export function between(a: Point, b: Point, view: Size): Rectangle {
  const [left, right] = sorted(within(a.x, view.width), within(b.x, view.width));
  const [top, bottom] = sorted(within(a.y, view.height), within(b.y, view.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export const isTiny = ({ width, height }: Size): boolean => width < SMALLEST || height < SMALLEST;

/** In the middle of the view. */
export function starting(view: Size): Rectangle {
  const [width, height] = [Math.round(view.width * STARTING), Math.round(view.height * STARTING)];
  return { x: Math.round((view.width - width) / 2), y: Math.round((view.height - height) / 2), width, height };
}

export function movedBy({ x, y, width, height }: Rectangle, by: Point, view: Size): Rectangle {
  return { x: within(x + by.x, view.width - width), y: within(y + by.y, view.height - height), width, height };
}

/** The corner at the bottom right moves. */
export function resizedBy({ x, y, width, height }: Rectangle, by: Point, view: Size): Rectangle {
  const least = (side: number, room: number): number => Math.min(Math.max(side, SMALLEST), room);
  return { x, y, width: least(width + by.x, view.width - x), height: least(height + by.y, view.height - y) };
}

const within = (at: number, end: number): number => Math.min(Math.max(at, 0), Math.max(end, 0));
const sorted = (a: number, b: number): readonly [number, number] => (a < b ? [a, b] : [b, a]);
