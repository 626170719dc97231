/** The side panel's Chrome APIs. The worker may die: the port reconnects, requests are resent until answered. */
import type { PanelEvent, PanelHello } from '../../lib/protocol/events.ts';
import type { Reply, RequestName } from '../../lib/protocol/requests/requests.ts';
import { LANGUAGES_ANCHOR } from '../../lib/protocol/settings/ocr-languages.ts';
import { SEARCH_ANCHOR } from '../../lib/protocol/settings/search.ts';
import type { Preset } from '../../lib/protocol/settings/settings.ts';
import { loadAbout, clearAbout, watchAbout, type About } from '../storage/session-items.ts';
import { pagesOffer, type PagesOffer, toolbarOffer, type ToolbarOffer } from './offers.ts';
import { createPanelPictures, type PanelPictures } from './panel-pictures.ts';
import { watchAccess, requestAllSites } from '../permissions.ts';
import { loadSettings, SETTINGS_KEY } from '../storage/settings.ts';
import { watchTabs, type OpenTabs } from '../page/tabs.ts';
import { saveFile } from '../browser.ts';
import { sendRequest, connect, type Payload } from './worker-line.ts';

export type { About, OpenTabs, PagesOffer, PanelPictures };
export type { OpenTab } from '../page/tabs.ts';

/** Title and URL are '' without access. */
export interface ActiveTab {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
  readonly loading: boolean;
}

export interface Shortcuts {
  /** As formatted by the browser; '' if unset. */
  readonly open: string;
  readonly summarise: string;
}

export interface PanelHost {
  /** `getHello` is called at every (re)connection. Reconnects at once while `needed`, else at the next change. */
  readonly connect: (
    getHello: () => PanelHello | null,
    on: (event: PanelEvent) => void,
    isNeeded: () => boolean,
    signal: AbortSignal,
  ) => { readonly sendHello: () => void };
  /** Never rejects: a silent worker is reported as an error reply. */
  readonly request: <N extends RequestName>(name: N, payload: Payload<N>) => Promise<Reply<N>>;
  readonly watchActiveTab: (on: (tab: ActiveTab) => void, signal: AbortSignal) => void;
  readonly watchTabs: (on: (open: OpenTabs) => void, signal: AbortSignal) => void;
  readonly loadAbout: (tabId: number) => Promise<About | null>;
  readonly clearAbout: (tabId: number) => Promise<void>;
  readonly watchAbout: (on: (tabId: number, about: About | null) => void, signal: AbortSignal) => void;
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
  watchSettings(on, signal) {
    const listener = (changes: Readonly<Record<string, unknown>>, area: string): void => {
      if (area === 'local' && SETTINGS_KEY in changes) on();
    };
    chrome.storage.onChanged.addListener(listener);
    signal.addEventListener('abort', () => chrome.storage.onChanged.removeListener(listener));
  },
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

/** The browser's own menu can grant access without an event. */
const ACCESS_POLL_MS = 1000;

function watchActiveTab(on: (tab: ActiveTab) => void, signal: AbortSignal): void {
  let windowId: number | undefined;
  let shownTabId: number | undefined;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;

  const update = async (): Promise<void> => {
    clearTimeout(pollTimer);
    windowId ??= (await chrome.windows.getCurrent()).id;
    if (windowId === undefined) return;
    const [tab] = await chrome.tabs.query({ active: true, windowId });
    if (tab?.id === undefined || signal.aborted) return;
    shownTabId = tab.id;
    on({ tabId: tab.id, url: tab.url ?? '', title: tab.title ?? '', loading: tab.status === 'loading' });
    // a grant shows only in the URL becoming readable
    if (tab.url === undefined || tab.url === '') pollTimer = setTimeout(refresh, ACCESS_POLL_MS);
  };
  const refresh = (): void => void update().catch(() => undefined); // the window is closing, and the panel with it

  const handleActivated = (info: { windowId: number }): void => {
    if (info.windowId === windowId) refresh();
  };
  const handleUpdated = (tabId: number, change: { status?: string; title?: string; url?: string }): void => {
    if (tabId === shownTabId && (change.status ?? change.title ?? change.url) !== undefined) refresh();
  };
  chrome.tabs.onActivated.addListener(handleActivated);
  chrome.tabs.onUpdated.addListener(handleUpdated);
  signal.addEventListener('abort', () => {
    clearTimeout(pollTimer);
    chrome.tabs.onActivated.removeListener(handleActivated);
    chrome.tabs.onUpdated.removeListener(handleUpdated);
  });
  refresh();
}
