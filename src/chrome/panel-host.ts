/**
 * Everything of Chrome that the side panel needs, as one object. The one rule: the worker may be dead at any moment.
 * The port comes back by itself and says again how far the panel is; a request is sent until it is answered.
 */
import { messageOf, type Trouble } from '../lib/base/errors.ts';
import { PANEL_PORT, type PanelEvent, type PanelHello } from '../lib/protocol/events.ts';
import type { Reply, Request, RequestName } from '../lib/protocol/messages.ts';
import { LANGUAGES } from '../lib/protocol/ocr-languages.ts';
import { SEARCH } from '../lib/protocol/search.ts';
import type { Preset } from '../lib/protocol/settings.ts';
import { aboutOf, clearAbout, onAbout, type About } from './about.ts';
import { accessIn } from './access.ts';
import { isCorrection } from './corrections.ts';
import { saveFile } from './files.ts';
import { waitsFor } from './intents.ts';
import { followTabs, type OpenTabs } from './open-tabs.ts';
import { pagesOffer, type PagesOffer } from './pages-offer.ts';
import { chromePanelPictures, type PanelPictures } from './panel-pictures.ts';
import { onAccessChange, requestAllSites } from './permissions.ts';
import { loadSettings, SETTINGS_KEY } from './settings.ts';
import { toolbarOffer, type ToolbarOffer } from './toolbar-offer.ts';

export type { About, OpenTabs, PagesOffer, PanelPictures };
export type { OpenTab } from './open-tabs.ts';

/** What a request says besides its name. */
export type Payload<N extends RequestName> = Omit<Extract<Request, { type: N }>, 'type'>;

/** The tab the panel stands beside. Title and URL are '' where the browser does not grant them. */
export interface TabInView {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
  readonly loading: boolean;
}

export interface Shortcuts {
  /** As the browser writes them; '' when none is set. */
  readonly open: string;
  readonly summarise: string;
}

export interface PanelHost {
  /**
   * Events until `signal` aborts. `hello` is asked at every (re)connection; `greet` says it again. When the worker goes,
   * the port comes back at once while it is `needed`; else only when something happens, so that an idle worker may sleep.
   */
  readonly connect: (
    hello: () => PanelHello | null,
    on: (event: PanelEvent) => void,
    needed: () => boolean,
    signal: AbortSignal,
  ) => { readonly greet: () => void };
  /** Never rejects: a worker that stays silent is a trouble like any other. */
  readonly request: <N extends RequestName>(name: N, payload: Payload<N>) => Promise<Reply<N>>;
  /** Calls back with the active tab of the panel's window, now and whenever it changes. */
  readonly followTab: (on: (tab: TabInView) => void, signal: AbortSignal) => void;
  /** Calls back with the other tabs of the window, now and whenever they change. */
  readonly followTabs: (on: (open: OpenTabs) => void, signal: AbortSignal) => void;
  /** The selection that the person wants to ask about beside that tab. */
  readonly aboutOf: (tabId: number) => Promise<About | null>;
  readonly clearAbout: (tabId: number) => Promise<void>;
  readonly onAbout: (on: (tabId: number, about: About | null) => void, signal: AbortSignal) => void;
  /** What the person set up to be done with selections. */
  readonly presets: () => Promise<readonly Pick<Preset, 'id' | 'title'>[]>;
  readonly onSettingsChange: (on: () => void, signal: AbortSignal) => void;
  /** The person gave or took access to sites. */
  readonly onAccessChange: (on: () => void, signal: AbortSignal) => void;
  readonly shortcuts: () => Promise<Shortcuts>;
  readonly openSettings: () => void;
  /** The same page, where the languages of pictures are. */
  readonly openLanguages: () => void;
  /** The same page, where the search engines are. */
  readonly openSearch: () => void;
  /** In a gesture. False when the person declined. */
  readonly allowAllSites: () => Promise<boolean>;
  readonly toolbarOffer: ToolbarOffer;
  readonly pagesOffer: PagesOffer;
  readonly pictures: PanelPictures;
  readonly copy: (text: string) => Promise<void>;
  /** Offers the text as a file of that name, as a download. */
  readonly save: (name: string, text: string, mediaType: string) => void;
}

export const chromePanelHost: PanelHost = {
  connect,
  request,
  followTab,
  followTabs,
  aboutOf,
  clearAbout,
  onAbout,
  presets: async () => (await loadSettings()).presets,
  onSettingsChange(on, signal) {
    const listener = (changes: Readonly<Record<string, unknown>>, area: string): void => {
      if (area === 'local' && SETTINGS_KEY in changes) on();
    };
    chrome.storage.onChanged.addListener(listener);
    signal.addEventListener('abort', () => chrome.storage.onChanged.removeListener(listener));
  },
  onAccessChange,
  async shortcuts() {
    const commands = await chrome.commands.getAll();
    const shortcut = (name: string): string => commands.find((command) => command.name === name)?.shortcut ?? '';
    return { open: shortcut('_execute_action'), summarise: shortcut('summarise-page') };
  },
  openSettings: () => void chrome.runtime.openOptionsPage(),
  openLanguages: () => void chrome.tabs.create({ url: settingsUrl(LANGUAGES) }),
  openSearch: () => void chrome.tabs.create({ url: settingsUrl(SEARCH) }),
  allowAllSites: requestAllSites,
  toolbarOffer,
  pagesOffer,
  pictures: chromePanelPictures(),
  copy: (text) => navigator.clipboard.writeText(text),
  save: saveFile,
};

/** The page as the manifest names it; its own call cannot say where on it. */
function settingsUrl(place: string): string {
  const { options_ui: page } = chrome.runtime.getManifest();
  return `${chrome.runtime.getURL(page?.page ?? '')}#${place}`;
}

const TRIES = 5;
const BACKOFF_MS = 150;
/** A living worker answers everything but a connection test within this. */
const SILENCE_MS = 240_000;

/**
 * Sends until acknowledged: a worker that dies takes the message with it, and the same `commandId` makes a second
 * delivery harmless (7 of 60 unacknowledged messages were lost in a kill race).
 */
export async function request<N extends RequestName>(name: N, payload: Payload<N>): Promise<Reply<N>> {
  let why = '';
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0) await pause(BACKOFF_MS * 2 ** (attempt - 1));
    try {
      const reply: unknown = await Promise.race([
        chrome.runtime.sendMessage({ type: name, ...payload }),
        pause(SILENCE_MS).then(() => undefined),
      ]);
      if (isReply<N>(reply)) return reply;
      why = 'no answer';
    } catch (thrown) {
      why = messageOf(thrown);
    }
  }
  return { ok: false, trouble: silent(why) };
}

function isReply<N extends RequestName>(value: unknown): value is Reply<N> {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

function silent(why: string): Trouble {
  return {
    code: 'worker.silent',
    message: `KnowledgeLens’s background worker does not answer (${why}).`,
    cure: 'Close and open this panel. If that does not help, switch the extension off and on at chrome://extensions.',
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function connect(
  hello: () => PanelHello | null,
  on: (event: PanelEvent) => void,
  needed: () => boolean,
  signal: AbortSignal,
): { readonly greet: () => void } {
  let port: chrome.runtime.Port | null = null;
  let failures = 0;

  function greet(): void {
    const said = hello();
    if (said === null || signal.aborted) return;
    try {
      port ??= open();
      port.postMessage(said);
    } catch {
      port = null; // the port closed under our hands: its own listener was, or will be, told
      again();
    }
  }

  function open(): chrome.runtime.Port {
    const opened = chrome.runtime.connect({ name: PANEL_PORT });
    opened.onMessage.addListener((event: PanelEvent) => {
      failures = 0;
      if (port === opened) on(event);
    });
    opened.onDisconnect.addListener(() => {
      if (port !== opened) return;
      port = null;
      if (needed()) again();
      else void wakeForIntent();
    });
    return opened;
  }

  /** The worker died with something that was pressed over this tab still to be begun: the next one takes it up. */
  async function wakeForIntent(): Promise<void> {
    const tabId = hello()?.tabId;
    if (tabId !== undefined && (await waitsFor(tabId).catch(() => false)) && port === null) again();
  }

  /** At once the first time, since connecting wakes the worker; then slower and slower, at most every ten seconds. */
  function again(): void {
    if (signal.aborted) return;
    const wait = failures === 0 ? 0 : Math.min(10_000, BACKOFF_MS * 2 ** failures);
    failures++;
    setTimeout(greet, wait);
  }

  /** The worker has written: it is awake, and may have begun a run that nobody here asked for. */
  const written = (changes: Record<string, chrome.storage.StorageChange>, area: string): void => {
    // what a person types here is news to nobody
    if (area !== 'session' || Object.keys(changes).every(isCorrection)) return;
    if (port === null) greet();
    const tabId = accessIn(changes);
    if (tabId !== null) on({ type: 'access', tabId });
  };
  chrome.storage.onChanged.addListener(written);
  signal.addEventListener('abort', () => {
    port?.disconnect();
    chrome.storage.onChanged.removeListener(written);
  });
  return { greet };
}

/** How often a tab without access is looked at again: the browser's own menu can grant it, unseen by the extension. */
const ACCESS_MS = 1000;

function followTab(on: (tab: TabInView) => void, signal: AbortSignal): void {
  let windowId: number | undefined;
  let shown: number | undefined;
  let watch: ReturnType<typeof setTimeout> | undefined;

  const look = async (): Promise<void> => {
    clearTimeout(watch);
    windowId ??= (await chrome.windows.getCurrent()).id;
    if (windowId === undefined) return;
    const [tab] = await chrome.tabs.query({ active: true, windowId });
    if (tab?.id === undefined || signal.aborted) return;
    shown = tab.id;
    on({ tabId: tab.id, url: tab.url ?? '', title: tab.title ?? '', loading: tab.status === 'loading' });
    // a grant shows in nothing but the address becoming readable, and no event tells of it
    if (tab.url === undefined || tab.url === '') watch = setTimeout(refresh, ACCESS_MS);
  };
  const refresh = (): void => void look().catch(() => undefined); // the window is closing: so is the panel

  const activated = (info: { windowId: number }): void => {
    if (info.windowId === windowId) refresh();
  };
  const updated = (tabId: number, change: { status?: string; title?: string; url?: string }): void => {
    if (tabId === shown && (change.status ?? change.title ?? change.url) !== undefined) refresh();
  };
  chrome.tabs.onActivated.addListener(activated);
  chrome.tabs.onUpdated.addListener(updated);
  signal.addEventListener('abort', () => {
    clearTimeout(watch);
    chrome.tabs.onActivated.removeListener(activated);
    chrome.tabs.onUpdated.removeListener(updated);
  });
  refresh();
}
