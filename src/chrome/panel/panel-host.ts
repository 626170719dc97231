/** The side panel's Chrome APIs. The worker may die: the port reconnects, requests are resent until answered. */
import { getErrorMessage, type UserError } from '../../lib/base/errors.ts';
import { PANEL_PORT, type PanelEvent, type PanelHello } from '../../lib/protocol/events.ts';
import type { Reply, Request, RequestName } from '../../lib/protocol/requests/requests.ts';
import { LANGUAGES_ANCHOR } from '../../lib/protocol/settings/ocr-languages.ts';
import { SEARCH_ANCHOR } from '../../lib/protocol/settings/search.ts';
import type { Preset } from '../../lib/protocol/settings/settings.ts';
import { loadAbout, clearAbout, watchAbout, type About, isCorrectionKey } from '../storage/session-items.ts';
import { hasPendingIntent } from '../storage/presses.ts';
import { pagesOffer, type PagesOffer, toolbarOffer, type ToolbarOffer } from './offers.ts';
import { createPanelPictures, type PanelPictures } from './panel-pictures.ts';
import { watchAccess, requestAllSites } from '../permissions.ts';
import { loadSettings, SETTINGS_KEY } from '../storage/settings.ts';
import { watchTabs, type OpenTabs } from '../page/tabs.ts';
import { getAccessedTab } from '../page/capture-access.ts';
import { saveFile } from '../browser.ts';

export type { About, OpenTabs, PagesOffer, PanelPictures };
export type { OpenTab } from '../page/tabs.ts';

export type Payload<N extends RequestName> = Omit<Extract<Request, { type: N }>, 'type'>;

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

const MAX_ATTEMPTS = 5;
const BACKOFF_MS = 150;
const REPLY_TIMEOUT_MS = 240_000;

/** Sends until acknowledged: a dying worker loses the message; `commandId` makes a second delivery harmless. */
export async function sendRequest<N extends RequestName>(name: N, payload: Payload<N>): Promise<Reply<N>> {
  let reason = '';
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(BACKOFF_MS * 2 ** (attempt - 1));
    try {
      const reply: unknown = await Promise.race([
        chrome.runtime.sendMessage({ type: name, ...payload }),
        sleep(REPLY_TIMEOUT_MS).then(() => undefined),
      ]);
      if (isReply<N>(reply)) return reply;
      reason = 'no answer';
    } catch (thrown) {
      reason = getErrorMessage(thrown);
    }
  }
  return { ok: false, error: createSilentError(reason) };
}

function isReply<N extends RequestName>(value: unknown): value is Reply<N> {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

function createSilentError(why: string): UserError {
  return {
    code: 'worker.silent',
    message: `KnowledgeLens’s background worker does not answer (${why}).`,
    hint: 'Close and open this panel. If that does not help, switch the extension off and on at chrome://extensions.',
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function connect(
  getHello: () => PanelHello | null,
  on: (event: PanelEvent) => void,
  isNeeded: () => boolean,
  signal: AbortSignal,
): { readonly sendHello: () => void } {
  let port: chrome.runtime.Port | null = null;
  let failures = 0;

  function sendHello(): void {
    const helloMessage = getHello();
    if (helloMessage === null || signal.aborted) return;
    try {
      port ??= openPort();
      port.postMessage(helloMessage);
    } catch {
      port = null; // the port was already closed; its disconnect listener runs too
      reconnect();
    }
  }

  function openPort(): chrome.runtime.Port {
    const opened = chrome.runtime.connect({ name: PANEL_PORT });
    opened.onMessage.addListener((event: PanelEvent) => {
      failures = 0;
      if (port === opened) on(event);
    });
    opened.onDisconnect.addListener(() => {
      if (port !== opened) return;
      port = null;
      if (isNeeded()) reconnect();
      else void wakeForIntent();
    });
    return opened;
  }

  async function wakeForIntent(): Promise<void> {
    const tabId = getHello()?.tabId;
    if (tabId !== undefined && (await hasPendingIntent(tabId).catch(() => false)) && port === null) reconnect();
  }

  /** At once the first time, since connecting wakes the worker; then delayed by at most 10 s. */
  function reconnect(): void {
    if (signal.aborted) return;
    const wait = failures === 0 ? 0 : Math.min(10_000, BACKOFF_MS * 2 ** failures);
    failures++;
    setTimeout(sendHello, wait);
  }

  const handleStorageChange = (changes: Record<string, chrome.storage.StorageChange>, area: string): void => {
    // corrections typed in this panel are no sign of the worker
    if (area !== 'session' || Object.keys(changes).every(isCorrectionKey)) return;
    if (port === null) sendHello();
    const tabId = getAccessedTab(changes);
    if (tabId !== null) on({ type: 'access', tabId });
  };
  chrome.storage.onChanged.addListener(handleStorageChange);
  signal.addEventListener('abort', () => {
    port?.disconnect();
    chrome.storage.onChanged.removeListener(handleStorageChange);
  });
  return { sendHello };
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
