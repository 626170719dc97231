/**
 * What a picture's own head says of it. The one rule: only of the kinds that a browser draws, and never by reading further than
 * heads reach: some readers of them walk the file again for each thing that they find.
 */
import { BMP } from 'image-size/types/bmp';
import { GIF } from 'image-size/types/gif';
import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

export interface PictureHead {
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** In pixels, as it is drawn. */
  readonly width: number;
  readonly height: number;
}

/** `within`: bytes in which the size stands. Profiles of colours and thumbnails stand before a photograph's. */
const KINDS = [
  { mediaType: 'image/png', format: PNG, within: 256 },
  { mediaType: 'image/jpeg', format: JPG, within: 4_000_000 },
  { mediaType: 'image/webp', format: WEBP, within: 256 },
  { mediaType: 'image/gif', format: GIF, within: 256 },
  { mediaType: 'image/bmp', format: BMP, within: 256 },
  { mediaType: 'image/avif', format: HEIF, within: 256_000 },
] as const;

/** Null for what is no picture of a known kind, or has no size. */
export function headOf(bytes: Uint8Array): PictureHead | null {
  for (const { mediaType, format, within } of KINDS) {
    const head = bytes.subarray(0, within);
    try {
      if (!format.validate(head)) continue;
      const { type, orientation = 1, ...size } = format.calculate(head);
      if (mediaType === 'image/avif' && type !== 'avif') return null; // of the same family, but none that Chrome draws
      const turned = orientation >= 5; // on its side, as a camera was held
      const [width, height] = turned ? [size.height, size.width] : [size.width, size.height];
      return width >= 1 && height >= 1 ? { mediaType, width, height } : null;
    } catch {
      return null; // cut off, or not what it claims
    }
  }
  return null;
}
