/** A region of a view in the pixels of the picture that was taken of it. Rule: never outside the picture, never empty. */
import type { Box } from './types.ts';

/** A part of what is in view, and the size of the view, in the page's pixels. */
export interface ViewRegion extends Box {
  readonly viewWidth: number;
  readonly viewHeight: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels by which a picture's sides may be off: views end between two pixels. */
const OFF = 3;

/** Whole pixels that hold the region; null where the picture is of another view, or the region lies beside it. */
export function cropOf(region: ViewRegion, picture: Size): Box | null {
  const scale = picture.width / region.viewWidth;
  if (!Number.isFinite(scale) || scale <= 0) return null;
  if (Math.abs(region.viewHeight * scale - picture.height) > OFF * Math.max(1, scale)) return null;
  const [left, right] = along(region.x * scale, (region.x + region.width) * scale, picture.width);
  const [top, bottom] = along(region.y * scale, (region.y + region.height) * scale, picture.height);
  const [width, height] = [right - left, bottom - top];
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : null;
}

/** Outwards to whole pixels; what arithmetic adds is not one. */
function along(from: number, to: number, end: number): readonly [number, number] {
  const within = (at: number): number => Math.min(end, Math.max(0, at));
  return [within(Math.floor(from + 1e-6)), within(Math.ceil(to - 1e-6))];
}
