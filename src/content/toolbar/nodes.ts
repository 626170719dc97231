/** Builds the toolbar's DOM nodes. Text is never set as markup. */
import type { ReplyError } from '../../chrome/selection-toolbar/ask-worker.ts';
import { t } from './strings.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Decorative: a label or `aria-label` names the button. */
export const ICONS = {
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  close: 'M7 7l10 10M17 7L7 17',
} as const;

export function createElement(name: string, className = '', text = ''): HTMLElement {
  const node = document.createElement(name);
  if (className !== '') node.className = className;
  if (text !== '') node.textContent = text;
  return node;
}

/** `icon`: a path. A button with an icon also gets `aria-label` and a tooltip, since the label may be hidden. */
export function createButton(label: string, icon?: string, isLabelShown = false): HTMLElement {
  const node = createElement('button');
  node.setAttribute('type', 'button');
  if (icon !== undefined) {
    node.append(createIcon(icon));
    setAccessibleName(node, label);
  }
  if (icon === undefined || isLabelShown) node.append(createElement('bdi', '', label));
  return node;
}

export function setAccessibleName(button: HTMLElement, label: string): void {
  button.setAttribute('aria-label', label);
  button.title = label;
}

function createIcon(icon: string): Element {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', icon);
  svg.append(path);
  return svg;
}

/** A message that can be dismissed; with another button it is no error. */
export function createBubble({ message, hint }: ReplyError, button?: HTMLElement): HTMLElement {
  const box = createElement('div', button ? 'bubble note' : 'bubble');
  box.setAttribute('role', button ? 'status' : 'alert');
  const paragraph = createElement('p');
  paragraph.dir = 'auto';
  paragraph.append(createElement('b', '', message), ` ${hint}`);
  box.append(paragraph, ...(button ? [button] : []), createButton(t.dismiss, ICONS.close));
  return box;
}
