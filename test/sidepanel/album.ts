/** Pictures without a browser: kept in memory, told apart by a hash of their names. */
import type { Correction, KeptPicture, PanelPictures } from '../../src/chrome/panel-pictures.ts';
import { TroubleError } from '../../src/lib/base/errors.ts';
import { sha256 } from '../../src/lib/base/hash.ts';

export interface Album {
  readonly host: PanelPictures;
  readonly kept: Map<string, Blob>;
  readonly texts: Map<string, string>;
  readonly corrections: Map<string, Correction>;
  /** Whether a picture may be taken of tabs; {@link Album.changed} says that it is another now. */
  access: 'stands' | 'missing';
  readonly changed: () => void;
  /** The page of that tab asks for a region, or no longer. */
  readonly choose: (tabId: number, choosing: boolean) => void;
  readonly stopped: readonly number[];
}

export const TOO_LARGE = { code: 'picture.too-large', message: 'Too large: 200 MB.', cure: 'Cut out what you need.' };

export function createAlbum(): Album {
  const kept = new Map<string, Blob>();
  const texts = new Map<string, string>();
  const corrections = new Map<string, Correction>();
  const stopped: number[] = [];
  const watchers = new Set<() => void>();
  let choose: (tabId: number, choosing: boolean) => void = () => undefined;
  const album: Album = {
    kept,
    texts,
    corrections,
    access: 'stands',
    stopped,
    changed: () => watchers.forEach((on) => on()),
    choose: (tabId, choosing) => choose(tabId, choosing),
    host: {
      async keep(picture): Promise<KeptPicture> {
        if ((await picture.text()) === 'huge') throw new TroubleError(TOO_LARGE);
        const hash = await sha256(await picture.text());
        kept.set(hash, picture);
        return { hash, width: 640, height: 480 };
      },
      get: (hash) => Promise.resolve(kept.get(hash) ?? null),
      text: (hash) => Promise.resolve(texts.get(hash) ?? null),
      async keepText(text) {
        const hash = await sha256(text);
        texts.set(hash, text);
        return hash;
      },
      correction: (hash) => Promise.resolve(corrections.get(hash) ?? null),
      correct(hash, correction) {
        corrections.set(hash, correction);
        return Promise.resolve();
      },
      captureAccess: () => Promise.resolve(album.access),
      onCaptureAccess(on, signal) {
        watchers.add(on);
        signal.addEventListener('abort', () => watchers.delete(on));
      },
      choosing: {
        is: () => Promise.resolve(false),
        on(listener) {
          choose = listener;
        },
        stop(tabId) {
          stopped.push(tabId);
          return Promise.resolve();
        },
      },
    },
  };
  return album;
}
