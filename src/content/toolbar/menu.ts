/** What the ⋯ button opens: the person's own actions, and the ways to be rid of the toolbar. */
import type { Menu, Where } from './contract.ts';
import { button, element } from './parts.ts';
import { t } from './strings.ts';

export type Choice = { readonly preset: string } | { readonly hide: Where };

export interface MenuList {
  readonly element: HTMLElement;
  choiceOf(button: Element): Choice | undefined;
  /** Puts in the person's own actions once they are known; null when they could not be had. */
  fill(menu: Menu | null): void;
}

export function createMenu(): MenuList {
  const choices = new Map<Element, Choice>();
  const list = element('div', 'menu');
  list.setAttribute('role', 'menu');
  list.setAttribute('aria-label', t.menu);
  const item = (label: string, choice: Choice): HTMLElement => {
    const made = button(label);
    made.setAttribute('role', 'menuitem');
    made.tabIndex = -1;
    choices.set(made, choice);
    return made;
  };
  const loading = element('p', '', t.loading);
  const line = element('hr');
  list.append(loading, line, item(t.hideHere, { hide: 'site' }), item(t.hideEverywhere, { hide: 'everywhere' }));
  return {
    element: list,
    choiceOf: (pressed) => choices.get(pressed),
    fill(menu) {
      const own = (menu?.presets ?? []).map(({ id, title }) => item(title, { preset: id }));
      loading.replaceWith(...own);
      if (own.length === 0) line.remove();
    },
  };
}
