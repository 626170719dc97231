import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRectangle,
  isTiny,
  MIN_SIDE,
  createInitialRectangle,
  type Rectangle,
  resolveKey,
  type Size,
} from '../../src/content/region/rectangle.ts';

const VIEW = fc.record({ width: fc.integer({ min: 64, max: 4000 }), height: fc.integer({ min: 64, max: 3000 }) });
const AT = fc.record({
  x: fc.double({ min: -500, max: 5000, noNaN: true }),
  y: fc.double({ min: -500, max: 5000, noNaN: true }),
});
const KEYS = fc.array(
  fc.record({
    key: fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
    shiftKey: fc.boolean(),
    ctrlKey: fc.boolean(),
    metaKey: fc.boolean(),
    altKey: fc.constant(false),
  }),
  { maxLength: 60 },
);
const press = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

function isWithin({ x, y, width, height }: Rectangle, view: Size): void {
  expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(view.width + 1e-6);
  expect(y + height).toBeLessThanOrEqual(view.height + 1e-6);
}

describe('a region', () => {
  it('that is dragged lies within the view, from whichever corner and from however far outside', () => {
    fc.assert(
      fc.property(AT, AT, VIEW, (a, b, view) => {
        const rectangle = createRectangle(a, b, view);
        isWithin(rectangle, view);
        expect(createRectangle(b, a, view)).toEqual(rectangle);
      }),
    );
  });

  it('that is moved and resized by keys lies within the view and is never too small to be read', () => {
    fc.assert(
      fc.property(KEYS, VIEW, (keys, view) => {
        let rectangle: Rectangle | null = null;
        for (const key of keys) {
          const next = resolveKey(key, rectangle, view, false);
          if (next === null || typeof next === 'string') throw new Error('an arrow draws');
          if (rectangle !== null && !key.shiftKey)
            expect([next.width, next.height]).toEqual([rectangle.width, rectangle.height]);
          if (rectangle !== null && key.shiftKey) expect([next.x, next.y]).toEqual([rectangle.x, rectangle.y]);
          isWithin(next, view);
          expect(isTiny(next)).toBe(false);
          rectangle = next;
        }
      }),
    );
  });

  it('smaller than a few pixels is a click', () => {
    expect(isTiny({ width: MIN_SIDE, height: MIN_SIDE })).toBe(false);
    expect(isTiny({ width: MIN_SIDE - 1, height: 500 })).toBe(true);
  });
});

describe('a key', () => {
  const view = { width: 1000, height: 800 };
  const middle = createInitialRectangle(view);

  it('places a region in the middle first, and reads none that nobody has seen', () => {
    for (const key of ['Enter', 'ArrowLeft']) expect(resolveKey(press(key), null, view, false)).toEqual(middle);
    expect(middle).toEqual({ x: 250, y: 200, width: 500, height: 400 });
  });

  it.each([
    ['ArrowRight', {}, { x: 258, y: 200, width: 500, height: 400 }],
    ['ArrowUp', { ctrlKey: true }, { x: 250, y: 136, width: 500, height: 400 }],
    ['ArrowDown', { shiftKey: true }, { x: 250, y: 200, width: 500, height: 408 }],
    ['ArrowLeft', { shiftKey: true, ctrlKey: true }, { x: 250, y: 200, width: 436, height: 400 }],
  ])('%s with %o moves or resizes it', (key, more, expected) => {
    expect(resolveKey(press(key, more), middle, view, false)).toEqual(expected);
  });

  it.each([
    ['Enter', false, 'take'],
    ['Escape', false, 'stop'],
    ['Escape', true, 'stop'],
    ['Enter', true, 'stop'],
    [' ', true, 'stop'],
    ['Tab', false, 'tab'],
    ['Tab', true, 'tab'],
    ['ArrowLeft', true, null],
    ['a', false, null],
    ['PageDown', false, null],
    ['constructor', false, null],
  ])('%j, on the button: %s, means %j', (key, onStop, expected) => {
    expect(resolveKey(press(key), middle, view, onStop)).toBe(expected);
  });

  it('with Alt is the browser’s', () => {
    expect(resolveKey(press('ArrowLeft', { altKey: true }), middle, view, false)).toBeNull();
  });
});
