/** A host without a browser: the test is the worker. */
import type { Settings } from '../../../src/lib/protocol/settings/settings.ts';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import type { ModelConnection } from '../../../src/chrome/model-setup.ts';
import type { About, FirstStep, OpenTabs, PanelHost, ActiveTab } from '../../../src/chrome/panel/panel-host.ts';
import type { PanelEvent, PanelHello } from '../../../src/lib/protocol/events.ts';
import type { Reply, RequestName } from '../../../src/lib/protocol/requests/requests.ts';
import { createAlbum, type Album } from './album.ts';

/** A request as the worker would see it. */
interface Sent {
  readonly type: RequestName;
}

export interface ScriptedHost extends PanelHost {
  /** Everything asked of the worker, in order. */
  readonly requests: readonly Sent[];
  readonly hellos: readonly PanelHello[];
  /** What was done besides. */
  readonly did: readonly string[];
  /** What the user says to the browser. */
  readonly offer: { granted: boolean };
  /** As the worker would. */
  readonly emit: (event: PanelEvent) => void;
  readonly view: (tab: ActiveTab) => void;
  /** The other tabs of the window from now on. */
  readonly tabs: (open: OpenTabs) => void;
  /** As a press of “Ask…” on a page does. */
  readonly point: (tabId: number, about: About | null) => void;
  readonly changeSettings: () => void;
  readonly closeTab: (tabId: number) => void;
  readonly changeAccess: () => void;
  readonly album: Album;
  /** Says hello again, as after a reconnection. */
  readonly reconnect: () => void;
}

export type Answers = { readonly [N in RequestName]?: (request: Sent) => Promise<Reply<N>> | Reply<N> };

/** What the browser's storage holds. */
export interface Known {
  readonly abouts?: readonly About[];
  /** Texts that are not sent, by field. */
  readonly typed?: Map<string, string>;
  readonly isDetached?: boolean;
  /** True unless told otherwise. */
  readonly hasModel?: boolean;
  /** True unless told otherwise. */
  readonly hasAccess?: boolean;
  /** None unless told otherwise. */
  readonly steps?: readonly FirstStep[];
  readonly models?: ModelConnection;
  /** False unless told otherwise. */
  readonly hasTranslator?: boolean;
  readonly loadLanguages?: PanelHost['loadLanguages'];
  readonly toolServers?: Settings['toolServers'];
  readonly presets?: Settings['presets'];
  readonly album?: Album;
}

const notExpected = () => Promise.reject(new Error('No model was to be set up.'));
const unconnected: ModelConnection = {
  test: notExpected,
  list: notExpected,
  stop: notExpected,
  saveKey: notExpected,
  requestOrigins: notExpected,
  releaseOrigins: notExpected,
  saveMain: notExpected,
  chromeModel: { availability: notExpected, download: notExpected },
};

/** A host without a browser: the test is the worker. Requests without an answer in `isAnswerTo` stay open. */
export function scriptedHost(answers: Answers = {}, known: Known = {}): ScriptedHost {
  const requests: Sent[] = [];
  const hellos: PanelHello[] = [];
  const did: string[] = [];
  let emit: (event: PanelEvent) => void = () => undefined;
  let view: (tab: ActiveTab) => void = () => undefined;
  const settingsWatchers: (() => void)[] = [];
  const stepWatchers: (() => void)[] = [];
  const accessWatchers: (() => void)[] = [];
  const closers = new Map<number, () => void>();
  const tabWatchers = new Set<(open: OpenTabs) => void>();
  let open: OpenTabs = { tabs: [], hidden: 0 };
  let point: (tabId: number, about: About | null) => void = () => undefined;
  let greet: () => void = () => undefined;
  const offer = { granted: true };
  let steps: readonly FirstStep[] = known.steps ?? [];
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
    closeTab: (tabId) => closers.get(tabId)?.(),
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
    showTab(tabId) {
      did.push(`tab ${String(tabId)}`);
      return Promise.resolve();
    },
    watchClosedTab(tabId, on, signal) {
      closers.set(tabId, on);
      signal.addEventListener('abort', () => closers.delete(tabId));
    },
    loadAbout: (tabId) => Promise.resolve(known.abouts?.find((about) => about.tabId === tabId) ?? null),
    clearAbout: (tabId) => {
      did.push(`clear about ${String(tabId)}`);
      return Promise.resolve();
    },
    watchAbout(on) {
      point = on;
    },
    loadTyped: (field) => Promise.resolve(known.typed?.get(field) ?? ''),
    saveTyped(texts) {
      for (const [field, text] of Object.entries(texts)) known.typed?.set(field, text);
      return Promise.resolve();
    },
    close: () => void did.push('close'),
    hasTranslator: () => known.hasTranslator ?? false,
    loadLanguages: known.loadLanguages ?? (() => Promise.resolve()),
    loadTranslationLanguage: () => Promise.resolve('de-AT'),
    saveTranslationLanguage(tag) {
      did.push(`translate into ${tag}`);
      return Promise.resolve();
    },
    loadToolServers: () => Promise.resolve(known.toolServers ?? []),
    loadPageTools: () => Promise.resolve({ ok: true, value: { host: '', tools: [] } }),
    loadPresets: () => Promise.resolve(known.presets ?? []),
    loadModels: () =>
      Promise.resolve({
        main: 'a:one',
        models: [
          { id: 'a:one', label: 'one' },
          { id: 'b:two', label: 'two' },
        ],
      }),
    chooseModel(id) {
      did.push(`model ${id}`);
      return Promise.resolve();
    },
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
    isDetached: () => known.isDetached ?? false,
    openDetachedWindow() {
      if (!offer.granted) return Promise.reject(new Error('No window.'));
      did.push('window');
      return Promise.resolve();
    },
    openHistorySettings: () => void did.push('history settings'),
    openPage: (url) => void did.push(`page ${url}`),
    openLanguages: () => void did.push('languages'),
    openSearch: () => void did.push('search engines'),
    allowAllSites: () => {
      did.push('allow');
      return Promise.resolve(offer.granted);
    },
    allowSite: (url) => {
      did.push(`allow ${url}`);
      return Promise.resolve(offer.granted);
    },
    hasAccess: () => Promise.resolve(known.hasAccess ?? true),
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
    firstRun: {
      listOpen: () => Promise.resolve(steps),
      close: (closed) => {
        if (closed.some((step) => steps.includes(step))) did.push(`close ${closed.join(' ')}`);
        steps = steps.filter((step) => !closed.includes(step));
        stepWatchers.forEach((on) => on());
        return Promise.resolve();
      },
      watch: (on) => void stepWatchers.push(on),
    },
    reload: () => void did.push('reload'),
    loadModelConnection: () => Promise.resolve(known.models ?? unconnected),
    allowToolbarOn: (address) => {
      did.push(`toolbar on ${address}`);
      return Promise.resolve(offer.granted);
    },
    allowToolbarEverywhere: () => {
      did.push('toolbar everywhere');
      return Promise.resolve(offer.granted);
    },
    copyRich: (text, html) => {
      did.push(`copy ${text}`, `as ${html}`);
      return Promise.resolve();
    },
    copy: (text) => {
      did.push(`copy ${text}`);
      return Promise.resolve();
    },
    save: (name, text, mediaType) => void did.push(`save ${name} ${mediaType} ${text}`),
  };
}
