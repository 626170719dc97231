/** Lets the user choose a part of the view. The page gets no input meanwhile; untrusted events are ignored. */
import { createRectangle, isTiny, type Point, type Rectangle, resolveKey } from './rectangle.ts';
import { t } from './strings.ts';
import { createSurface, type Surface } from './surface.ts';
import type { ViewRegion } from '../../lib/pipeline/ocr/boxes.ts';

/** Stopped on the window in the capture phase; only the page's earlier window listeners come first. */
const INPUTS = [
  ...['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerover', 'pointerout', 'pointerenter'],
  ...['pointerleave', 'pointerrawupdate', 'gotpointercapture', 'lostpointercapture', 'mousedown', 'mousemove'],
  ...['mouseup', 'mouseover', 'mouseout', 'mouseenter', 'mouseleave', 'click', 'dblclick', 'auxclick', 'contextmenu'],
  ...['touchstart', 'touchmove', 'touchend', 'touchcancel', 'wheel', 'keydown', 'keypress', 'keyup', 'dragstart'],
  ...['selectstart', 'focus', 'blur', 'focusin', 'focusout'],
];
const ANNOUNCE_DELAY_MS = 400;
const RELEASE_MS = 2000;
const PAINT_MS = 500;

/** Resolves once the page is repainted without the overlay; null if cancelled or aborted. */
export async function chooseRegion(signal: AbortSignal): Promise<ViewRegion | null> {
  const surface = createSurface();
  const controller = new AbortController();
  try {
    return await new Promise<ViewRegion | null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null));
      handleInputs(surface, controller.signal, (rectangle) => resolve(rectangle && toViewRegion(rectangle)));
      surface.open();
    });
  } finally {
    surface.close();
    await waitForPaint(); // also swallows the click that follows the end of a drag
    controller.abort();
  }
}

function handleInputs(surface: Surface, signal: AbortSignal, onDone: (rectangle: Rectangle | null) => void): void {
  let rectangle: Rectangle | null = null;
  let drag: { readonly id: number; readonly from: Point } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const finish = (chosen: Rectangle | null): void => {
    isOver = true;
    onDone(chosen);
  };
  const setRectangle = (next: Rectangle | null): void => {
    rectangle = next;
    surface.draw(next);
  };

  function handlePointer(event: PointerEvent): void {
    const point = { x: event.clientX, y: event.clientY };
    if (event.type === 'pointerdown' && drag === null && event.button === 0 && !surface.isPointOnStop(point)) {
      drag = { id: event.pointerId, from: point };
      surface.dialog.setPointerCapture(event.pointerId); // keeps the drag going outside the window
      setRectangle(null);
    }
    if (drag?.id !== event.pointerId) return;
    const next = createRectangle(drag.from, point, surface.getViewSize());
    if (event.type === 'pointermove') setRectangle(isTiny(next) ? null : next);
    if (event.type !== 'pointerup' && event.type !== 'pointercancel') return;
    drag = null;
    if (event.type === 'pointerup' && !isTiny(next)) finish(next);
    else setRectangle(null);
    if (isTiny(next)) surface.showHint(t.tooSmall);
  }

  function handleKey(event: KeyboardEvent): void {
    const action = resolveKey(event, rectangle, surface.getViewSize(), surface.hasStopFocus());
    if (action === null || (drag !== null && action !== 'stop')) return;
    event.preventDefault();
    if (action === 'stop' || action === 'take') swallowKeyUp(event.key);
    if (action === 'stop') finish(null);
    else if (action === 'take') finish(rectangle);
    else if (action === 'tab') surface.toggleFocus();
    else {
      setRectangle(action);
      clearTimeout(timer);
      timer = setTimeout(() => surface.announce(t.said(action)), ANNOUNCE_DELAY_MS);
    }
  }

  function handleInput(event: Event): void {
    if (!isOver && !surface.host.isConnected) {
      finish(null); // the page has removed the overlay
      return;
    }
    const isOurs = event.target === surface.host;
    if (!isOurs && (!event.isTrusted || event.target === window)) return;
    event.stopImmediatePropagation();
    if (!event.isTrusted) return;
    const { type } = event;
    if (type.startsWith('pointer')) handlePointer(event as PointerEvent);
    else if (type === 'keydown') handleKey(event as KeyboardEvent);
    else if (type === 'click' && surface.isStopClick(event as MouseEvent)) finish(null);
    else if (['mousedown', 'contextmenu', 'dragstart', 'selectstart'].includes(type)) event.preventDefault();
  }

  for (const type of INPUTS) window.addEventListener(type, handleInput, { capture: true, passive: false, signal });
  // these reach no page listener, and fire even where the page intercepts keys
  for (const type of ['cancel', 'close']) surface.dialog.addEventListener(type, () => finish(null), { signal });
  const resetSelection = (): void => {
    drag = null;
    setRectangle(null);
  };
  window.addEventListener('resize', resetSelection, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

function swallowKeyUp(key: string): void {
  const handleKeyUp = (event: KeyboardEvent): void => {
    if (event.isTrusted && event.key === key) event.stopImmediatePropagation();
  };
  window.addEventListener('keyup', handleKeyUp, { capture: true, once: true, signal: AbortSignal.timeout(RELEASE_MS) });
}

/** Relative to the visual viewport, which pinch zoom moves within the layout viewport. */
function toViewRegion({ x, y, width, height }: Rectangle): ViewRegion {
  const { offsetLeft, offsetTop, scale } = visualViewport ?? { offsetLeft: 0, offsetTop: 0, scale: 1 };
  const view = { width: innerWidth / scale, height: innerHeight / scale };
  const corner = { x: x - offsetLeft, y: y - offsetTop };
  const visible = createRectangle(corner, { x: corner.x + width, y: corner.y + height }, view);
  return { ...visible, viewWidth: view.width, viewHeight: view.height };
}

function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAINT_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
