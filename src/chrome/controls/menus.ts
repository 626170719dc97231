import { needsModel, SELECTION_ACTIONS } from '../../lib/jobs/selection-actions.ts';
import { hasLanguageModel, listOfferedPresets } from '../../lib/protocol/settings/defaults.ts';
import type { Settings } from '../../lib/protocol/settings/settings.ts';
import { createQueue } from '../../lib/base/async.ts';
import type { Intent } from '../storage/presses.ts';

type MenuItem = chrome.contextMenus.CreateProperties & { readonly id: string };

const OFFERED_ACTIONS = SELECTION_ACTIONS.filter(({ menu }) => menu !== '');
const ACTIONS = [...OFFERED_ACTIONS.map(({ id }) => id), ...(['summarise', 'read-image', 'read-region'] as const)];
const PRESETS_ID = 'presets';
const PRESET_PREFIX = 'preset/';

/** Without a model nothing is offered that needs one. */
export function buildMenuItems(settings: Settings, getMessage: (name: string) => string): readonly MenuItem[] {
  const contexts: MenuItem['contexts'] = ['selection'];
  const hasModel = hasLanguageModel(settings);
  const actions = OFFERED_ACTIONS.filter((action) => hasModel || !needsModel(action));
  const presetItems = listOfferedPresets(settings).map(({ id, title }) => ({
    id: PRESET_PREFIX + id,
    parentId: PRESETS_ID,
    title: escapeMenuTitle(title),
    contexts,
  }));
  return [
    ...actions.map(({ id, menu }) => ({ id, title: getMessage(menu), contexts })),
    ...(presetItems.length === 0
      ? []
      : [{ id: PRESETS_ID, title: getMessage('menuPresets'), contexts }, ...presetItems]),
    { id: 'summarise', title: getMessage('summarisePage'), contexts: ['page'] },
    { id: 'read-image', title: getMessage('menuReadImage'), contexts: ['image'] },
    { id: 'read-region', title: getMessage('menuReadRegion'), contexts: ['page', 'image', 'video'] },
  ];
}

/** Null if this version does not know the item. */
export function parseMenuChoice(id: string | number): Pick<Intent, 'action' | 'preset'> | null {
  const name = String(id);
  if (name.startsWith(PRESET_PREFIX)) return { action: 'preset', preset: name.slice(PRESET_PREFIX.length) };
  const action = ACTIONS.find((candidate) => candidate === name);
  return action === undefined ? null : { action, preset: '' };
}

const enqueue = createQueue();

/** Serialised: two rebuilds at once would create items twice. */
export function rebuildMenus(settings: Settings): Promise<void> {
  return enqueue(async () => {
    await chrome.contextMenus.removeAll();
    for (const item of buildMenuItems(settings, (name) => chrome.i18n.getMessage(name))) await createMenuItem(item);
  });
}

function createMenuItem(item: MenuItem): Promise<void> {
  return new Promise((resolve, reject) => {
    chrome.contextMenus.create(item, () => {
      const { lastError } = chrome.runtime;
      if (lastError) reject(new Error(lastError.message));
      else resolve();
    });
  });
}

/** `&` would underline a letter, and `%s` would insert the selection. */
const escapeMenuTitle = (title: string): string => title.replaceAll('&', '&&').replaceAll('%s', '% s');
