/** Conversions to gray, scaled and cropped pictures. Each returns a new picture unless nothing changes. */
import type { Box, Gray, Pixels } from './types.ts';

/** Rec. 601 in integers. Transparency is blended over white. */
export function toGray({ width, height, data }: Pixels): Gray {
  const gray = new Uint8Array(width * height);
  for (let i = 0; i < gray.length; i += 1) {
    const at = i * 4;
    const alpha = data[at + 3] ?? 0;
    const light = (data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29;
    gray[i] = (light * alpha + 65_280 * (255 - alpha)) / 65_280;
  }
  return { width, height, data: gray };
}

/** `box` must be inside the picture. */
export function cropGray({ width, data }: Gray, box: Box): Gray {
  const part = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; y += 1) {
    const from = (box.y + y) * width + box.x;
    part.set(data.subarray(from, from + box.width), y * box.width);
  }
  return { width: box.width, height: box.height, data: part };
}

/** Copies the boxes as dark ink on white, each as far as its own light and dark are apart; the rest is white. */
export function stretchBoxes(picture: Gray, boxes: readonly Box[]): Gray {
  const data = new Uint8Array(picture.data.length).fill(255);
  for (const box of boxes) {
    const part = cropGray(picture, box);
    const { dark, light, isLight } = measureTones(part);
    const [from, to] = isLight ? [light, dark] : [dark, light];
    const gain = 255 / (to - from || 1);
    for (let y = 0; y < box.height; y += 1)
      for (let x = 0; x < box.width; x += 1) {
        const stretched = ((part.data[y * box.width + x] ?? 0) - from) * gain;
        data[(box.y + y) * picture.width + box.x + x] = Math.min(255, Math.max(0, stretched));
      }
  }
  return { ...picture, data };
}

/** Shares of the pixels below what counts as dark, ground and light. */
const SHARES = [0.02, 0.5, 0.98];

/** Text is light where the ground is nearer to the darkest than to the lightest. */
function measureTones({ data }: Gray): {
  readonly dark: number;
  readonly light: number;
  readonly isLight: boolean;
} {
  const counts = new Uint32Array(256);
  for (const tone of data) counts[tone] = (counts[tone] ?? 0) + 1;
  const [dark = 0, ground = 0, light = 0] = SHARES.map((share) => {
    let [tone, left] = [0, Math.floor(share * (data.length - 1))];
    while (left >= (counts[tone] ?? Infinity)) left -= counts[tone++] ?? 0;
    return tone;
  });
  return { dark, light, isLight: ground - dark < light - ground };
}

export const isTextLight = (picture: Gray, box: Box): boolean => measureTones(cropGray(picture, box)).isLight;

export const turnTones = (picture: Gray): Gray => ({ ...picture, data: picture.data.map((tone) => 255 - tone) });

interface Taps {
  readonly places: Int32Array;
  readonly weights: Float32Array;
}

const TAP_COUNT = 4;

/** Catmull-Rom: keeps letter edges sharper than linear interpolation. */
function computeWeight(distance: number): number {
  const d = Math.abs(distance);
  if (d < 1) return (1.5 * d - 2.5) * d * d + 1;
  return d < 2 ? ((2.5 - 0.5 * d) * d - 4) * d + 2 : 0;
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
    for (let x = 0, tap = 0; x < width; x += 1, tap += TAP_COUNT)
      rows[y * width + x] =
        (weights[tap] ?? 0) * (data[start + (places[tap] ?? 0)] ?? 0) +
        (weights[tap + 1] ?? 0) * (data[start + (places[tap + 1] ?? 0)] ?? 0) +
        (weights[tap + 2] ?? 0) * (data[start + (places[tap + 2] ?? 0)] ?? 0) +
        (weights[tap + 3] ?? 0) * (data[start + (places[tap + 3] ?? 0)] ?? 0);
  }
  return rows;
}
