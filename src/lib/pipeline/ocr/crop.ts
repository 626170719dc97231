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

/** Whole pixels that hold the region; null where the picture is of another view, or the region lies beside it. */
export function cropOf(region: ViewRegion, picture: Size): Box | null {
  const { x, y, viewWidth, viewHeight } = region;
  if (!(viewWidth >= 1) || !(viewHeight >= 1) || !isOf(region, picture)) return null;
  const [across, down] = [picture.width / viewWidth, picture.height / viewHeight];
  const [left, right] = along(x * across, (x + region.width) * across, picture.width);
  const [top, bottom] = along(y * down, (y + region.height) * down, picture.height);
  const [width, height] = [right - left, bottom - top];
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : null;
}

/** As many pixels across as down, but for what is lost where a zoomed view is told in whole pixels. */
function isOf({ viewWidth, viewHeight }: ViewRegion, { width, height }: Size): boolean {
  const across = width / viewWidth;
  const down = height / viewHeight;
  const lost = 1.5 / viewWidth + 1.5 / viewHeight + 1.5 / width + 1.5 / height;
  return Math.abs(across - down) <= lost * Math.max(across, down);
}

/** Outwards to whole pixels; what arithmetic adds is not one. */
function along(from: number, to: number, end: number): readonly [number, number] {
  const within = (at: number): number => Math.min(end, Math.max(0, at));
  return [within(Math.floor(from + 1e-6)), within(Math.ceil(to - 1e-6))];
}
