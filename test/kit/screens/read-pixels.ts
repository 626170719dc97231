/** Reads a picture that is in memory, to its end. */
import type { PartReading } from '../../../src/lib/pipeline/ocr/read-picture.ts';
import { readPicture } from '../../../src/lib/pipeline/ocr/read-picture.ts';
import type { OpenPicture } from '../../../src/lib/pipeline/ocr/bands/take-band.ts';
import type { Pixels, Reading, Recognise } from '../../../src/lib/pipeline/ocr/types.ts';

/** Scaled by its nearest pixels. */
export const openedOf = ({ width, height, data }: Pixels): OpenPicture => ({
  width,
  height,
  draw(part, size) {
    const drawn = new Uint8ClampedArray(size.width * size.height * 4);
    const step = size.width === part.width ? size.width : 1;
    for (let y = 0; y < size.height; y += 1)
      for (let x = 0; x < size.width; x += step) {
        const row = part.y + Math.floor((y * part.height) / size.height);
        const from = (row * width + part.x + Math.floor((x * part.width) / size.width)) * 4;
        drawn.set(data.subarray(from, from + 4 * step), (y * size.width + x) * 4);
      }
    return { width: size.width, height: size.height, data: drawn };
  },
  close: () => undefined,
});

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
