/** The menu of the toolbar's last button: the user's presets and ways to hide the toolbar. */
import type { Replies, Request } from '../../lib/protocol/requests/requests.ts';
import { createButton, createElement } from './nodes.ts';
import { t } from './strings.ts';

type Menu = Replies['selection.menu'];

const MAX_PRESETS = 30;

export function parseMenu(value: unknown): Menu {
  const { presets, language } = (value ?? {}) as Partial<Record<keyof Menu, unknown>>;
  const valid = (Array.isArray(presets) ? (presets as unknown[]) : []).filter(isPreset).slice(0, MAX_PRESETS);
  return { presets: valid, language: typeof language === 'string' ? language : '' };
}

function isPreset(value: unknown): value is Menu['presets'][number] {
  const { id, title } = (value ?? {}) as { readonly id?: unknown; readonly title?: unknown };
  return typeof id === 'string' && typeof title === 'string';
}

type MenuChoice = { readonly preset: string } | { readonly hide: Request<'selection.hide'>['where'] };

export type MenuList = ReturnType<typeof createMenu>;

export function createMenu() {
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
    getChoice: (pressed: Element): MenuChoice | undefined => choices.get(pressed),
    /** Null if they could not be loaded. */
    fillPresets(menu: Menu | null): void {
      const items = (menu?.presets ?? []).map(({ id, title }) => createItem(title, { preset: id }));
      loading.replaceWith(...items);
      if (items.length === 0) line.remove();
    },
  };
}
