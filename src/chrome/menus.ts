/** The browser's context menu: what can be done with a selection, the person's presets among it, and with a page. */
import type { Preset } from '../lib/protocol/settings.ts';
import type { Intent } from './intents.ts';

type Item = chrome.contextMenus.CreateProperties & { readonly id: string };

const ACTIONS = [
  ...(['explain', 'simplify', 'translate', 'ask', 'search', 'summarise'] as const),
  ...(['read-image', 'read-region'] as const),
];
const PRESETS = 'presets';
const PRESET = 'preset/';

/** The items, in order. `words`: the texts of `public/_locales`. */
export function menuItems(presets: readonly Preset[], words: (name: string) => string): readonly Item[] {
  const contexts: Item['contexts'] = ['selection'];
  const own = presets.map(({ id, title }) => ({ id: PRESET + id, parentId: PRESETS, title: plain(title), contexts }));
  return [
    { id: 'explain', title: words('menuExplain'), contexts },
    { id: 'simplify', title: words('menuSimplify'), contexts },
    { id: 'translate', title: words('menuTranslate'), contexts },
    { id: 'ask', title: words('menuAsk'), contexts },
    { id: 'search', title: words('menuSearch'), contexts },
    ...(own.length === 0 ? [] : [{ id: PRESETS, title: words('menuPresets'), contexts }, ...own]),
    { id: 'summarise', title: words('summarisePage'), contexts: ['page'] },
    { id: 'read-image', title: words('menuReadImage'), contexts: ['image'] },
    { id: 'read-region', title: words('menuReadRegion'), contexts: ['page', 'image', 'video'] },
  ];
}

/** What the item is for; null for one that this version does not know. */
export function chosenFrom(id: string | number): Pick<Intent, 'action' | 'preset'> | null {
  const name = String(id);
  if (name.startsWith(PRESET)) return { action: 'preset', preset: name.slice(PRESET.length) };
  const action = ACTIONS.find((one) => one === name);
  return action === undefined ? null : { action, preset: '' };
}

let turn: Promise<unknown> = Promise.resolve();

/** Makes the menu anew. One making after the other: two at once would make items twice. */
export function makeMenus(presets: readonly Preset[]): Promise<void> {
  const made = turn.then(async () => {
    await chrome.contextMenus.removeAll();
    for (const item of menuItems(presets, (name) => chrome.i18n.getMessage(name))) await create(item);
  });
  turn = made.catch(() => undefined);
  return made;
}

/** The browser says by callback alone whether it took an item. */
function create(item: Item): Promise<void> {
  return new Promise((resolve, reject) => {
    chrome.contextMenus.create(item, () => {
      const { lastError } = chrome.runtime;
      if (lastError) reject(new Error(lastError.message));
      else resolve();
    });
  });
}

/** A title of the person's own: `&` would underline a letter, and `%s` stand for the selection. */
const plain = (title: string): string => title.replaceAll('&', '&&').replaceAll('%s', '% s');
