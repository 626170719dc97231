/** The side panel's access to pictures by hash; bytes are loaded only for display. */
import { watchTabItems } from '../events.ts';
import { getCaptureAccess, watchCaptureAccess } from '../page/capture-access.ts';
import type { KeptPicture } from '../storage/pictures.ts';
import { REGION_PREFIX, getRegionKey } from '../page/region-keys.ts';
import { loadCorrection, setCorrection, type Correction } from '../storage/session-items.ts';

export type { Correction, KeptPicture };

export type PanelPictures = ReturnType<typeof createPanelPictures>;

const loadKept = () => import('./kept-pictures.ts');

export function createPanelPictures() {
  return {
    /** Rejects with a `UserFacingError` if it is not a picture or too large. */
    savePicture: async (picture: Blob): Promise<KeptPicture> => (await loadKept()).pictures.put(picture),
    /** Rejects with a `UserFacingError` if it cannot be read, is empty or too large. */
    saveFile: async (file: File): Promise<string> => (await loadKept()).files.put(file),
    /** Null if it is no longer stored. */
    async loadPicture(hash: string): Promise<Blob | null> {
      const { pictures } = await loadKept();
      const stored = await pictures.get(hash);
      return stored === undefined ? null : new Blob([stored.bytes], { type: stored.mediaType });
    },
    /** Null if it is no longer stored. */
    loadText: async (hash: string): Promise<string | null> => (await (await loadKept()).blobs.get(hash)) ?? null,
    saveText: async (text: string): Promise<string> => (await loadKept()).blobs.put(text),
    loadCorrection,
    saveCorrection: setCorrection,
    getCaptureAccess,
    watchCaptureAccess,
    choosing: { isChoosing, watch: watchChoosing, stop: stopChoosing },
  };
}

async function isChoosing(tabId: number): Promise<boolean> {
  return getRegionKey(tabId) in (await chrome.storage.session.get(getRegionKey(tabId)));
}

function watchChoosing(listener: (tabId: number, choosing: boolean) => void, signal: AbortSignal): void {
  watchTabItems(REGION_PREFIX, (tabId, value) => listener(tabId, value !== undefined), signal);
}

async function stopChoosing(tabId: number): Promise<void> {
  await chrome.storage.session.remove(getRegionKey(tabId)); // from now on no answer is accepted
  const { callInPage } = await import('../page/page-scripts.ts');
  await callInPage({ target: { tabId } }, stopInPage).catch(() => undefined);
}

function stopInPage(): void {
  (globalThis as { __klStopRegion?: () => void }).__klStopRegion?.();
}
