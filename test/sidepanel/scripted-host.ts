/** A host without a browser: the test is the worker. */
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/settings.ts';
import type { About, OpenTabs, PanelHost, ActiveTab } from '../../src/chrome/panel/panel-host.ts';
import type { PanelEvent, PanelHello } from '../../src/lib/protocol/events.ts';
import type { Reply, RequestName } from '../../src/lib/protocol/requests/requests.ts';
import { createAlbum, type Album } from './album.ts';

/** A request as the worker would see it. */
export interface Sent {
  readonly type: RequestName;
}

export interface ScriptedHost extends PanelHost {
  /** Everything asked of the worker, in order. */
  readonly requests: readonly Sent[];
  readonly hellos: readonly PanelHello[];
  /** What was done besides. */
  readonly did: readonly string[];
  /** Whether the toolbar is offered, and what the person says to the browser. */
  readonly offer: { open: boolean; granted: boolean };
  /** As the worker would. */
  readonly emit: (event: PanelEvent) => void;
  readonly view: (tab: ActiveTab) => void;
  /** The other tabs of the window from now on. */
  readonly tabs: (open: OpenTabs) => void;
  /** As a press of “Ask…” on a page does. */
  readonly point: (tabId: number, about: About | null) => void;
  readonly changeSettings: () => void;
  readonly changeAccess: () => void;
  readonly album: Album;
  /** Says hello again, as after a reconnection. */
  readonly reconnect: () => void;
}

export type Answers = { readonly [N in RequestName]?: (request: Sent) => Promise<Reply<N>> | Reply<N> };

/** What the browser's storage holds. */
export interface Known {
  readonly abouts?: readonly About[];
  /** True unless told otherwise. */
  readonly hasModel?: boolean;
  readonly presets?: readonly { readonly id: string; readonly title: string }[];
  readonly album?: Album;
}

/** A host without a browser: the test is the worker. Requests without an answer in `isAnswerTo` stay open. */
export function scriptedHost(answers: Answers = {}, known: Known = {}): ScriptedHost {
  const requests: Sent[] = [];
  const hellos: PanelHello[] = [];
  const did: string[] = [];
  let emit: (event: PanelEvent) => void = () => undefined;
  let view: (tab: ActiveTab) => void = () => undefined;
  const settingsWatchers: (() => void)[] = [];
  const accessWatchers: (() => void)[] = [];
  const tabWatchers = new Set<(open: OpenTabs) => void>();
  let open: OpenTabs = { tabs: [], hidden: 0 };
  let point: (tabId: number, about: About | null) => void = () => undefined;
  let greet: () => void = () => undefined;
  const offer = { open: false, granted: true };
  const album = known.album ?? createAlbum();
  let keeping = DEFAULT_SETTINGS.history;
  return {
    offer,
    album,
    pictures: album.host,
    requests,
    hellos,
    did,
    emit: (event) => emit(event),
    view: (tab) => view(tab),
    changeSettings: () => settingsWatchers.forEach((on) => on()),
    changeAccess: () => accessWatchers.forEach((on) => on()),
    tabs(now) {
      open = now;
      tabWatchers.forEach((on) => on(open));
    },
    point: (tabId, about) => point(tabId, about),
    reconnect: () => greet(),
    connect(hello, on) {
      emit = on;
      greet = () => {
        const said = hello();
        if (said !== null) hellos.push(said);
      };
      return { sendHello: greet };
    },
    request<N extends RequestName>(name: N, payload: object): Promise<Reply<N>> {
      const request = { type: name, ...payload } satisfies Sent;
      requests.push(request);
      const answer = answers[name];
      return answer === undefined ? new Promise<Reply<N>>(() => undefined) : Promise.resolve(answer(request));
    },
    watchActiveTab(on) {
      view = on;
    },
    watchTabs(on, signal) {
      tabWatchers.add(on);
      signal.addEventListener('abort', () => tabWatchers.delete(on));
      on(open);
    },
    loadAbout: (tabId) => Promise.resolve(known.abouts?.find((about) => about.tabId === tabId) ?? null),
    clearAbout: (tabId) => {
      did.push(`clear about ${String(tabId)}`);
      return Promise.resolve();
    },
    watchAbout(on) {
      point = on;
    },
    loadPresets: () => Promise.resolve(known.presets ?? []),
    hasModel: () => Promise.resolve(known.hasModel ?? true),
    loadHistorySettings: () => Promise.resolve(keeping),
    setPrivate(isPrivate) {
      keeping = { ...keeping, private: isPrivate };
      settingsWatchers.forEach((on) => on());
      return Promise.resolve();
    },
    watchSettings(on) {
      settingsWatchers.push(on);
    },
    loadShortcuts: () => Promise.resolve({ open: 'Alt+Shift+K', summarise: 'Alt+Shift+S' }),
    openSettings: () => void did.push('settings'),
    openHistorySettings: () => void did.push('history settings'),
    openLanguages: () => void did.push('languages'),
    openSearch: () => void did.push('search engines'),
    allowAllSites: () => {
      did.push('allow');
      return Promise.resolve(offer.granted);
    },
    watchAccess(on) {
      accessWatchers.push(on);
    },
    pagesOffer: {
      isOpen: () => Promise.resolve(!did.includes('no pages')),
      dismiss: () => {
        did.push('no pages');
        return Promise.resolve();
      },
    },
    toolbarOffer: {
      isOpen: () => Promise.resolve(offer.open),
      accept: (where, address) => {
        did.push(`toolbar ${where} ${address}`);
        offer.open = !offer.granted;
        settingsWatchers.forEach((on) => on());
        return Promise.resolve(offer.granted);
      },
      dismiss: () => {
        did.push('no toolbar');
        offer.open = false;
        settingsWatchers.forEach((on) => on());
        return Promise.resolve();
      },
    },
    copy: (text) => {
      did.push(`copy ${text}`);
      return Promise.resolve();
    },
    save: (name, text, mediaType) => void did.push(`save ${name} ${mediaType} ${text}`),
  };
}
