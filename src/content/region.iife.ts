/**
 * Injected on demand: defines `__klChooseRegion` in the isolated world, which the worker calls by
 * `executeScript({func})`. Only one chooser is active at a time, and it leaves nothing behind.
 */
import { chooseRegion } from './region/choose.ts';
import { sendChosenRegion } from './region/tell.ts';

declare global {
  /** Lets the user choose a region; `ticket` identifies the request in the reply. */
  var __klChooseRegion: ((ticket: string) => void) | undefined;
  /** Ends the active chooser without a reply. */
  var __klStopRegion: (() => void) | undefined;
}

/**
 * Dispatched by each new chooser before it listens itself. A DOM event, because a chooser of an older version is in
 * another isolated world.
 */
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
