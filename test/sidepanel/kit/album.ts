/** Pictures without a browser: kept in memory, told apart by their names. */
import type { Correction, KeptPicture, PanelPictures } from '../../../src/chrome/panel/panel-pictures.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';

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

export const TOO_LARGE = { code: 'picture.too-large', message: 'Too large: 200 MB.', hint: 'Cut out what you need.' };

/** As long as a real one, and there at once. */
const hashOf = (name: string): string =>
  Array.from(name, (character) => character.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
    .padEnd(64, '0');

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
      savePicture(picture): Promise<KeptPicture> {
        const name = picture instanceof File ? picture.name : '';
        if (name.startsWith('huge')) return Promise.reject(new UserFacingError(TOO_LARGE));
        const hash = hashOf(name);
        kept.set(hash, picture);
        return Promise.resolve({ hash, width: 640, height: 480 });
      },
      saveFile(file) {
        const hash = hashOf(file.name);
        kept.set(hash, file);
        return Promise.resolve(hash);
      },
      loadPicture: (hash) => Promise.resolve(kept.get(hash) ?? null),
      loadText: (hash) => Promise.resolve(texts.get(hash) ?? null),
      saveText(text) {
        const hash = hashOf(`text ${String(texts.size)}`);
        texts.set(hash, text);
        return Promise.resolve(hash);
      },
      loadCorrection: (hash) => Promise.resolve(corrections.get(hash) ?? null),
      saveCorrection(hash, correction) {
        corrections.set(hash, correction);
        return Promise.resolve();
      },
      getCaptureAccess: () => Promise.resolve(album.access),
      watchCaptureAccess(on, signal) {
        watchers.add(on);
        signal.addEventListener('abort', () => watchers.delete(on));
      },
      choosing: {
        isChoosing: () => Promise.resolve(false),
        watch(listener) {
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
