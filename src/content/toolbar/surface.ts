/** A popover in a closed shadow root: in the top layer, and page rules do not match it. */
import type { Spot } from './place.ts';
import css from './toolbar.css?inline';

export interface Surface {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  readonly box: HTMLElement;
  /** Still invisible; `beside` is the element it belongs to. */
  open(
    content: readonly HTMLElement[],
    beside: Element,
    look: { readonly rtl: boolean; readonly touch: boolean },
  ): void;
  /** `null` makes it invisible. `scale`: the pinch zoom, which is compensated. */
  move(spot: Spot | null, scale: number): void;
  /** In CSS pixels on the screen. */
  limit(width: number): void;
  close(): void;
}

export function createSurface(): Surface {
  const host = document.createElement('kl-selection');
  // important and inline, or the page's `*` rules override it
  host.style.cssText = 'all: initial !important; display: contents !important';
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet(); // unlike a style element, allowed by a strict style-src
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
      const home = findTopLayerHost(beside) ?? document.documentElement;
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
