/** Pictures of one byte a pixel, and their sizes. The one rule: a picture is never changed, a new one is made. */
import type { Box, Gray, Pixels } from './types.ts';

/** Rec. 601 in whole numbers. What is transparent is seen over white. */
export function grayOf({ width, height, data }: Pixels): Gray {
  const gray = new Uint8Array(width * height);
  for (let i = 0; i < gray.length; i += 1) {
    const at = i * 4;
    const alpha = at4(data, at + 3);
    const light = at4(data, at) * 77 + at4(data, at + 1) * 150 + at4(data, at + 2) * 29;
    gray[i] = (light * alpha + 65_280 * (255 - alpha)) / 65_280;
  }
  return { width, height, data: gray };
}

const at4 = (data: Uint8ClampedArray, index: number): number => data[index] ?? 0;

export function inverted({ width, height, data }: Gray): Gray {
  return { width, height, data: data.map((light) => 255 - light) };
}

/** A part of a picture; `box` lies inside it. */
export function cropped({ width, data }: Gray, box: Box): Gray {
  const part = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; y += 1) {
    const from = (box.y + y) * width + box.x;
    part.set(data.subarray(from, from + box.width), y * box.width);
  }
  return { width: box.width, height: box.height, data: part };
}
