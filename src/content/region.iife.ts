/**
 * Injected on demand: lays `__klChooseRegion` into the isolated world for the worker to call by `executeScript({func})`. Rule:
 * one choosing at a time, and an end of it leaves nothing behind but the word of what was chosen.
 */
import { chooseRegion } from './region/choose.ts';
import { tellChosen } from './region/tell.ts';

declare global {
  /** Lets the person choose; `ticket` names the asking when the choice is told. */
  var __klChooseRegion: ((ticket: string) => void) | undefined;
  /** Ends the choosing under way, of which nothing is told. */
  var __klStopRegion: (() => void) | undefined;
}

/** Said by each new choosing before it listens itself: the one of an older version lives in a world of its own. */
const NEWER = 'kl-region-newer';

globalThis.__klChooseRegion = (ticket) => {
  document.dispatchEvent(new CustomEvent(NEWER));
  const life = new AbortController();
  document.addEventListener(NEWER, () => life.abort(), { signal: life.signal });
  const leave = (event: Event): void => {
    if (!event.isTrusted) return;
    life.abort();
    void tellChosen(ticket, null);
  };
  window.addEventListener('pagehide', leave, { signal: life.signal });
  void chooseRegion(life.signal).then((region) => {
    if (life.signal.aborted) return; // whoever replaced it speaks now
    life.abort();
    return tellChosen(ticket, region);
  });
};

globalThis.__klStopRegion = () => void document.dispatchEvent(new CustomEvent(NEWER));
