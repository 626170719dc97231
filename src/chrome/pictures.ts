/**
 * Pictures by hash in IndexedDB: far too big for the session area or a message, so that every context passes the hash on and
 * looks here. The one rule: nothing is kept that is not a picture of bounded size, as its own head says.
 */
import { base64Of } from '../lib/base/base64.ts';
import { TroubleError, type Trouble } from '../lib/base/errors.ts';
import { sha256 } from '../lib/base/hash.ts';
import type { Pictures } from '../lib/agent/ports.ts';
import { database, type Database, type StoredPicture } from './database.ts';
import { headOf } from './picture-head.ts';
import { BROKEN, GONE } from './picture-troubles.ts';

export interface KeptPicture {
  readonly hash: string;
  /** In pixels, as it is drawn. */
  readonly width: number;
  readonly height: number;
}

export interface KeptPictures extends Pictures {
  /** Keeps a picture; the same again is a no-op. Throws a `TroubleError` for what is none, or is too large. */
  put(picture: Blob): Promise<KeptPicture>;
  /** Undefined when none is kept under the hash. */
  get(hash: string): Promise<StoredPicture | undefined>;
}

/** Bytes of the largest file. */
const MOST_BYTES = 48 * 1024 * 1024;
/** Pixels of the largest picture: what a browser can still decode in memory. */
const MOST_PIXELS = 120_000_000;
/** Longest edge of a picture that a model is shown, in pixels: larger ones are made smaller by the providers themselves. */
const SHOWN_EDGE = 1568;

export function idbPictures(db: Database = database()): KeptPictures {
  const get: KeptPictures['get'] = (hash) => db(['pictures'], 'readonly', (tx) => tx.objectStore('pictures').get(hash));
  return {
    get,
    async put(picture) {
      if (picture.size > MOST_BYTES)
        throw new TroubleError(tooLarge(`${String(Math.round(picture.size / 2 ** 20))} MB`));
      const bytes = new Uint8Array(await picture.arrayBuffer());
      const head = headOf(bytes);
      if (head === null) throw new TroubleError(BROKEN);
      const { width, height } = head;
      if (width * height > MOST_PIXELS)
        throw new TroubleError(tooLarge(`${String(Math.round((width * height) / 1e6))} megapixels`));
      const hash = await sha256(bytes);
      const stored = { bytes, ...head, at: Date.now() };
      await db(['pictures'], 'readwrite', (tx) => tx.objectStore('pictures').put(stored, hash));
      return { hash, width, height };
    },
    async shown(hash, signal) {
      const stored = await get(hash);
      signal.throwIfAborted();
      if (!stored) throw new TroubleError(GONE);
      const { bytes, mediaType, width, height } = stored;
      const scale = Math.min(1, SHOWN_EDGE / Math.max(width, height));
      const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
      const data = await drawn(new Blob([bytes], { type: mediaType }), w, h);
      signal.throwIfAborted();
      return { mediaType: 'image/png', data: base64Of(data), width: w, height: h };
    },
  };
}

/** The picture as a PNG of that size. Throws a `TroubleError` where the browser cannot draw it. */
async function drawn(picture: Blob, width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const bitmap = await createImageBitmap(picture, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  }).catch((cause: unknown) => {
    throw new TroubleError(BROKEN, { cause });
  });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
}

function tooLarge(size: string): Trouble {
  return {
    code: 'picture.too-large',
    message: `The picture is too large to be read: ${size}.`,
    cure: 'Cut out the part that you need, or drag a region of the page where it is shown.',
  };
}
