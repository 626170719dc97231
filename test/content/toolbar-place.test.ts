import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, EDGE, doBoxesOverlap, placeToolbar, type Scene } from '../../src/content/toolbar/place.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const box = (min: number, max: number) =>
  fc
    .tuple(number(min, max), number(min, max), number(1, max - min), number(1, max - min))
    .map(([left, top, width, height]): Box => ({ left, top, right: left + width, bottom: top + height }));

/** Any selection, in view or not, and any view that has room for the toolbar; the view may be a part of a zoomed page. */
const scenes: fc.Arbitrary<Scene> = fc
  .record({
    span: box(-500, 2500),
    at: fc.tuple(number(0, 1), number(0, 1)),
    view: box(0, 2000),
    size: fc.record({ width: number(50, 400), height: number(20, 80) }),
    gap: number(0, 40),
    prefer: fc.constantFrom('above' as const, 'below' as const),
  })
  .map(({ at: [x, y], ...scene }) => {
    const { span, view, size } = scene;
    const top = span.top + y * (span.bottom - span.top);
    const line = { ...span, top, bottom: Math.min(span.bottom, top + 20) };
    const right = Math.max(view.right, view.left + size.width + 2 * EDGE);
    const bottom = Math.max(view.bottom, view.top + size.height + 2 * EDGE);
    const focus = { x: span.left + x * (span.right - span.left), line };
    return { ...scene, view: { ...view, right, bottom }, focus };
  });

/** Of rounding, in pixels. */
const SLACK = 1e-6;

const barOf = (scene: Scene): Box | null => {
  const spot = placeToolbar(scene);
  return spot && { ...spot, right: spot.left + scene.size.width, bottom: spot.top + scene.size.height };
};

test('the toolbar is always wholly inside the view', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const bar = barOf(scene);
      if (bar === null) return;
      expect(bar.left).toBeGreaterThanOrEqual(scene.view.left + EDGE - SLACK);
      expect(bar.top).toBeGreaterThanOrEqual(scene.view.top + EDGE - SLACK);
      expect(bar.right).toBeLessThanOrEqual(scene.view.right - EDGE + SLACK);
      expect(bar.bottom).toBeLessThanOrEqual(scene.view.bottom - EDGE + SLACK);
    }),
    { numRuns: 1000 },
  );
});

test('never over the selection where there is room above it or below it', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const bar = barOf(scene);
      const { span, view, size, gap } = scene;
      const needed = size.height + gap + EDGE;
      const room = span.top - view.top >= needed || view.bottom - span.bottom >= needed;
      if (bar === null || !room) return;
      expect(bar.bottom <= span.top + SLACK || bar.top >= span.bottom - SLACK).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('on the preferred side where there is room on both', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const bar = barOf(scene);
      const { span, view, size, gap, prefer } = scene;
      const needed = size.height + gap + EDGE;
      if (bar === null || span.top - view.top < needed || view.bottom - span.bottom < needed) return;
      expect(prefer === 'above' ? bar.bottom <= span.top + SLACK : bar.top >= span.bottom - SLACK).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('nowhere when nothing of the selection is in view, and somewhere when a part is', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      expect(placeToolbar(scene) === null).toBe(!doBoxesOverlap(scene.span, scene.view));
    }),
    { numRuns: 1000 },
  );
});

test('a page read from right to left is its mirror image', () => {
  const mirrored = ({ left, right, top, bottom }: Box): Box => ({ left: -right, right: -left, top, bottom });
  fc.assert(
    fc.property(scenes, (scene) => {
      const { span, view, focus } = scene;
      const other: Scene = {
        ...scene,
        span: mirrored(span),
        view: mirrored(view),
        focus: { x: -focus.x, line: mirrored(focus.line) },
      };
      const [a, b] = [barOf(scene), barOf(other)];
      if (a === null || b === null) return;
      expect(b.left).toBeCloseTo(-a.right, 6);
      expect(b.top).toBe(a.top);
    }),
    { numRuns: 500 },
  );
});
