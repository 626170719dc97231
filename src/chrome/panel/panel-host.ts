/** The side panel's Chrome APIs. */

import { CHROME_MODEL_LABEL, EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { assignRole } from '../../lib/protocol/settings/roles.ts';
import type { SettingsPlace } from '../../lib/protocol/settings/places.ts';
import { hasLanguageModel } from '../../lib/protocol/settings/defaults.ts';
import type { HistorySettings, Preset, Settings } from '../../lib/protocol/settings/settings.ts';
import { loadAbout, clearAbout, loadTyped, saveTyped, watchAbout } from '../storage/session-items.ts';
import type { ModelConnection } from '../model-setup.ts';
import { createPanelPictures } from './panel-pictures.ts';
import { hasAccess, watchAccess, requestAllSites, requestSite } from '../permissions.ts';
import { loadTranslationLanguage, saveTranslationLanguage } from '../storage/translation-language.ts';
import { changeSettings, loadSettings, SETTINGS_KEY } from '../storage/settings.ts';
import { showTab, watchActiveTab, watchClosedTab, watchTabs } from '../page/tabs.ts';
import { watchItems } from '../events.ts';
import { isDetached, openDetachedWindow } from '../panel-window.ts';
import { getTranslation, saveFile } from '../browser.ts';
import type { LoadedLanguages } from '../../lib/models/translator/load-languages.ts';
import { sendRequest } from '../send-request.ts';
import { connect } from './worker-port.ts';

export type { ActiveTab, OpenTab, OpenTabs } from '../page/tabs.ts';
export type { About } from '../storage/session-items.ts';

const PAGES_OFFER_KEY = 'pages.offer';
const DISMISSED = 'dismissed';

/** Open until dismissed in this session. */
const pagesOffer = {
  async isOpen(): Promise<boolean> {
    const { [PAGES_OFFER_KEY]: answer } = await chrome.storage.session.get(PAGES_OFFER_KEY);
    return answer !== DISMISSED;
  },
  dismiss: (): Promise<void> => chrome.storage.session.set({ [PAGES_OFFER_KEY]: DISMISSED }),
};

/** In the order of their cards. */
const FIRST_STEPS = ['try', 'connect', 'select'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const FIRST_RUN_KEY = 'first-run';

/** Steps that are offered until they are done or skipped. Not a setting, so it is not exported. */
const firstRun = {
  /** Without what the settings show to be done. */
  listOpen: async (): Promise<readonly FirstStep[]> => {
    const [closed, settings] = await Promise.all([loadClosedSteps(), loadSettings()]);
    const done: readonly FirstStep[] = [
      ...closed,
      ...(hasLanguageModel(settings) ? (['connect'] as const) : []),
      ...(settings.toolbar.where === 'nowhere' ? [] : (['select'] as const)),
    ];
    return FIRST_STEPS.filter((step) => !done.includes(step));
  },
  close: async (steps: readonly FirstStep[]): Promise<void> => {
    const closed = await loadClosedSteps();
    if (steps.every((step) => closed.includes(step))) return;
    await chrome.storage.local.set({ [FIRST_RUN_KEY]: [...new Set([...closed, ...steps])] });
  },
  watch: (on: () => void, signal: AbortSignal): void => watchItems([FIRST_RUN_KEY, SETTINGS_KEY], on, signal),
};

async function loadClosedSteps(): Promise<readonly FirstStep[]> {
  const stored: unknown = (await chrome.storage.local.get(FIRST_RUN_KEY))[FIRST_RUN_KEY];
  return Array.isArray(stored) ? FIRST_STEPS.filter((step) => stored.includes(step)) : [];
}

export interface Shortcuts {
  /** As formatted by the browser; '' if unset. */
  readonly open: string;
  readonly summarise: string;
}

export type PanelHost = typeof chromePanelHost;

const loadToolbar = () => import('../selection-toolbar/toolbar.ts');

export const chromePanelHost = {
  connect,
  /** Never rejects: a silent worker is reported as an error reply. */
  request: sendRequest,
  watchActiveTab,
  watchTabs,
  showTab,
  watchClosedTab,
  loadAbout,
  clearAbout,
  watchAbout,
  loadTyped,
  saveTyped,
  loadPresets: async (): Promise<readonly Preset[]> => (await loadSettings()).presets,
  loadToolServers: async (): Promise<Settings['toolServers']> => (await loadSettings()).toolServers,
  loadPageTools: (tabId: number) => sendRequest('page-tools.list', { tabId }),
  loadModels,
  chooseModel: async (id: string): Promise<void> => {
    const isKnown = ({ models }: Settings): boolean => id === EXTRACTIVE_ID || models.some((model) => model.id === id);
    await changeSettings((now) => (isKnown(now) ? assignRole(now, 'main', id) : now));
  },
  loadTranslationLanguage,
  saveTranslationLanguage,
  /** Whether the browser translates without a model. */
  hasTranslator: (): boolean => getTranslation() !== null,
  loadLanguages: async (
    languages: LoadedLanguages,
    onProgress: (part: number) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    const { loadLanguages } = await import('../../lib/models/translator/load-languages.ts');
    return loadLanguages(getTranslation(), languages, onProgress, signal);
  },
  hasModel: async (): Promise<boolean> => hasLanguageModel(await loadSettings()),
  loadHistorySettings: async (): Promise<HistorySettings> => (await loadSettings()).history,
  setPrivate: async (isPrivate: boolean): Promise<void> => {
    await changeSettings((now) => ({ ...now, history: { ...now.history, private: isPrivate } }));
  },
  watchSettings: (on: () => void, signal: AbortSignal): void => watchItems([SETTINGS_KEY], on, signal),
  watchAccess,
  loadShortcuts: async (): Promise<Shortcuts> => {
    const commands = await chrome.commands.getAll();
    const findShortcut = (name: string): string => commands.find((command) => command.name === name)?.shortcut ?? '';
    return { open: findShortcut('toggle-panel'), summarise: findShortcut('summarise-page') };
  },
  /** Not beside the tab, but in a window of its own. */
  isDetached,
  openDetachedWindow,
  close: (): void => window.close(),
  reload: (): void => location.reload(),
  openSettings: (): void => void chrome.runtime.openOptionsPage(),
  openLanguages: () => void openSettingsAt('pictures'),
  openHistorySettings: () => void openSettingsAt('privacy'),
  openSearch: () => void openSettingsAt('web'),
  /** In a new tab. */
  openPage: (url: string): void => void chrome.tabs.create({ url }),
  /** Must be called in a user gesture. False if the user declined. */
  allowAllSites: requestAllSites,
  /** The same for the site of that address. */
  allowSite: requestSite,
  hasAccess,
  firstRun,
  loadModelConnection: async (): Promise<ModelConnection> => (await import('../model-setup.ts')).modelConnection,
  /** Must be called in a user gesture, which lasts for seconds. False if the user declined. */
  allowToolbarOn: async (address: string): Promise<boolean> => (await loadToolbar()).allowToolbar('site', address),
  allowToolbarEverywhere: async (): Promise<boolean> => (await loadToolbar()).allowToolbar('everywhere'),
  pagesOffer,
  pictures: createPanelPictures(),
  copy: (text: string): Promise<void> => navigator.clipboard.writeText(text),
  copyRich: (text: string, html: string): Promise<void> => {
    const toBlob = (content: string, type: string): Blob => new Blob([content], { type });
    const formats = { 'text/plain': toBlob(text, 'text/plain'), 'text/html': toBlob(html, 'text/html') };
    return navigator.clipboard.write([new ClipboardItem(formats)]);
  },
  save: saveFile,
};

export interface KnownModels {
  /** Id of the one that answers. */
  readonly main: string;
  readonly models: readonly { readonly id: string; readonly label: string }[];
}

async function loadModels(): Promise<KnownModels> {
  const { main, models } = await loadSettings();
  const labelled = models.map(({ id, provider, model }) => ({
    id,
    label: provider === 'chrome' ? CHROME_MODEL_LABEL : model,
  }));
  return { main, models: labelled };
}

/** In the tab that shows the settings, if there is one. `openOptionsPage` takes no fragment. */
async function openSettingsAt(place: SettingsPlace): Promise<void> {
  const page = chrome.runtime.getURL(chrome.runtime.getManifest().options_ui?.page ?? '');
  const url = `${page}#${place}`;
  const shown = await chrome.runtime.getContexts({ contextTypes: ['TAB'] });
  const open = shown.find(({ documentUrl }) => documentUrl?.split('#')[0] === page);
  if (open === undefined) await chrome.tabs.create({ url });
  else {
    await chrome.tabs.update(open.tabId, { active: true, url });
    await chrome.windows.update(open.windowId, { focused: true });
  }
}
