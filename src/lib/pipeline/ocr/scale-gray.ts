/** Scales a grey picture by cubic interpolation. */
import type { Gray } from './types.ts';

interface Taps {
  readonly places: Int32Array;
  readonly weights: Float32Array;
}

const TAP_COUNT = 4;

/** Catmull-Rom: keeps letter edges sharper than linear interpolation. */
function computeWeight(distance: number): number {
  const d = Math.abs(distance);
  if (d < 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1;
  return d < 2 ? -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2 : 0;
}

function computeTaps(from: number, to: number): Taps {
  const places = new Int32Array(to * TAP_COUNT);
  const weights = new Float32Array(to * TAP_COUNT);
  for (let i = 0; i < to; i += 1) {
    const middle = ((i + 0.5) * from) / to - 0.5;
    const first = Math.floor(middle) - 1;
    for (let tap = 0; tap < TAP_COUNT; tap += 1) {
      places[i * TAP_COUNT + tap] = Math.min(from - 1, Math.max(0, first + tap));
      weights[i * TAP_COUNT + tap] = computeWeight(middle - first - tap);
    }
  }
  return { places, weights };
}

/** The new size must be at least one pixel. */
export function scaleGray(picture: Gray, width: number, height: number): Gray {
  if (width === picture.width && height === picture.height) return picture;
  const rows = scaleRows(picture, width);
  const data = new Uint8Array(width * height);
  const { places, weights } = computeTaps(picture.height, height);
  for (let y = 0; y < height; y += 1) {
    const tap = y * TAP_COUNT;
    const [a = 0, b = 0, c = 0, d = 0] = weights.subarray(tap, tap + TAP_COUNT);
    const [pa = 0, pb = 0, pc = 0, pd = 0] = places.subarray(tap, tap + TAP_COUNT).map((place) => place * width);
    for (let x = 0; x < width; x += 1) {
      const light =
        a * (rows[pa + x] ?? 0) + b * (rows[pb + x] ?? 0) + c * (rows[pc + x] ?? 0) + d * (rows[pd + x] ?? 0);
      data[y * width + x] = light <= 0 ? 0 : light >= 255 ? 255 : light + 0.5;
    }
  }
  return { width, height, data };
}

function scaleRows({ width: from, height, data }: Gray, width: number): Float32Array {
  const { places, weights } = computeTaps(from, width);
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * from;
    for (let x = 0; x < width; x += 1) {
      let light = 0;
      for (let tap = x * TAP_COUNT; tap < (x + 1) * TAP_COUNT; tap += 1)
        light += (weights[tap] ?? 0) * (data[start + (places[tap] ?? 0)] ?? 0);
      rows[y * width + x] = light;
    }
  }
  return rows;
}
