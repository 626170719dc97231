/** A screenshot's pixels in Node, as a browser's canvas gives them. The one rule: what cannot be read is thrown. */
import { rgbOf } from '../../../scripts/lib/png.mjs';
import type { Pixels } from '../../../src/lib/pipeline/ocr/types.ts';

export function pixelsOf(png: Buffer): Pixels {
  const read = rgbOf(png);
  if (read === null) throw new Error('This is no screenshot: a PNG of eight bits each for red, green and blue.');
  const { width, height, bytes } = read;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i += 1)
    for (let channel = 0; channel < 3; channel += 1) data[i * 4 + channel] = bytes[i * 3 + channel] ?? 0;
  return { width, height, data };
}
