/** Pictures by hash in IndexedDB, too big for messages; the size in their header is limited. */
import { encodeBase64 } from '../../lib/base/base64.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { sha256 } from '../../lib/base/hash.ts';
import type { Pictures } from '../../lib/agent/ports.ts';
import { createDatabase, type Database, type StoredPicture } from './database.ts';
import { BMP } from 'image-size/types/bmp';
import { GIF } from 'image-size/types/gif';
import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

export interface KeptPicture {
  readonly hash: string;
  /** In pixels, as drawn. */
  readonly width: number;
  readonly height: number;
}

export interface KeptPictures extends Pictures {
  /** Idempotent. Throws a `UserFacingError` if it is not a picture or too large. */
  put(picture: Blob): Promise<KeptPicture>;
  get(hash: string): Promise<StoredPicture | undefined>;
}

const MAX_PICTURE_BYTES = 48 * 1024 * 1024;
/** Most pixels that a browser can still decode in memory. */
const MAX_PICTURE_PIXELS = 120_000_000;
/** In pixels; providers downscale larger ones anyway. */
const MAX_MODEL_EDGE = 1568;

export function createIdbPictures(db: Database = createDatabase()): KeptPictures {
  const get: KeptPictures['get'] = (hash) => db(['pictures'], 'readonly', (tx) => tx.objectStore('pictures').get(hash));
  return {
    get,
    async put(picture) {
      if (picture.size > MAX_PICTURE_BYTES)
        throw new UserFacingError(createTooLargeError(`${String(Math.round(picture.size / 2 ** 20))} MB`));
      const bytes = new Uint8Array(await picture.arrayBuffer());
      const head = parsePictureHeader(bytes);
      if (head === null) throw new UserFacingError(PICTURE_BROKEN_ERROR);
      const { width, height } = head;
      if (width * height > MAX_PICTURE_PIXELS)
        throw new UserFacingError(createTooLargeError(`${String(Math.round((width * height) / 1e6))} megapixels`));
      const hash = await sha256(bytes);
      const stored = { bytes, ...head, at: Date.now(), size: bytes.length };
      await db(['pictures'], 'readwrite', (tx) => tx.objectStore('pictures').put(stored, hash));
      return { hash, width, height };
    },
    async loadForModel(hash, signal) {
      const stored = await get(hash);
      signal.throwIfAborted();
      if (!stored) throw new UserFacingError(PICTURE_GONE_ERROR);
      const { bytes, mediaType, width, height } = stored;
      const scale = Math.min(1, MAX_MODEL_EDGE / Math.max(width, height));
      const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
      const data = await renderPng(new Blob([bytes], { type: mediaType }), w, h);
      signal.throwIfAborted();
      return { mediaType: 'image/png', data: encodeBase64(data), width: w, height: h };
    },
  };
}

/** Throws a `UserFacingError` if the browser cannot draw the picture. */
async function renderPng(picture: Blob, width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const bitmap = await createImageBitmap(picture, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  }).catch((cause: unknown) => {
    throw new UserFacingError(PICTURE_BROKEN_ERROR, { cause });
  });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
}

function createTooLargeError(size: string): UserError {
  return {
    code: 'picture.too-large',
    message: `The picture is too large to be read: ${size}.`,
    hint: 'Cut out the part that you need, or capture the area where it is shown.',
  };
}

/** `within`: most bytes before the size; a photograph's colour profile and thumbnail come first. */
const FORMATS = [
  { mediaType: 'image/png', format: PNG, within: 256 },
  { mediaType: 'image/jpeg', format: JPG, within: 4_000_000 },
  { mediaType: 'image/webp', format: WEBP, within: 256 },
  { mediaType: 'image/gif', format: GIF, within: 256 },
  { mediaType: 'image/bmp', format: BMP, within: 256 },
  { mediaType: 'image/avif', format: HEIF, within: 256_000 },
] as const;

/** Null if the type is unknown or there is no size. */
export function parsePictureHeader(bytes: Uint8Array): Omit<StoredPicture, 'bytes' | 'at' | 'size'> | null {
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

export const PICTURE_BROKEN_ERROR: UserError = {
  code: 'picture.broken',
  message: 'This picture can’t be read.',
  hint: 'Use a PNG, JPEG, WebP, GIF, BMP or AVIF file, or capture the area where it is shown.',
};

export const PICTURE_GONE_ERROR: UserError = {
  code: 'picture.gone',
  message: 'The picture is no longer kept.',
  hint: 'Take it again.',
};
