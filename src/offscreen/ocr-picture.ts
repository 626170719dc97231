/** A picture's file → its pixels. The one rule: what is handed on is never more than can be read within its time. */
import type { StoredPicture } from '../chrome/database.ts';
import type { Box, Pixels, Reading } from '../lib/pipeline/ocr/index.ts';
import { OcrError } from './ocr-error.ts';

/** Pixels of the largest picture that is read as it is; larger ones are read at this size. */
const MOST_PIXELS = 16_000_000;
/** Its longest edge. The engine counts in 16 bits, and is shown pictures up to three times as large. */
const LONGEST_EDGE = 10_900;

export interface Decoded {
  readonly pixels: Pixels;
  /** Of the picture itself. */
  readonly width: number;
  readonly height: number;
  readonly reduced: boolean;
}

/** How large a picture of that size is read. */
export function readAt(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)), LONGEST_EDGE / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Upright, as a camera's file says which way is up. Rejects with an `OcrError` where the browser cannot decode it. */
export async function decoded({ bytes, mediaType }: StoredPicture): Promise<Decoded> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mediaType })).catch((thrown: unknown) => {
    throw new OcrError('broken', String(thrown).slice(0, 500));
  });
  const { width, height } = bitmap;
  const size = readAt(width, height);
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new OcrError('memory', 'There is no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, size.width, size.height);
  return { pixels: { ...size, data }, width, height, reduced: size.width < width || size.height < height };
}

/** The reading with its places in the picture as it is, whatever size it was read at. */
export function enlarged(reading: Reading, { width, height }: Pick<Decoded, 'width' | 'height'>): Reading {
  const [across, down] = [width / reading.width, height / reading.height];
  const placed = (box: Box): Box => {
    const [x, y] = [Math.floor(box.x * across), Math.floor(box.y * down)];
    const right = Math.min(width, Math.ceil((box.x + box.width) * across));
    const bottom = Math.min(height, Math.ceil((box.y + box.height) * down));
    return { x, y, width: right - x, height: bottom - y };
  };
  return { ...reading, width, height, words: reading.words.map((word) => ({ ...word, box: placed(word.box) })) };
}
