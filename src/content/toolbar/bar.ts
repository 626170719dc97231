/** The row of buttons. The one rule: one stop for the Tab key; the arrows go from button to button (ARIA's toolbar). */
import type { Action } from './contract.ts';
import { button, element, type ICONS, name } from './parts.ts';
import { languageName, t } from './strings.ts';

export type Press = Exclude<Action, 'preset'> | 'more';

export interface Bar {
  readonly element: HTMLElement;
  readonly more: HTMLElement;
  /** What the button stands for, or undefined for one that is not of the bar. */
  actionOf(button: Element): Press | undefined;
  /** The answers' language, once it is known. */
  tellLanguage(code: string): void;
}

const BUTTONS: readonly (readonly [Press, string, keyof typeof ICONS])[] = [
  ['explain', t.explain, 'explain'],
  ['simplify', t.simplify, 'simplify'],
  ['translate', t.translate, 'translate'],
  ['search', t.search, 'search'],
  ['ask', t.ask, 'ask'],
  ['more', t.more, 'more'],
];
/** Those that say their name beside the icon. */
const IN_WORDS: readonly Press[] = ['explain', 'ask'];

/** Where ARIA's practices put the way into a toolbar, for who selects with the keyboard. */
export const isWayIn = (event: KeyboardEvent): boolean =>
  event.key === 'F10' && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

export function createBar(): Bar {
  const actions = new Map<Element, Press>();
  const bar = element('div', 'bar');
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', t.toolbar);
  bar.setAttribute('aria-keyshortcuts', 'Alt+F10');
  for (const [action, label, icon] of BUTTONS) {
    const made = button(label, icon, IN_WORDS.includes(action));
    made.tabIndex = actions.size === 0 ? 0 : -1;
    if (IN_WORDS.includes(action)) made.className = 'lead';
    actions.set(made, action);
    bar.append(made);
  }
  const of = (action: Press): HTMLElement =>
    [...actions.keys()][BUTTONS.findIndex(([a]) => a === action)] as HTMLElement;
  const more = of('more');
  more.setAttribute('aria-haspopup', 'menu');
  more.setAttribute('aria-expanded', 'false');
  return {
    element: bar,
    more,
    actionOf: (pressed) => actions.get(pressed),
    tellLanguage: (code) => {
      if (code !== '') name(of('translate'), t.translateInto(languageName(code)));
    },
  };
}

/** The button an arrow, Home or End leads to from the focused one; null for other keys. */
export function neighbour(
  key: string,
  all: readonly HTMLElement[],
  focused: Element | null,
  ways: Ways,
): number | null {
  const at = all.findIndex((button) => button === focused);
  const last = all.length - 1;
  if (key === ways.next) return at === last ? 0 : at + 1;
  if (key === ways.previous) return at <= 0 ? last : at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

export interface Ways {
  readonly next: string;
  readonly previous: string;
}
