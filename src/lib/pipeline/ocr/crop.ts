/** Converts a region of a view to pixels of its screenshot, inside it and never empty. */
import type { Box } from './types.ts';

/** In CSS pixels. */
export interface ViewRegion extends Box {
  readonly viewWidth: number;
  readonly viewHeight: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** null if the picture is of another view, or the region is outside it. */
export function computeCrop(region: ViewRegion, picture: Size): Box | null {
  const { x, y, viewWidth, viewHeight } = region;
  if (!(viewWidth >= 1) || !(viewHeight >= 1) || !hasSameScale(region, picture)) return null;
  const [across, down] = [picture.width / viewWidth, picture.height / viewHeight];
  const [left, right] = roundOutwards(x * across, (x + region.width) * across, picture.width);
  const [top, bottom] = roundOutwards(y * down, (y + region.height) * down, picture.height);
  const [width, height] = [right - left, bottom - top];
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : null;
}

/** Equal but for rounding: a zoomed view reports whole pixels. */
function hasSameScale({ viewWidth, viewHeight }: ViewRegion, { width, height }: Size): boolean {
  const across = width / viewWidth;
  const down = height / viewHeight;
  const tolerance = 1.5 / viewWidth + 1.5 / viewHeight + 1.5 / width + 1.5 / height;
  return Math.abs(across - down) <= tolerance * Math.max(across, down);
}

function roundOutwards(from: number, to: number, end: number): readonly [number, number] {
  const clamp = (at: number): number => Math.min(end, Math.max(0, at));
  return [clamp(Math.floor(from + 1e-6)), clamp(Math.ceil(to - 1e-6))];
}
