/** Defines `__klChooseRegion` in the isolated world. Only one chooser is active at a time. */
import { chooseRegion } from './region/choose.ts';
import { askWorker } from '../chrome/selection-toolbar/ask-worker.ts';
import type { ViewRegion } from '../lib/pipeline/ocr/boxes.ts';

declare global {
  var __klChooseRegion: ((ticket: string) => void) | undefined;
  var __klStopRegion: (() => void) | undefined;
}

/** A DOM event, because a chooser of an older version is in another isolated world. */
const REPLACED_EVENT = 'kl-region-newer';

globalThis.__klChooseRegion = (ticket) => {
  document.dispatchEvent(new CustomEvent(REPLACED_EVENT));
  const controller = new AbortController();
  document.addEventListener(REPLACED_EVENT, () => controller.abort(), { signal: controller.signal });
  const handlePageHide = (event: Event): void => {
    if (!event.isTrusted) return;
    controller.abort();
    void sendChosenRegion(ticket, null);
  };
  window.addEventListener('pagehide', handlePageHide, { signal: controller.signal });
  void chooseRegion(controller.signal).then((region) => {
    if (controller.signal.aborted) return; // replaced by a newer chooser, which replies instead
    controller.abort();
    return sendChosenRegion(ticket, region);
  });
};

globalThis.__klStopRegion = () => void document.dispatchEvent(new CustomEvent(REPLACED_EVENT));

const MAX_ATTEMPTS = 5;

const RETRY_DELAY_MS = 200;

/** Repeats until acknowledged: a worker that dies loses the message. */
async function sendChosenRegion(ticket: string, region: ViewRegion | null): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * 2 ** attempt));
    if (await askWorker({ type: 'region.chosen', ticket, region }, new AbortController().signal)) return;
  }
}
