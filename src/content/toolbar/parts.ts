/** Builds the toolbar's DOM nodes. Text is never set as markup. */
const SVG = 'http://www.w3.org/2000/svg';

/** Decorative: a label or `aria-label` names the button. */
export const ICONS = {
  explain: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.4 11c.6.5.9 1 .9 1.7h5c0-.7.3-1.2.9-1.7A6 6 0 0 0 12 3',
  simplify: 'M4 7h16M4 12h11M4 17h6',
  translate: 'M3.5 6h10M8.5 3.5V6M11.5 6c-1 4-4 7-7.5 8.5M6 9.5c1 2.2 3 4 5.5 5M12.5 20.5l4-10 4 10M14 17h5',
  search: 'M10.5 4.5a6 6 0 1 0 0 12a6 6 0 0 0 0-12M15 15l5 5',
  ask: 'M5 4.5h14v11h-8l-4 4v-4H5z',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  close: 'M7 7l10 10M17 7L7 17',
} as const;

export function createElement(name: string, className = '', text = ''): HTMLElement {
  const node = document.createElement(name);
  if (className !== '') node.className = className;
  if (text !== '') node.textContent = text;
  return node;
}

/** A button with an icon also gets `aria-label` and a tooltip, since the label may be hidden. */
export function createButton(label: string, icon?: keyof typeof ICONS, isLabelShown = false): HTMLElement {
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

function createIcon(icon: keyof typeof ICONS): Element {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[icon]);
  svg.append(path);
  return svg;
}
