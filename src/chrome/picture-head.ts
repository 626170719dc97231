/**
 * Type and size of a picture, read from its header. Supports only types that browsers draw, and reads no further than
 * headers reach: some parsers rescan the file for every field.
 */
import { BMP } from 'image-size/types/bmp';
import { GIF } from 'image-size/types/gif';
import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

export interface PictureHeader {
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** In pixels, as drawn. */
  readonly width: number;
  readonly height: number;
}

/** `within`: how many bytes may precede the size; a photograph's colour profile and thumbnail come first. */
const FORMATS = [
  { mediaType: 'image/png', format: PNG, within: 256 },
  { mediaType: 'image/jpeg', format: JPG, within: 4_000_000 },
  { mediaType: 'image/webp', format: WEBP, within: 256 },
  { mediaType: 'image/gif', format: GIF, within: 256 },
  { mediaType: 'image/bmp', format: BMP, within: 256 },
  { mediaType: 'image/avif', format: HEIF, within: 256_000 },
] as const;

/** Null if the type is unknown or there is no size. */
export function parsePictureHeader(bytes: Uint8Array): PictureHeader | null {
  for (const { mediaType, format, within } of FORMATS) {
    const head = bytes.subarray(0, within);
    try {
      if (!format.validate(head)) continue;
      const { type, orientation = 1, ...size } = format.calculate(head);
      if (mediaType === 'image/avif' && type !== 'avif') return null; // same container format, but not one that Chrome draws
      const isRotated = orientation >= 5; // rotated by 90°
      const [width, height] = isRotated ? [size.height, size.width] : [size.width, size.height];
      return width >= 1 && height >= 1 ? { mediaType, width, height } : null;
    } catch {
      return null; // truncated or not of the claimed type
    }
  }
  return null;
}
