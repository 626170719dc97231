/** Reads a picture that is in memory, to its end. */
import type { PartReading } from '../../../src/lib/pipeline/ocr/read-picture.ts';
import { readPicture } from '../../../src/lib/pipeline/ocr/read-picture.ts';
import type { OpenPicture } from '../../../src/lib/pipeline/ocr/bands/take-band.ts';
import type { Pixels, Reading, Recognise } from '../../../src/lib/pipeline/ocr/types.ts';

/** Scaled by its nearest pixels. */
export function openedOf({ width, height, data }: Pixels): OpenPicture {
  const pixels = new Uint32Array(data.slice().buffer); // a whole pixel at a time
  return {
    width,
    height,
    draw(part, size) {
      const drawn = new Uint32Array(size.width * size.height);
      for (let y = 0; y < size.height; y += 1) {
        const from = (part.y + Math.floor((y * part.height) / size.height)) * width + part.x;
        const to = y * size.width;
        if (size.width === part.width) drawn.set(pixels.subarray(from, from + size.width), to);
        else
          for (let x = 0; x < size.width; x += 1)
            drawn[to + x] = pixels[from + Math.floor((x * part.width) / size.width)] ?? 0;
      }
      return { width: size.width, height: size.height, data: new Uint8ClampedArray(drawn.buffer) };
    },
    close: () => undefined,
  };
}

/** `onPart`: told what is read after each band but the last. */
export async function readPixels(
  pixels: Pixels,
  recognise: Recognise,
  options: Parameters<typeof readPicture>[2],
  onPart: (part: PartReading) => void = () => undefined,
): Promise<Reading> {
  const { width, height } = pixels;
  const open = () => Promise.resolve(openedOf(pixels));
  const reading = readPicture({ width, height, open }, recognise, options);
  for (;;) {
    const step = await reading.next();
    if (step.done === true) return step.value;
    onPart(step.value);
  }
}
