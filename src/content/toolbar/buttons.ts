/** The row of buttons and its menu: one tab stop, arrow keys move between buttons (ARIA's toolbar pattern). */
import {
  insertLanguage,
  needsModel,
  SELECTION_ACTIONS,
  type SelectionAction,
} from '../../lib/jobs/selection-actions.ts';
import { createButton, createElement, ICONS, setAccessibleName } from './nodes.ts';
import { t } from './strings.ts';

export type BarAction = SelectionAction['id'] | 'more';

/** Those that start a run come first. */
const ACTIONS = SELECTION_ACTIONS.filter(({ toolbar }) => toolbar !== '').toSorted(
  (a, b) => Number(a.job === null) - Number(b.job === null),
);

/** The shortcut into a toolbar that ARIA's practices recommend. */
export const isEntryShortcut = (event: KeyboardEvent): boolean =>
  event.key === 'F10' && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

export type Bar = ReturnType<typeof createBar>;

// own property only: a window exposes page elements by name
const hasModel = (): boolean => !Object.hasOwn(globalThis, '__klNoModel');

export function createBar() {
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
  const offered = ACTIONS.filter((action) => hasModel() || !needsModel(action));
  const buttons = offered.map((action) => ({
    heading: action.heading ?? '',
    node: addButton(action.id, action.toolbar, action.icon, action.isLabelShown),
  }));
  const more = addButton('more', t.more, ICONS.more);
  more.setAttribute('aria-haspopup', 'menu');
  more.setAttribute('aria-expanded', 'false');
  return {
    element: bar,
    more,
    getAction: (pressed: Element): BarAction | undefined => actions.get(pressed),
    setLanguage(code: string): void {
      if (code === '') return;
      for (const { heading, node } of buttons)
        if (heading !== '') setAccessibleName(node, insertLanguage(heading, code));
    },
  };
}

/** Null for any other key, also one with a modifier: those are the browser's or the page's. */
export function findNeighbour(
  { key, altKey, ctrlKey, metaKey, shiftKey }: Pressed,
  all: readonly HTMLElement[],
  focused: Element | null,
  arrowKeys: ArrowKeys,
): number | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null;
  const at = all.findIndex((button) => button === focused);
  const last = all.length - 1;
  if (key === arrowKeys.next) return at === last ? 0 : at + 1;
  if (key === arrowKeys.previous) return at <= 0 ? last : at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

interface ArrowKeys {
  readonly next: string;
  readonly previous: string;
}
