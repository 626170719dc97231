/** The nodes the toolbar is made of. The one rule: built node by node; text is only ever text. */
const SVG = 'http://www.w3.org/2000/svg';

/** Line icons for a field of 24 by 24. All are decoration: a name stands beside, or in `aria-label`. */
export const ICONS = {
  explain: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.4 11c.6.5.9 1 .9 1.7h5c0-.7.3-1.2.9-1.7A6 6 0 0 0 12 3',
  simplify: 'M4 7h16M4 12h11M4 17h6',
  translate: 'M3.5 6h10M8.5 3.5V6M11.5 6c-1 4-4 7-7.5 8.5M6 9.5c1 2.2 3 4 5.5 5M12.5 20.5l4-10 4 10M14 17h5',
  search: 'M10.5 4.5a6 6 0 1 0 0 12a6 6 0 0 0 0-12M15 15l5 5',
  ask: 'M5 4.5h14v11h-8l-4 4v-4H5z',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  close: 'M7 7l10 10M17 7L7 17',
} as const;

export function element(name: string, className = '', text = ''): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  if (text !== '') made.textContent = text;
  return made;
}

/** Its words run in their own direction. With an icon it is named by `aria-label` and a tooltip as well: words may go. */
export function button(label: string, icon?: keyof typeof ICONS, shown = false): HTMLElement {
  const made = element('button');
  made.setAttribute('type', 'button');
  if (icon !== undefined) {
    made.append(drawing(icon));
    name(made, label);
  }
  if (icon === undefined || shown) made.append(element('bdi', '', label));
  return made;
}

export function name(button: HTMLElement, label: string): void {
  button.setAttribute('aria-label', label);
  button.title = label;
}

function drawing(icon: keyof typeof ICONS): Element {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[icon]);
  svg.append(path);
  return svg;
}
