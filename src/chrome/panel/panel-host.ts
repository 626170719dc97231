/** The side panel's Chrome APIs. */
import { LANGUAGES_ANCHOR } from '../../lib/protocol/settings/ocr-languages.ts';
import { SEARCH_ANCHOR } from '../../lib/protocol/settings/search.ts';
import type { Preset } from '../../lib/protocol/settings/settings.ts';
import { loadAbout, clearAbout, watchAbout, type About } from '../storage/session-items.ts';
import { pagesOffer, type PagesOffer, toolbarOffer, type ToolbarOffer } from './offers.ts';
import { createPanelPictures, type PanelPictures } from './panel-pictures.ts';
import { watchAccess, requestAllSites } from '../permissions.ts';
import { loadSettings, SETTINGS_KEY } from '../storage/settings.ts';
import { watchActiveTab, watchTabs, type ActiveTab, type OpenTabs } from '../page/tabs.ts';
import { watchStorage } from '../events.ts';
import { saveFile } from '../browser.ts';
import { sendRequest } from './send-request.ts';
import { connect } from './worker-port.ts';

export type { About, ActiveTab, OpenTabs, PagesOffer, PanelPictures };
export type { OpenTab } from '../page/tabs.ts';

export interface Shortcuts {
  /** As formatted by the browser; '' if unset. */
  readonly open: string;
  readonly summarise: string;
}

export interface PanelHost {
  readonly connect: typeof connect;
  /** Never rejects: a silent worker is reported as an error reply. */
  readonly request: typeof sendRequest;
  readonly watchActiveTab: typeof watchActiveTab;
  readonly watchTabs: typeof watchTabs;
  readonly loadAbout: typeof loadAbout;
  readonly clearAbout: typeof clearAbout;
  readonly watchAbout: typeof watchAbout;
  readonly loadPresets: () => Promise<readonly Pick<Preset, 'id' | 'title'>[]>;
  readonly watchSettings: (on: () => void, signal: AbortSignal) => void;
  readonly watchAccess: (on: () => void, signal: AbortSignal) => void;
  readonly loadShortcuts: () => Promise<Shortcuts>;
  readonly openSettings: () => void;
  readonly openLanguages: () => void;
  readonly openSearch: () => void;
  /** Must be called in a user gesture. False if the user declined. */
  readonly allowAllSites: () => Promise<boolean>;
  readonly toolbarOffer: ToolbarOffer;
  readonly pagesOffer: PagesOffer;
  readonly pictures: PanelPictures;
  readonly copy: (text: string) => Promise<void>;
  readonly save: (name: string, text: string, mediaType: string) => void;
}

export const chromePanelHost: PanelHost = {
  connect,
  request: sendRequest,
  watchActiveTab,
  watchTabs,
  loadAbout,
  clearAbout,
  watchAbout,
  loadPresets: async () => (await loadSettings()).presets,
  watchSettings: (on, signal) => watchStorage('local', (changes) => SETTINGS_KEY in changes && on(), signal),
  watchAccess,
  async loadShortcuts() {
    const commands = await chrome.commands.getAll();
    const findShortcut = (name: string): string => commands.find((command) => command.name === name)?.shortcut ?? '';
    return { open: findShortcut('_execute_action'), summarise: findShortcut('summarise-page') };
  },
  openSettings: () => void chrome.runtime.openOptionsPage(),
  openLanguages: () => void chrome.tabs.create({ url: getSettingsUrl(LANGUAGES_ANCHOR) }),
  openSearch: () => void chrome.tabs.create({ url: getSettingsUrl(SEARCH_ANCHOR) }),
  allowAllSites: requestAllSites,
  toolbarOffer,
  pagesOffer,
  pictures: createPanelPictures(),
  copy: (text) => navigator.clipboard.writeText(text),
  save: saveFile,
};

/** `openOptionsPage` takes no fragment. */
function getSettingsUrl(place: string): string {
  const { options_ui: page } = chrome.runtime.getManifest();
  return `${chrome.runtime.getURL(page?.page ?? '')}#${place}`;
}
