/** The row of buttons and its menu: one tab stop, arrow keys move between buttons (ARIA's toolbar pattern). */
import type { Action, Menu, HideScope } from './contract.ts';
import { getLanguageLabel, t } from './strings.ts';

export type BarAction = Exclude<Action, 'preset'> | 'more';

export interface Bar {
  readonly element: HTMLElement;
  readonly more: HTMLElement;
  getAction(button: Element): BarAction | undefined;
  setLanguage(code: string): void;
}

const BUTTONS: readonly (readonly [BarAction, string, keyof typeof ICONS])[] = [
  ['explain', t.explain, 'explain'],
  ['simplify', t.simplify, 'simplify'],
  ['translate', t.translate, 'translate'],
  ['search', t.search, 'search'],
  ['ask', t.ask, 'ask'],
  ['more', t.more, 'more'],
];
const LABELLED_ACTIONS: readonly BarAction[] = ['explain', 'ask'];

/** The shortcut into a toolbar that ARIA's practices recommend. */
export const isEntryShortcut = (event: KeyboardEvent): boolean =>
  event.key === 'F10' && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

export function createBar(): Bar {
  const actions = new Map<Element, BarAction>();
  const bar = createElement('div', 'bar');
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', t.toolbar);
  bar.setAttribute('aria-keyshortcuts', 'Alt+F10');
  for (const [action, label, icon] of BUTTONS) {
    const node = createButton(label, icon, LABELLED_ACTIONS.includes(action));
    node.tabIndex = actions.size === 0 ? 0 : -1;
    if (LABELLED_ACTIONS.includes(action)) node.className = 'lead';
    actions.set(node, action);
    bar.append(node);
  }
  const getButton = (action: BarAction): HTMLElement =>
    [...actions.keys()][BUTTONS.findIndex(([a]) => a === action)] as HTMLElement;
  const more = getButton('more');
  more.setAttribute('aria-haspopup', 'menu');
  more.setAttribute('aria-expanded', 'false');
  return {
    element: bar,
    more,
    getAction: (pressed) => actions.get(pressed),
    setLanguage: (code) => {
      if (code !== '') setAccessibleName(getButton('translate'), t.translateInto(getLanguageLabel(code)));
    },
  };
}

export function findNeighbour(
  key: string,
  all: readonly HTMLElement[],
  focused: Element | null,
  arrowKeys: ArrowKeys,
): number | null {
  const at = all.findIndex((button) => button === focused);
  const last = all.length - 1;
  if (key === arrowKeys.next) return at === last ? 0 : at + 1;
  if (key === arrowKeys.previous) return at <= 0 ? last : at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

export interface ArrowKeys {
  readonly next: string;
  readonly previous: string;
}

/** Builds the toolbar's DOM nodes. Text is never set as markup. */
const SVG = 'http://www.w3.org/2000/svg';

/** Decorative: a label or `aria-label` names the button. */
const ICONS = {
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

function setAccessibleName(button: HTMLElement, label: string): void {
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

type MenuChoice = { readonly preset: string } | { readonly hide: HideScope };

export interface MenuList {
  readonly element: HTMLElement;
  getChoice(button: Element): MenuChoice | undefined;
  /** Null if they could not be loaded. */
  fillPresets(menu: Menu | null): void;
}

export function createMenu(): MenuList {
  const choices = new Map<Element, MenuChoice>();
  const list = createElement('div', 'menu');
  list.setAttribute('role', 'menu');
  list.setAttribute('aria-label', t.menu);
  const createItem = (label: string, choice: MenuChoice): HTMLElement => {
    const node = createButton(label);
    node.setAttribute('role', 'menuitem');
    node.tabIndex = -1;
    choices.set(node, choice);
    return node;
  };
  const loading = createElement('p', '', t.loading);
  const line = createElement('hr');
  list.append(
    loading,
    line,
    createItem(t.hideHere, { hide: 'site' }),
    createItem(t.hideEverywhere, { hide: 'everywhere' }),
  );
  return {
    element: list,
    getChoice: (pressed) => choices.get(pressed),
    fillPresets(menu) {
      const items = (menu?.presets ?? []).map(({ id, title }) => createItem(title, { preset: id }));
      loading.replaceWith(...items);
      if (items.length === 0) line.remove();
    },
  };
}
