/** Conversions to gray, smaller and cropped pictures. Each returns a new picture. */
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

export function shrinkPicture({ width: from, height: rows, data }: Pixels, by: number): Pixels {
  const [width, height] = [Math.max(1, Math.floor(from / by)), Math.max(1, Math.floor(rows / by))];
  const small = new Uint8ClampedArray(width * height * 4);
  const [across, down] = [Math.min(by, from), Math.min(by, rows)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < 4; channel += 1) {
        let sum = 0;
        for (let v = 0; v < down; v += 1)
          for (let u = 0; u < across; u += 1) sum += data[((y * by + v) * from + x * by + u) * 4 + channel] ?? 0;
        small[(y * width + x) * 4 + channel] = sum / (across * down);
      }
  return { width, height, data: small };
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
