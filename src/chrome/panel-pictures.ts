/** The side panel's access to pictures. They are identified by hash; bytes are loaded only for display. */
import type { RequestPicture } from '../lib/agent/frames.ts';
import { createIdbBlobs } from './blobs.ts';
import { getCaptureAccess, watchCaptureAccess } from './capture-access.ts';
import { chromeChoosing, type RegionChoosing } from './choosing.ts';
import { loadCorrection, setCorrection, type Correction } from './corrections.ts';
import { createIdbPictures, type KeptPicture } from './pictures.ts';

export type { Correction, KeptPicture, RequestPicture };

export interface PanelPictures {
  /** Rejects with a `UserFacingError` if it is not a picture or too large. */
  readonly savePicture: (picture: Blob) => Promise<KeptPicture>;
  /** Null if it is no longer stored. */
  readonly loadPicture: (hash: string) => Promise<Blob | null>;
  /** A stored text by hash; null if it is no longer stored. */
  readonly loadText: (hash: string) => Promise<string | null>;
  /** Stores a text and resolves with its hash. */
  readonly saveText: (text: string) => Promise<string>;
  readonly loadCorrection: (picture: string) => Promise<Correction | null>;
  readonly saveCorrection: (picture: string, correction: Correction) => Promise<void>;
  /** Whether the browser allows a screenshot of the tab. */
  readonly getCaptureAccess: typeof getCaptureAccess;
  /** Calls `on` when that may have changed. */
  readonly watchCaptureAccess: (on: () => void, signal: AbortSignal) => void;
  readonly choosing: RegionChoosing;
}

export function createPanelPictures(): PanelPictures {
  const [pictures, blobs] = [createIdbPictures(), createIdbBlobs()];
  return {
    savePicture: (picture) => pictures.put(picture),
    async loadPicture(hash) {
      const stored = await pictures.get(hash);
      return stored === undefined ? null : new Blob([stored.bytes], { type: stored.mediaType });
    },
    loadText: async (hash) => (await blobs.get(hash)) ?? null,
    saveText: (text) => blobs.put(text),
    loadCorrection: loadCorrection,
    saveCorrection: setCorrection,
    getCaptureAccess,
    watchCaptureAccess,
    choosing: chromeChoosing,
  };
}
