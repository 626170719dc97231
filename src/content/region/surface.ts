/** A modal dialog in a closed shadow root: all else is inert, page rules do not match, events stay inside. */
import { LOCALE } from '../../lib/base/locale.ts';
import { createShadowHost, getPageZoom } from '../shadow-host.ts';
import type { Point, Rectangle, Size } from './rectangle.ts';
import { t } from './strings.ts';
import css from './region.css?inline';

export type Surface = ReturnType<typeof createSurface>;

export function createSurface() {
  const { host, root } = createShadowHost('kl-region', css);
  const dialog = document.createElement('dialog');
  dialog.className = 'own';
  dialog.lang = LOCALE;
  dialog.setAttribute('aria-label', t.title);
  dialog.setAttribute('aria-describedby', 'hint keys');
  const regionElement = createPart('div', 'region');
  // makes screen readers pass keys on
  regionElement.setAttribute('role', 'application');
  regionElement.setAttribute('aria-label', t.region);
  regionElement.setAttribute('aria-describedby', 'hint keys');
  regionElement.tabIndex = 0;
  regionElement.setAttribute('autofocus', '');
  const sizeLabel = createPart('span', 'size');
  sizeLabel.setAttribute('aria-hidden', 'true'); // announced in words instead
  regionElement.append(sizeLabel);
  const bar = createPart('div', 'bar fade');
  const hintElement = createPart('p', 'hint', t.hint);
  hintElement.id = 'hint';
  const keysElement = createPart('p', 'keys', t.keys);
  keysElement.id = 'keys';
  const status = createPart('p', 'unseen');
  status.setAttribute('role', 'status');
  const stopButton = document.createElement('button');
  stopButton.type = 'button';
  stopButton.textContent = t.stop;
  bar.append(hintElement, keysElement, stopButton);
  dialog.append(regionElement, bar, status);
  root.append(dialog);

  const draw = (rectangle: Rectangle | null): void => {
    regionElement.classList.toggle('none', rectangle === null);
    const { x, y, width, height } = rectangle ?? { x: 0, y: 0, width: 0, height: 0 };
    Object.assign(regionElement.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    sizeLabel.textContent = t.size(Math.round(width), Math.round(height));
    sizeLabel.classList.toggle('inside', y + height > innerHeight - 40);
    bar.classList.toggle('low', rectangle !== null && y < 120);
  };

  const hasStopFocus = (): boolean => root.activeElement === stopButton;
  const isPointOnStop = ({ x, y }: Point): boolean => {
    const { left, right, top, bottom } = stopButton.getBoundingClientRect();
    return x >= left && x < right && y >= top && y < bottom;
  };

  return {
    host,
    dialog,
    isPointOnStop,
    /** Whether the click came by pointer, or by a screen reader, whose clicks have no position. */
    isStopClick: ({ detail, clientX, clientY }: MouseEvent): boolean =>
      detail === 0 ? hasStopFocus() : isPointOnStop({ x: clientX, y: clientY }),
    hasStopFocus,
    toggleFocus: (): void => (hasStopFocus() ? regionElement : stopButton).focus(),
    open(): void {
      draw(null);
      document.documentElement.append(host);
      dialog.style.zoom = String(1 / getPageZoom(host));
      dialog.showModal();
    },
    /** In CSS pixels. */
    getViewSize(): Size {
      const { width, height } = dialog.getBoundingClientRect();
      return { width, height };
    },
    draw,
    showHint(text: string): void {
      hintElement.textContent = text;
      status.textContent = text;
    },
    announce(text: string): void {
      status.textContent = text;
    },
    close(): void {
      if (dialog.open) dialog.close();
      host.remove();
    },
  };
}

function createPart(name: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
