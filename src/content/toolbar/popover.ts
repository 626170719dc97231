/** The toolbar's element, a popover in a closed shadow root: in the top layer, and page rules do not match it. */
import { LOCALE } from '../../lib/base/locale.ts';
import { type Box, EDGE, type Spot } from './place.ts';
import { createShadowHost, getPageZoom } from '../shadow-host.ts';
import css from './toolbar.css?inline';

export type Popover = ReturnType<typeof createPopover>;

export function createPopover(onOwnEvent: (event: Event) => void, signal: AbortSignal) {
  const { host, root } = createShadowHost('kl-selection', css);
  const box = document.createElement('div');
  box.popover = 'manual';
  box.lang = LOCALE;
  root.append(box);
  // for events whose target is hidden outside: screen reader presses, dialogs in closed roots
  for (const type of ['pointerdown', 'mousedown', 'click', 'keydown'])
    root.addEventListener(type, onOwnEvent, { signal });
  return {
    host,
    root,
    box,
    /** Still invisible; `beside` is the element it belongs to. */
    open(
      content: readonly HTMLElement[],
      beside: Element,
      { rtl, touch }: Readonly<Record<'rtl' | 'touch', boolean>>,
    ): void {
      box.replaceChildren(...content);
      box.className = touch ? 'own fade touch' : 'own fade';
      box.dir = rtl ? 'rtl' : 'ltr';
      box.style.cssText = 'left: 0; top: 0; visibility: hidden';
      const home = findTopLayerHost(beside) ?? document.documentElement;
      if (host.parentNode !== home) home.append(host);
      if (!box.matches(':popover-open')) box.showPopover();
    },
    /** `null` makes it invisible. `scale`: the pinch zoom, which is compensated. */
    move(spot: Spot | null, scale: number): void {
      box.style.zoom = String(1 / (getPageZoom(host) * scale));
      box.style.visibility = spot === null ? 'hidden' : 'visible';
      if (spot === null) return;
      box.style.left = `${spot.left * scale}px`;
      box.style.top = `${spot.top * scale}px`;
    },
    raise(): void {
      box.hidePopover();
      box.showPopover();
    },
    /** In CSS pixels on the screen. */
    limit(width: number): void {
      box.style.maxWidth = `${width}px`;
    },
    close(): void {
      host.remove();
      box.replaceChildren();
    },
  };
}

/** Opens the menu towards the larger room, away from the selection if it fits. */
export function fitMenu({ root, box }: Popover, view: Box & { readonly scale: number }, away: boolean): void {
  const menu = root.querySelector<HTMLElement>('[role="menu"]');
  if (menu === null) return;
  const bar = box.getBoundingClientRect();
  const room = { above: bar.top - view.top, below: view.bottom - bar.bottom };
  menu.style.maxHeight = 'none';
  const needed = menu.getBoundingClientRect().height + EDGE;
  const more = room.above > room.below;
  const above = away ? room.above >= needed || more : room.below < needed && more;
  menu.style.top = above ? 'auto' : 'calc(100% + 4px)';
  menu.style.bottom = above ? 'calc(100% + 4px)' : 'auto';
  menu.style.maxHeight = `${Math.max(48, (above ? room.above : room.below) - EDGE - 4) * view.scale}px`;
}

/** Outside a modal dialog or fullscreen element everything is inert, even the top layer. */
function findTopLayerHost(element: Element): Element | null {
  for (let at: Element | null = element; at !== null;) {
    const found: Element | null = at.closest('dialog:modal, :fullscreen');
    if (found !== null) return found;
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}
