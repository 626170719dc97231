/**
 * The overlay's one place in the page: an element with a closed shadow root, and in it a modal dialog, which lies in the top
 * layer and makes all else inert, so that the focus stays in it. The one rule: in the page only while a person chooses.
 *
 * The dialog is inside the root and not the element itself: so the page's rules do not match it, and its `cancel` and `close`
 * stay inside. The browser itself turns Esc into `cancel`, whatever the page does with the key.
 */
import type { Point, Rectangle, Size } from './rectangle.ts';
import css from './region.css?inline';
import { t } from './strings.ts';

export interface Surface {
  readonly host: HTMLElement;
  readonly dialog: HTMLDialogElement;
  open(): void;
  /** Whether a place of the view lies on the button that stops. */
  isOnStop(at: Point): boolean;
  /** Whether a click is one on that button: by pointer, or by a screen reader, whose clicks have no place. */
  isStop(click: MouseEvent): boolean;
  hasStopFocus(): boolean;
  /** To the other of its two places. */
  turnFocus(): void;
  /** What is seen of the page, in its pixels. */
  view(): Size;
  draw(rectangle: Rectangle | null): void;
  /** Says it where it is seen, and to a screen reader. */
  hint(text: string): void;
  say(text: string): void;
  /** The focus goes back to where it was. */
  close(): void;
}

export function createSurface(): Surface {
  const host = document.createElement('kl-region');
  // important, in the element's own style: a page's rules for `*` do not win over it
  host.style.cssText = 'all: initial !important; display: contents !important';
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet(); // a strict style-src allows it, a style element not
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];

  const dialog = document.createElement('dialog');
  dialog.lang = 'en';
  dialog.setAttribute('aria-label', t.title);
  dialog.setAttribute('aria-describedby', 'hint keys');
  const region = part('div', 'region');
  // keys do something here that they do nowhere else: a screen reader passes them on
  region.setAttribute('role', 'application');
  region.setAttribute('aria-label', t.region);
  region.setAttribute('aria-describedby', 'hint keys');
  region.tabIndex = 0;
  region.setAttribute('autofocus', '');
  const size = part('span', 'size');
  size.setAttribute('aria-hidden', 'true'); // said in words instead
  region.append(size);
  const bar = part('div', 'bar');
  const hint = part('p', 'hint', t.hint);
  hint.id = 'hint';
  const keys = part('p', 'keys', t.keys);
  keys.id = 'keys';
  const status = part('p', 'status');
  status.setAttribute('role', 'status');
  const stop = document.createElement('button');
  stop.type = 'button';
  stop.textContent = t.stop;
  bar.append(hint, keys, stop);
  dialog.append(region, bar, status);
  root.append(dialog);

  const draw = (rectangle: Rectangle | null): void => {
    region.classList.toggle('none', rectangle === null);
    const { x, y, width, height } = rectangle ?? { x: 0, y: 0, width: 0, height: 0 };
    Object.assign(region.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    size.textContent = t.size(Math.round(width), Math.round(height));
    size.classList.toggle('inside', y + height > innerHeight - 40);
    bar.classList.toggle('low', rectangle !== null && y < 120);
  };

  const hasStopFocus = (): boolean => root.activeElement === stop;
  const isOnStop = ({ x, y }: Point): boolean => {
    const { left, right, top, bottom } = stop.getBoundingClientRect();
    return x >= left && x < right && y >= top && y < bottom;
  };

  return {
    host,
    dialog,
    isOnStop,
    isStop: ({ detail, clientX, clientY }) => (detail === 0 ? hasStopFocus() : isOnStop({ x: clientX, y: clientY })),
    hasStopFocus,
    turnFocus: () => (hasStopFocus() ? region : stop).focus(),
    open() {
      draw(null);
      document.documentElement.append(host);
      const outside = (host as { readonly currentCSSZoom?: number }).currentCSSZoom ?? 1;
      dialog.style.zoom = String(1 / outside);
      dialog.showModal();
    },
    view() {
      const { width, height } = dialog.getBoundingClientRect();
      return { width, height };
    },
    draw,
    hint(text) {
      hint.textContent = text;
      status.textContent = text;
    },
    say(text) {
      status.textContent = text;
    },
    close() {
      if (dialog.open) dialog.close();
      host.remove();
    },
  };
}

function part(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
