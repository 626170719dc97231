/** Decodes a picture file, downscaled to be read within the time limit. */
import type { StoredPicture } from '../chrome/storage/database.ts';
import type { Box, Pixels, Reading } from '../lib/pipeline/ocr/index.ts';
import { OcrError } from './ocr-error.ts';

/** Larger pictures are scaled down to it. */
const MAX_OCR_PIXELS = 16_000_000;
/** Longest edge: the engine counts in 16 bits and enlarges pictures up to three times. */
const MAX_OCR_EDGE = 10_900;

export interface DecodedPicture {
  readonly pixels: Pixels;
  readonly width: number;
  readonly height: number;
  readonly reduced: boolean;
}

export function computeReadSize(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, Math.sqrt(MAX_OCR_PIXELS / (width * height)), MAX_OCR_EDGE / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Applies the EXIF orientation. Rejects with an `OcrError` if it cannot be decoded. */
export async function decodePicture({ bytes, mediaType }: StoredPicture): Promise<DecodedPicture> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mediaType })).catch((thrown: unknown) => {
    throw new OcrError('broken', String(thrown).slice(0, 500));
  });
  const { width, height } = bitmap;
  const size = computeReadSize(width, height);
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new OcrError('memory', 'There is no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, size.width, size.height);
  return { pixels: { ...size, data }, width, height, reduced: size.width < width || size.height < height };
}

export function scaleReading(reading: Reading, { width, height }: Pick<DecodedPicture, 'width' | 'height'>): Reading {
  const [scaleX, scaleY] = [width / reading.width, height / reading.height];
  const scaleBox = (box: Box): Box => {
    const [x, y] = [Math.floor(box.x * scaleX), Math.floor(box.y * scaleY)];
    const right = Math.min(width, Math.ceil((box.x + box.width) * scaleX));
    const bottom = Math.min(height, Math.ceil((box.y + box.height) * scaleY));
    return { x, y, width: right - x, height: bottom - y };
  };
  return { ...reading, width, height, words: reading.words.map((word) => ({ ...word, box: scaleBox(word.box) })) };
}
