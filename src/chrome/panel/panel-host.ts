/** The side panel's Chrome APIs. */

import { LANGUAGES_ANCHOR } from '../../lib/protocol/settings/ocr-languages.ts';
import { SEARCH_ANCHOR } from '../../lib/protocol/settings/search.ts';
import {
  HISTORY_ANCHOR,
  hasLanguageModel,
  type HistorySettings,
  type Preset,
} from '../../lib/protocol/settings/settings.ts';
import { loadAbout, clearAbout, watchAbout } from '../storage/session-items.ts';
import { pagesOffer, toolbarOffer } from './offers.ts';
import { createPanelPictures } from './panel-pictures.ts';
import { watchAccess, requestAllSites } from '../permissions.ts';
import { changeSettings, loadSettings, SETTINGS_KEY } from '../storage/settings.ts';
import { watchActiveTab, watchTabs } from '../page/tabs.ts';
import { watchStorage } from '../events.ts';
import { saveFile } from '../browser.ts';
import { sendRequest } from './send-request.ts';
import { connect } from './worker-port.ts';

export type { ActiveTab, OpenTab, OpenTabs } from '../page/tabs.ts';
export type { About } from '../storage/session-items.ts';

export interface Shortcuts {
  /** As formatted by the browser; '' if unset. */
  readonly open: string;
  readonly summarise: string;
}

export type PanelHost = typeof chromePanelHost;

export const chromePanelHost = {
  connect,
  /** Never rejects: a silent worker is reported as an error reply. */
  request: sendRequest,
  watchActiveTab,
  watchTabs,
  loadAbout,
  clearAbout,
  watchAbout,
  loadPresets: async (): Promise<readonly Pick<Preset, 'id' | 'title'>[]> => (await loadSettings()).presets,
  hasModel: async (): Promise<boolean> => hasLanguageModel(await loadSettings()),
  loadHistorySettings: async (): Promise<HistorySettings> => (await loadSettings()).history,
  setPrivate: async (isPrivate: boolean): Promise<void> => {
    await changeSettings((now) => ({ ...now, history: { ...now.history, private: isPrivate } }));
  },
  watchSettings: (on: () => void, signal: AbortSignal): void =>
    watchStorage('local', (changes) => SETTINGS_KEY in changes && on(), signal),
  watchAccess,
  loadShortcuts: async (): Promise<Shortcuts> => {
    const commands = await chrome.commands.getAll();
    const findShortcut = (name: string): string => commands.find((command) => command.name === name)?.shortcut ?? '';
    return { open: findShortcut('_execute_action'), summarise: findShortcut('summarise-page') };
  },
  openSettings: (): void => void chrome.runtime.openOptionsPage(),
  openLanguages: (): void => void chrome.tabs.create({ url: getSettingsUrl(LANGUAGES_ANCHOR) }),
  openHistorySettings: (): void => void chrome.tabs.create({ url: getSettingsUrl(HISTORY_ANCHOR) }),
  openSearch: (): void => void chrome.tabs.create({ url: getSettingsUrl(SEARCH_ANCHOR) }),
  /** Must be called in a user gesture. False if the user declined. */
  allowAllSites: requestAllSites,
  toolbarOffer,
  pagesOffer,
  pictures: createPanelPictures(),
  copy: (text: string): Promise<void> => navigator.clipboard.writeText(text),
  save: saveFile,
};

/** `openOptionsPage` takes no fragment. */
function getSettingsUrl(place: string): string {
  const { options_ui: page } = chrome.runtime.getManifest();
  return `${chrome.runtime.getURL(page?.page ?? '')}#${place}`;
}
