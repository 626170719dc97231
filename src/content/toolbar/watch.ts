/**
 * What happens in the page, as far as the toolbar cares: a selection that has settled, one that is gone, a few keys. The one
 * rule: while nothing is selected this costs a comparison for each event, and never a message, a node or a timer.
 */
import { sameRange, selectedRange } from './selected.ts';

export interface Hears {
  /** Whether the event happened to the toolbar itself. */
  isOurs(event: Event): boolean;
  ours(event: Event): void;
  /** Another selection, or none: what was shown for the one before has had its time. */
  changed(): void;
  settled(touch: boolean): void;
  /** A press outside the toolbar. */
  pressed(): void;
  key(event: KeyboardEvent): void;
}

/** From the last change of the selection or the release of the pointer. */
const SETTLE_MS = 120;

/**
 * All in the capture phase at the window and from the start: so a page that stops events there does not stop ours, if it
 * came later, and sees none that happen to the toolbar. Movements are not among them; the toolbar takes those while it shows.
 */
const EVENTS = [
  ...['pointerdown', 'pointerup', 'pointercancel', 'mousedown', 'mouseup', 'click', 'dblclick', 'auxclick'],
  ...['contextmenu', 'keydown', 'keypress', 'keyup', 'focus', 'focusin', 'focusout', 'blur'],
];

export function watchPage(hears: Hears, signal: AbortSignal): void {
  let held = false;
  let touch = false;
  let pending = false;
  let last: Range | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const settle = (): void => {
    if (held || !pending) return;
    pending = false;
    hears.settled(touch);
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = pending ? setTimeout(settle, SETTLE_MS) : undefined;
  };
  /** Said as well when a page draws itself anew and the selection stays: then nothing has changed. */
  const changed = (): void => {
    const now = selectedRange();
    if (sameRange(now, last)) return;
    last = now;
    pending = now !== null;
    hears.changed();
    wait();
  };
  const heed = (event: Event): void => {
    if (hears.isOurs(event)) hears.ours(event);
    else if (event.isTrusted) heedPage(event);
  };
  const heedPage = (event: Event): void => {
    if (event.type === 'pointerdown') {
      held = true;
      touch = (event as PointerEvent).pointerType === 'touch';
      hears.pressed();
    } else if (event.type === 'pointerup' || event.type === 'pointercancel') {
      held = false;
      wait();
    } else if (event.type === 'keydown') hears.key(event as KeyboardEvent);
  };
  const listen = (): void => {
    for (const type of EVENTS) window.addEventListener(type, heed, { capture: true, signal });
    window.addEventListener('selectionchange', changed, { capture: true, signal });
  };

  listen();
  // document.open() takes away the listeners of window and document, whoever's they are, but not an observer. It is
  // called when the document's root is another, and listening twice is listening once.
  const observer = new MutationObserver(listen);
  observer.observe(document, { childList: true });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
    last = null;
  });
}
