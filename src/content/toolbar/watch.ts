/**
 * Watches the page for the events the toolbar needs: a settled selection, a lost one, some keys. While nothing is
 * selected this costs one comparison per event and no message, node or timer.
 */
import { areSameRange, getSelectedRange } from './selected.ts';

export interface PageEventHandlers {
  /** Whether the event's target is the toolbar. */
  isOurs(event: Event): boolean;
  onOwnEvent(event: Event): void;
  /** The selection changed or was cleared. */
  onSelectionChange(): void;
  onSettled(touch: boolean): void;
  /** A press outside the toolbar. */
  onPress(): void;
  onKey(event: KeyboardEvent): void;
}

/** Since the last selection change or pointer release. */
const SETTLE_MS = 120;

/**
 * Registered in the capture phase at the window and from the start, so that pages that stop events later do not affect
 * us and do not see events of the toolbar. Pointer movements are handled by the toolbar while it shows.
 */
const EVENTS = [
  ...['pointerdown', 'pointerup', 'pointercancel', 'mousedown', 'mouseup', 'click', 'dblclick', 'auxclick'],
  ...['contextmenu', 'keydown', 'keypress', 'keyup', 'focus', 'focusin', 'focusout', 'blur'],
];

export function watchPage(handlers: PageEventHandlers, signal: AbortSignal): void {
  let isPointerDown = false;
  let touch = false;
  let isPending = false;
  let last: Range | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const settle = (): void => {
    if (isPointerDown || !isPending) return;
    isPending = false;
    handlers.onSettled(touch);
  };
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = isPending ? setTimeout(settle, SETTLE_MS) : undefined;
  };
  /** Also fires if a page re-renders without changing the selection. */
  const handleSelectionChange = (): void => {
    const now = getSelectedRange();
    if (areSameRange(now, last)) return;
    last = now;
    isPending = now !== null;
    handlers.onSelectionChange();
    restartTimer();
  };
  const handleEvent = (event: Event): void => {
    if (handlers.isOurs(event)) handlers.onOwnEvent(event);
    else if (event.isTrusted) handlePageEvent(event);
  };
  const handlePageEvent = (event: Event): void => {
    if (event.type === 'pointerdown') {
      isPointerDown = true;
      touch = (event as PointerEvent).pointerType === 'touch';
      handlers.onPress();
    } else if (event.type === 'pointerup' || event.type === 'pointercancel') {
      isPointerDown = false;
      restartTimer();
    } else if (event.type === 'keydown') handlers.onKey(event as KeyboardEvent);
  };
  const listen = (): void => {
    for (const type of EVENTS) window.addEventListener(type, handleEvent, { capture: true, signal });
    window.addEventListener('selectionchange', handleSelectionChange, { capture: true, signal });
  };

  listen();
  // document.open() removes all listeners of window and document, but not observers. Runs when the document's root
  // changes; adding a listener twice has no effect.
  const observer = new MutationObserver(listen);
  observer.observe(document, { childList: true });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
    last = null;
  });
}
