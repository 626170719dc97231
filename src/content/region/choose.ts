/**
 * A person chooses a part of what the page shows, by mouse, finger, pen or keys. The one rule: while they choose, what they do
 * is none of the page's business, and what a page makes up is none of ours.
 */
import type { ViewRegion } from '../../lib/pipeline/ocr/crop.ts';
import { keyed } from './keys.ts';
import { between, isTiny, type Point, type Rectangle } from './rectangle.ts';
import { t } from './strings.ts';
import { createSurface, type Surface } from './surface.ts';

/**
 * All that pointers and keys make happen. Heard at the window in the capture phase, and no further: of the page's listeners,
 * only those that were at the window before us come first.
 */
const INPUTS = [
  ...['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerover', 'pointerout', 'pointerenter'],
  ...['pointerleave', 'pointerrawupdate', 'gotpointercapture', 'lostpointercapture', 'mousedown', 'mousemove'],
  ...['mouseup', 'mouseover', 'mouseout', 'mouseenter', 'mouseleave', 'click', 'dblclick', 'auxclick', 'contextmenu'],
  ...['touchstart', 'touchmove', 'touchend', 'touchcancel', 'wheel', 'keydown', 'keypress', 'keyup', 'dragstart'],
  ...['selectstart', 'focus', 'blur', 'focusin', 'focusout'],
];
/** After the last key, so that a screen reader says where the rectangle has come to, not each step. */
const SAY_MS = 400;
/** Nobody holds a key for longer. */
const RELEASE_MS = 2000;
/** A page that paints no frame for so long shows what it shows. */
const PAINT_MS = 500;

/** Resolves once the page has been painted without it; null where the person stopped, or `signal` aborted. */
export async function chooseRegion(signal: AbortSignal): Promise<ViewRegion | null> {
  const surface = createSurface();
  const life = new AbortController();
  try {
    return await new Promise<ViewRegion | null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null));
      listen(surface, life.signal, (rectangle) => resolve(rectangle && inView(rectangle)));
      surface.open();
    });
  } finally {
    surface.close();
    await painted(); // the click that ends a drag comes after its end, and is not the page's either
    life.abort();
  }
}

function listen(surface: Surface, signal: AbortSignal, done: (rectangle: Rectangle | null) => void): void {
  let rectangle: Rectangle | null = null;
  let drag: { readonly id: number; readonly from: Point } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;

  const end = (chosen: Rectangle | null): void => {
    over = true;
    done(chosen);
  };
  const put = (next: Rectangle | null): void => {
    rectangle = next;
    surface.draw(next);
  };

  function pointer(event: PointerEvent): void {
    const at = { x: event.clientX, y: event.clientY };
    if (event.type === 'pointerdown' && drag === null && event.button === 0 && !surface.isOnStop(at)) {
      drag = { id: event.pointerId, from: at };
      surface.dialog.setPointerCapture(event.pointerId); // it goes on outside the window
      put(null);
    }
    if (drag?.id !== event.pointerId) return;
    const next = between(drag.from, at, surface.view());
    if (event.type === 'pointermove') put(isTiny(next) ? null : next);
    if (event.type !== 'pointerup' && event.type !== 'pointercancel') return;
    drag = null;
    if (event.type === 'pointerup' && !isTiny(next)) end(next);
    else put(null);
    if (isTiny(next)) surface.hint(t.tooSmall);
  }

  function key(event: KeyboardEvent): void {
    const did = keyed(event, rectangle, surface.view(), surface.hasStopFocus());
    if (did === null || (drag !== null && did !== 'stop')) return;
    event.preventDefault();
    if (did === 'stop' || did === 'take') keepRelease(event.key);
    if (did === 'stop') end(null);
    else if (did === 'take') end(rectangle);
    else if (did === 'tab') surface.turnFocus();
    else {
      put(did);
      clearTimeout(timer);
      timer = setTimeout(() => surface.say(t.said(did)), SAY_MS);
    }
  }

  function heed(event: Event): void {
    if (!over && !surface.host.isConnected) {
      end(null); // the page has made itself anew: nobody can choose on what is not there
      return;
    }
    const ours = event.target === surface.host;
    if (!ours && (!event.isTrusted || event.target === window)) return;
    event.stopImmediatePropagation();
    if (!event.isTrusted) return;
    const { type } = event;
    if (type.startsWith('pointer')) pointer(event as PointerEvent);
    else if (type === 'keydown') key(event as KeyboardEvent);
    else if (type === 'click' && surface.isStop(event as MouseEvent)) end(null);
    // no focus lost, no menu, no selection, no text dragged along
    else if (['mousedown', 'contextmenu', 'dragstart', 'selectstart'].includes(type)) event.preventDefault();
  }

  for (const type of INPUTS) window.addEventListener(type, heed, { capture: true, passive: false, signal });
  // these reach no listener of the page, and come also where a page keeps the keys to itself
  for (const type of ['cancel', 'close']) surface.dialog.addEventListener(type, () => end(null), { signal });
  const anew = (): void => {
    drag = null;
    put(null);
  };
  window.addEventListener('resize', anew, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** The key that ends the choosing is released after its end, and that is not the page's either. */
function keepRelease(key: string): void {
  const release = (event: KeyboardEvent): void => {
    if (event.isTrusted && event.key === key) event.stopImmediatePropagation();
  };
  window.addEventListener('keyup', release, { capture: true, once: true, signal: AbortSignal.timeout(RELEASE_MS) });
}

/** From the corner of what is seen, which pinching moves within the page's view. */
function inView({ x, y, width, height }: Rectangle): ViewRegion {
  const { offsetLeft, offsetTop, scale } = visualViewport ?? { offsetLeft: 0, offsetTop: 0, scale: 1 };
  const view = { width: innerWidth / scale, height: innerHeight / scale };
  const corner = { x: x - offsetLeft, y: y - offsetTop };
  const seen = between(corner, { x: corner.x + width, y: corner.y + height }, view);
  return { ...seen, viewWidth: view.width, viewHeight: view.height };
}

/** Resolves once two frames have been painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAINT_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
