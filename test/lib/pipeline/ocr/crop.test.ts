import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCrop } from '../../../../src/lib/pipeline/ocr/boxes.ts';

/** A view of a browser and the picture of it: pixel ratio and zoom make the scale, and the browser rounds the page's pixels. */
const VIEWS = fc
  .record({
    width: fc.integer({ min: 200, max: 4000 }),
    height: fc.integer({ min: 200, max: 3000 }),
    ratio: fc.constantFrom(1, 1.25, 1.5, 2, 3),
    zoom: fc.constantFrom(0.25, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 5),
  })
  .map(({ width, height, ratio, zoom }) => ({
    picture: { width: Math.round(width * ratio), height: Math.round(height * ratio) },
    viewWidth: Math.floor(width / zoom),
    viewHeight: Math.floor(height / zoom),
    scale: ratio * zoom,
  }));
const SHARE = fc.double({ min: 0, max: 1, noNaN: true });

describe('a region of a view', () => {
  it('is cut out to the pixel, whatever the pixel ratio and the zoom', () => {
    fc.assert(
      fc.property(VIEWS, SHARE, SHARE, SHARE, SHARE, (view, a, b, c, d) => {
        const { picture, viewWidth, viewHeight, scale } = view;
        const [x, y] = [a * (viewWidth - 8), b * (viewHeight - 8)];
        const [width, height] = [8 + c * (viewWidth - 8 - x), 8 + d * (viewHeight - 8 - y)];
        const box = computeCrop({ x, y, width, height, viewWidth, viewHeight }, picture);
        if (box === null) throw new Error('nothing was cut out');
        // the view is told in whole pixels, so at its far end a place is off by one of them at most
        const off = scale + 1.01;
        expect(Math.abs(box.x - x * scale)).toBeLessThanOrEqual(off);
        expect(Math.abs(box.y - y * scale)).toBeLessThanOrEqual(off);
        expect(Math.abs(box.width - width * scale)).toBeLessThanOrEqual(off + 1);
        expect(Math.abs(box.height - height * scale)).toBeLessThanOrEqual(off + 1);
      }),
    );
  });

  it('never reaches outside the picture and is never empty, whatever a page says', () => {
    const any = fc.oneof(fc.double({ min: 0, max: 100_000, noNaN: true }), fc.constantFrom(0, 1e-9, 100_000));
    const size = fc.record({ width: fc.integer({ min: 1, max: 8000 }), height: fc.integer({ min: 1, max: 8000 }) });
    const region = fc.record({ x: any, y: any, width: any, height: any, viewWidth: any, viewHeight: any });
    fc.assert(
      fc.property(region, size, fc.boolean(), (said, picture, fitting) => {
        const view = { viewWidth: picture.width / 2, viewHeight: picture.height / 2 };
        const box = computeCrop(fitting ? { ...said, ...view } : said, picture);
        if (box === null) return;
        for (const n of [box.x, box.y, box.width, box.height]) expect(Number.isInteger(n)).toBe(true);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(Math.min(box.width, box.height)).toBeGreaterThan(0);
        expect(box.x + box.width).toBeLessThanOrEqual(picture.width);
        expect(box.y + box.height).toBeLessThanOrEqual(picture.height);
      }),
      { numRuns: 500 },
    );
  });

  it('is none of a picture of another view', () => {
    const region = { x: 10, y: 10, width: 100, height: 100, viewWidth: 1000, viewHeight: 800 };
    expect(computeCrop(region, { width: 2000, height: 1600 })).toEqual({ x: 20, y: 20, width: 200, height: 200 });
    expect(computeCrop(region, { width: 1600, height: 1600 })).toBeNull(); // a panel has opened beside it
    expect(computeCrop({ ...region, x: 1200 }, { width: 1000, height: 800 })).toBeNull();
    expect(computeCrop({ ...region, viewWidth: 0 }, { width: 1000, height: 800 })).toBeNull();
  });
});
