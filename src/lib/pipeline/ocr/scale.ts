/** Larger and smaller pictures. The one rule: every pixel of the result costs the same, whatever the factor. */
import type { Gray } from './types.ts';

/** For each place of the result: the four places it is made of and their weights. */
interface Taps {
  readonly places: Int32Array;
  readonly weights: Float32Array;
}

const TAPS = 4;

/** Catmull-Rom: sharper than a straight line between neighbours, which the edges of letters live on. */
function weightAt(distance: number): number {
  const d = Math.abs(distance);
  if (d < 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1;
  return d < 2 ? -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2 : 0;
}

function tapsFor(from: number, to: number): Taps {
  const places = new Int32Array(to * TAPS);
  const weights = new Float32Array(to * TAPS);
  for (let i = 0; i < to; i += 1) {
    const middle = ((i + 0.5) * from) / to - 0.5;
    const first = Math.floor(middle) - 1;
    for (let tap = 0; tap < TAPS; tap += 1) {
      places[i * TAPS + tap] = Math.min(from - 1, Math.max(0, first + tap));
      weights[i * TAPS + tap] = weightAt(middle - first - tap);
    }
  }
  return { places, weights };
}

/** The picture at a new size, of at least one pixel. */
export function scaled(picture: Gray, width: number, height: number): Gray {
  if (width === picture.width && height === picture.height) return picture;
  const rows = across(picture, width);
  const data = new Uint8Array(width * height);
  const { places, weights } = tapsFor(picture.height, height);
  for (let y = 0; y < height; y += 1) {
    const tap = y * TAPS;
    const [a = 0, b = 0, c = 0, d = 0] = weights.subarray(tap, tap + TAPS);
    const [pa = 0, pb = 0, pc = 0, pd = 0] = places.subarray(tap, tap + TAPS).map((place) => place * width);
    for (let x = 0; x < width; x += 1) {
      const light =
        a * (rows[pa + x] ?? 0) + b * (rows[pb + x] ?? 0) + c * (rows[pc + x] ?? 0) + d * (rows[pd + x] ?? 0);
      data[y * width + x] = light <= 0 ? 0 : light >= 255 ? 255 : light + 0.5;
    }
  }
  return { width, height, data };
}

/** Every row at the new width; lights are not rounded yet. */
function across({ width: from, height, data }: Gray, width: number): Float32Array {
  const { places, weights } = tapsFor(from, width);
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * from;
    for (let x = 0; x < width; x += 1) {
      let light = 0;
      for (let tap = x * TAPS; tap < (x + 1) * TAPS; tap += 1)
        light += (weights[tap] ?? 0) * (data[start + (places[tap] ?? 0)] ?? 0);
      rows[y * width + x] = light;
    }
  }
  return rows;
}
