/** The row of buttons: one tab stop, arrow keys move between buttons (ARIA's toolbar pattern). */
import type { Action } from './contract.ts';
import { createButton, createElement, type ICONS, setAccessibleName } from './parts.ts';
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
