/** The row of buttons and its menu: one tab stop, arrow keys move between buttons (ARIA's toolbar pattern). */
import { insertLanguage, SELECTION_ACTIONS, type SelectionAction } from '../../lib/jobs/selection-actions.ts';
import type { Request } from '../../lib/protocol/requests/requests.ts';
import type { Menu } from './contract.ts';
import { t } from './strings.ts';

export type BarAction = SelectionAction['id'] | 'more';

export interface Bar {
  readonly element: HTMLElement;
  readonly more: HTMLElement;
  getAction(button: Element): BarAction | undefined;
  setLanguage(code: string): void;
}

/** Those that start a run come first. */
const ACTIONS = SELECTION_ACTIONS.filter(({ toolbar }) => toolbar !== '').toSorted(
  (a, b) => Number(a.job === null) - Number(b.job === null),
);

/** The shortcut into a toolbar that ARIA's practices recommend. */
export const isEntryShortcut = (event: KeyboardEvent): boolean =>
  event.key === 'F10' && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

export function createBar(): Bar {
  const actions = new Map<Element, BarAction>();
  const bar = createElement('div', 'bar');
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', t.toolbar);
  bar.setAttribute('aria-keyshortcuts', 'Alt+F10');
  const addButton = (action: BarAction, label: string, icon: string, isLabelShown = false): HTMLElement => {
    const node = createButton(label, icon, isLabelShown);
    node.tabIndex = actions.size === 0 ? 0 : -1;
    if (isLabelShown) node.className = 'lead';
    actions.set(node, action);
    bar.append(node);
    return node;
  };
  const buttons = ACTIONS.map((action) => ({
    heading: action.heading ?? '',
    node: addButton(action.id, action.toolbar, action.icon, action.isLabelShown),
  }));
  const more = addButton('more', t.more, ICONS.more);
  more.setAttribute('aria-haspopup', 'menu');
  more.setAttribute('aria-expanded', 'false');
  return {
    element: bar,
    more,
    getAction: (pressed) => actions.get(pressed),
    setLanguage: (code) => {
      if (code === '') return;
      for (const { heading, node } of buttons)
        if (heading !== '') setAccessibleName(node, insertLanguage(heading, code));
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

function setAccessibleName(button: HTMLElement, label: string): void {
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

type MenuChoice = { readonly preset: string } | { readonly hide: Request<'selection.hide'>['where'] };

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
