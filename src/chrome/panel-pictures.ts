/** Pictures as the side panel has to do with them. The one rule: they are known by their hash; bytes only come to be shown. */
import type { WishedPicture } from '../lib/agent/frames.ts';
import { idbBlobs } from './blobs.ts';
import { captureAccess, onCaptureAccess } from './capture-access.ts';
import { chromeChoosing, type Choosing } from './choosing.ts';
import { correctionOf, setCorrection, type Correction } from './corrections.ts';
import { idbPictures, type KeptPicture } from './pictures.ts';

export type { Correction, KeptPicture, WishedPicture };

export interface PanelPictures {
  /** Rejects with a `TroubleError` for what is no picture, or is too large. */
  readonly keep: (picture: Blob) => Promise<KeptPicture>;
  /** Null when it is kept no longer. */
  readonly get: (hash: string) => Promise<Blob | null>;
  /** A text that is kept under its hash; null when it is no longer. */
  readonly text: (hash: string) => Promise<string | null>;
  /** Keeps a text. Resolves with its hash. */
  readonly keepText: (text: string) => Promise<string>;
  readonly correction: (picture: string) => Promise<Correction | null>;
  readonly correct: (picture: string, correction: Correction) => Promise<void>;
  /** Whether the browser lets a picture of the tab be taken. */
  readonly captureAccess: typeof captureAccess;
  /** Calls back when that may have changed. */
  readonly onCaptureAccess: (on: () => void, signal: AbortSignal) => void;
  /** The choosing of a region on the page. */
  readonly choosing: Choosing;
}

export function chromePanelPictures(): PanelPictures {
  const [pictures, blobs] = [idbPictures(), idbBlobs()];
  return {
    keep: (picture) => pictures.put(picture),
    async get(hash) {
      const stored = await pictures.get(hash);
      return stored === undefined ? null : new Blob([stored.bytes], { type: stored.mediaType });
    },
    text: async (hash) => (await blobs.get(hash)) ?? null,
    keepText: (text) => blobs.put(text),
    correction: correctionOf,
    correct: setCorrection,
    captureAccess,
    onCaptureAccess,
    choosing: chromeChoosing,
  };
}
