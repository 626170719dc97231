/** Watches the page for selections and keys; while idle this costs one comparison per event. */
import { areSameRange, getSelectedRange } from './selected.ts';

interface PageEventHandlers {
  isOurs(event: Event): boolean;
  onOwnEvent(event: Event): void;
  onSelectionChange(): void;
  onSettled(touch: boolean): void;
  onPress(): void;
  onKey(event: KeyboardEvent): void;
}

const SETTLE_MS = 120;

/** Capture phase at the window, from the start: pages that stop events must not affect us or see ours. */
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
  // document.open() removes all listeners of window and document, but not observers.
  const observer = new MutationObserver(listen);
  observer.observe(document, { childList: true });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
    last = null;
  });
}
