import type { Menu, HideScope } from './contract.ts';
import { createButton, createElement } from './parts.ts';
import { t } from './strings.ts';

export type MenuChoice = { readonly preset: string } | { readonly hide: HideScope };

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
