/**
 * Our one place in the page: an element with a closed shadow root, and in it a popover, which lies in the top layer where no
 * transform, overflow or z-index of the page reaches. The one rule: in the page only while it shows, and then without an
 * attribute that anything depends on.
 *
 * The popover is inside the root and not the element itself: so the page's rules for `[popover]` and `::backdrop` do not
 * match it, and its `toggle` events stay inside.
 */
import type { Spot } from './place.ts';
import css from './toolbar.css?inline';

export interface Surface {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  readonly box: HTMLElement;
  /** Puts `content` into the page, not yet in its place; `beside` is what it belongs to. */
  open(
    content: readonly HTMLElement[],
    beside: Element,
    look: { readonly rtl: boolean; readonly touch: boolean },
  ): void;
  /** Moves it there; `null` makes it invisible. `scale` is the pinch zoom, which it does not take part in. */
  move(spot: Spot | null, scale: number): void;
  /** So wide may it become, in CSS pixels as they are on the screen. */
  limit(width: number): void;
  close(): void;
}

export function createSurface(): Surface {
  const host = document.createElement('kl-selection');
  // important, in the element's own style: a page's rules for `*` do not win over it
  host.style.cssText = 'all: initial !important; display: contents !important';
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet(); // a strict style-src allows it, a style element not
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const box = document.createElement('div');
  box.popover = 'manual';
  box.lang = 'en';
  root.append(box);
  return {
    host,
    root,
    box,
    open(content, beside, { rtl, touch }) {
      box.replaceChildren(...content);
      box.className = touch ? 'box touch' : 'box';
      box.dir = rtl ? 'rtl' : 'ltr';
      box.style.cssText = 'left: 0; top: 0; visibility: hidden';
      const home = enclosure(beside) ?? document.documentElement;
      if (host.parentNode !== home) home.append(host);
      if (!box.matches(':popover-open')) box.showPopover();
    },
    move(spot, scale) {
      const outside = (host as { readonly currentCSSZoom?: number }).currentCSSZoom ?? 1;
      box.style.zoom = String(1 / (outside * scale));
      box.style.visibility = spot === null ? 'hidden' : 'visible';
      if (spot === null) return;
      box.style.left = `${spot.left * scale}px`;
      box.style.top = `${spot.top * scale}px`;
    },
    limit(width) {
      box.style.maxWidth = `${width}px`;
    },
    close() {
      host.remove();
      box.replaceChildren();
    },
  };
}

/** Outside an open modal dialog, or an element in fullscreen, all is inert, the top layer included: so go into it. */
function enclosure(element: Element): Element | null {
  for (let at: Element | null = element; at !== null;) {
    const found: Element | null = at.closest('dialog:modal, :fullscreen');
    if (found !== null) return found;
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}
