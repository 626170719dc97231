/** The side panel's access to pictures by hash; bytes are loaded only for display. */
import type { RequestPicture } from '../../lib/agent/frames/frames.ts';
import { watchTabItems } from '../events.ts';
import { createIdbBlobs } from '../storage/blobs.ts';
import { getCaptureAccess, watchCaptureAccess } from '../page/capture-access.ts';
import { createIdbPictures, type KeptPicture } from '../storage/pictures.ts';
import { callInPage } from '../page/page-scripts.ts';
import { REGION_PREFIX, getRegionKey } from '../page/regions.ts';
import { loadCorrection, setCorrection, type Correction } from '../storage/session-items.ts';

export type { Correction, KeptPicture, RequestPicture };

export interface PanelPictures {
  /** Rejects with a `UserFacingError` if it is not a picture or too large. */
  readonly savePicture: (picture: Blob) => Promise<KeptPicture>;
  /** Null if it is no longer stored. */
  readonly loadPicture: (hash: string) => Promise<Blob | null>;
  /** Null if it is no longer stored. */
  readonly loadText: (hash: string) => Promise<string | null>;
  readonly saveText: (text: string) => Promise<string>;
  readonly loadCorrection: (picture: string) => Promise<Correction | null>;
  readonly saveCorrection: (picture: string, correction: Correction) => Promise<void>;
  readonly getCaptureAccess: typeof getCaptureAccess;
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
    loadCorrection,
    saveCorrection: setCorrection,
    getCaptureAccess,
    watchCaptureAccess,
    choosing: chromeChoosing,
  };
}

interface RegionChoosing {
  readonly isChoosing: (tabId: number) => Promise<boolean>;
  readonly watch: (listener: (tabId: number, choosing: boolean) => void, signal: AbortSignal) => void;
  readonly stop: (tabId: number) => Promise<void>;
}

const chromeChoosing: RegionChoosing = {
  isChoosing: async (tabId) => getRegionKey(tabId) in (await chrome.storage.session.get(getRegionKey(tabId))),
  watch: (listener, signal) =>
    watchTabItems(REGION_PREFIX, (tabId, value) => listener(tabId, value !== undefined), signal),
  async stop(tabId) {
    await chrome.storage.session.remove(getRegionKey(tabId)); // from now on no answer is accepted
    await callInPage({ target: { tabId } }, stopInPage).catch(() => undefined);
  },
};

function stopInPage(): void {
  (globalThis as { __klStopRegion?: () => void }).__klStopRegion?.();
}
