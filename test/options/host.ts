/** A host of the settings page that keeps what it is told, in order. */
import type { SwitchedPageTool } from '../../src/lib/protocol/page-tools.ts';
import type { LoadedSettings } from '../../src/chrome/storage/settings.ts';
import { UserFacingError, type UserError } from '../../src/lib/base/errors.ts';
import type { Grant } from '../../src/lib/agent/frames/spec.ts';
import type { Reply } from '../../src/lib/protocol/requests/requests.ts';
import type { AgentEntry } from '../../src/lib/protocol/requests/agents.ts';
import type { SpendingRow } from '../../src/lib/protocol/requests/spending.ts';
import type { KeptSchedule } from '../../src/lib/protocol/schedules.ts';
import { PHOTO_MODELS, type PhotoModel } from '../../src/lib/pipeline/ocr/photo/models.ts';
import type { OcrLanguage } from '../../src/lib/protocol/settings/ocr-languages.ts';
import type { Settings } from '../../src/lib/protocol/settings/settings.ts';
import type { OptionsHost } from '../../src/options/host.ts';
import { settingsOf } from '../kit/protocol/settings.ts';

export const SERVER: Settings = settingsOf({ endpoint: 'https://api.openai.com/v1', model: 'gpt-4o-mini' });

export interface World {
  readonly loaded?: LoadedSettings;
  readonly granted?: boolean;
  /** Undefined: no answer comes. */
  readonly tested?: Reply<'model.test'> | Promise<Reply<'model.test'>>;
  readonly listed?: Reply<'model.list'>;
  readonly searched?: Reply<'search.test'>;
  readonly served?: Reply<'tool-server.test'>;
  readonly signedIn?: boolean;
  /** What is found, then what each press brings. */
  readonly signIns?: Reply<'tool-server.sign-in'>[];
  /** Where the browser lets calls go. */
  readonly reachable?: boolean;
  readonly origins?: string[];
  readonly grants?: Grant[];
  readonly pageTools?: SwitchedPageTool[];
  readonly spending?: readonly SpendingRow[];
  /** How many chats go with a shorter time. */
  readonly expired?: Partial<Record<Settings['history']['keep'], number | Promise<number>>>;
  readonly schedules?: readonly KeptSchedule[];
  readonly agents?: readonly AgentEntry[];
  /** What the worker says of a schedule that it does not take. */
  readonly refusal?: UserError;
  /** By origin. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Names of the photo reader's files that were added. */
  readonly photoModels?: PhotoModel['name'][];
  /** Languages that were added. */
  readonly languages?: OcrLanguage[];
  /** Why those cannot be listed. */
  readonly unlisted?: Error;
  /** What becomes of a file that is added. */
  readonly addable?: OcrLanguage | UserFacingError;
}

export interface ScriptedHost {
  readonly host: OptionsHost;
  readonly did: readonly (readonly unknown[])[];
  /** As another window of the page would. */
  readonly changeSettings: (settings: Settings) => void;
}

export function hostOf({
  loaded = { settings: SERVER, fault: '' },
  granted = true,
  tested,
  listed,
  searched,
  served,
  signedIn = false,
  signIns = [],
  reachable = true,
  origins = [],
  grants = [],
  pageTools = [],
  spending = [],
  expired = {},
  schedules = [],
  agents = [],
  refusal,
  keys: saved = {},
  photoModels = [],
  languages = [],
  unlisted,
  addable,
}: World): ScriptedHost {
  const did: (readonly unknown[])[] = [];
  const keys = new Map(Object.entries(saved));
  const note =
    (name: string) =>
    (...args: readonly unknown[]): Promise<void> => {
      did.push([name, ...args]);
      return Promise.resolve();
    };
  const answer = <R>(reply: R | Promise<R> | undefined): Promise<R> =>
    reply === undefined ? new Promise(() => undefined) : Promise.resolve(reply);
  const onAccess: (() => void)[] = [];
  let pageToolsChanged = (): void => undefined;
  let grantsChanged: (now: readonly Grant[]) => void = () => undefined;
  let settingsChanged: (now: Settings) => void = () => undefined;
  let stored = loaded;
  const host: OptionsHost = {
    readSettings: () => Promise.resolve(stored),
    loadSchedules: () => Promise.resolve(schedules),
    onSchedules: () => undefined,
    requestNotifications: () => {
      did.push(['ask for notifications']);
      return Promise.resolve(granted);
    },
    requestReadingList: () => {
      did.push(['ask for the reading list']);
      return Promise.resolve(granted);
    },
    saveSchedule: (schedule) =>
      note('save schedule')(schedule).then(() => (refusal ? { ok: false, error: refusal } : { ok: true, value: {} })),
    enableSchedule: (id, on) => note('enable schedule')(id, on).then(() => ({ ok: true, value: {} })),
    runSchedule: (id) => note('run schedule')(id).then(() => ({ ok: true, value: {} })),
    removeSchedule: (id, removed) => note('remove schedule')(id, removed).then(() => ({ ok: true, value: {} })),
    listAgents: () => Promise.resolve({ ok: true, value: { agents, broken: [], servers: [] } }),
    listSpending: () => Promise.resolve({ ok: true, value: { rows: spending } }),
    countExpired: (keep) => Promise.resolve(expired[keep] ?? 0),
    clearSpending: () => note('clear spending')().then(() => ({ ok: true, value: {} })),
    changeSettings: (change) => {
      const next = change(stored.settings);
      if (next !== stored.settings) {
        stored = { settings: next, fault: '' };
        did.push(['settings', next]);
      }
      return Promise.resolve(next);
    },
    onSettings: (on) => {
      settingsChanged = on;
    },
    hasKey: (endpoint) => Promise.resolve(keys.has(new URL(endpoint).origin)),
    saveKey: (endpoint, key) => {
      keys.set(new URL(endpoint).origin, key);
      return note('key')(endpoint, key);
    },
    removeKey: (endpoint) => {
      keys.delete(new URL(endpoint).origin);
      return note('no key')(endpoint);
    },
    exportKeys: (endpoints) => {
      did.push(['keys out', endpoints]);
      return Promise.resolve(Object.fromEntries(keys));
    },
    importKeys: note('keys in'),
    requestOrigin: (endpoint) => {
      did.push(['ask', endpoint]);
      return Promise.resolve(granted);
    },
    requestSite: (url) => {
      did.push(['ask for site', url]);
      return Promise.resolve(granted);
    },
    hasAccess: () => Promise.resolve(reachable),
    listGrantedOrigins: () => Promise.resolve([...origins]),
    forgetOrigin: (pattern) => {
      origins.splice(origins.indexOf(pattern), 1);
      for (const on of onAccess) on();
      return note('forget')(pattern);
    },
    onAccessChange: (on) => void onAccess.push(on),
    allowToolbarOn: (address) => {
      did.push(['toolbar on', address]);
      const { sites } = stored.settings.toolbar;
      if (granted)
        give(`${address}/*`, { where: 'sites', sites: [...sites.filter((site) => site !== address), address] });
      return Promise.resolve(granted);
    },
    allowToolbarEverywhere: () => {
      did.push(['toolbar everywhere']);
      if (granted) give('<all_urls>', { where: 'everywhere' });
      return Promise.resolve(granted);
    },
    limitToolbarToSites: () => {
      setToolbar({ where: 'sites' });
      return note('toolbar on sites')();
    },
    removeToolbarSite: (origin) => {
      setToolbar({ sites: stored.settings.toolbar.sites.filter((site) => site !== origin) });
      return note('toolbar off')(origin);
    },
    disableToolbar: () => {
      setToolbar({ where: 'nowhere', sites: [] });
      return note('toolbar off everywhere')();
    },
    listShortcuts: () =>
      Promise.resolve([
        { name: 'explain-selection', title: 'Explain the selection', keys: 'Alt+Shift+E' },
        { name: 'ask-selection', title: 'Ask about the selection', keys: '' },
      ]),
    openShortcuts: note('shortcuts'),
    loadPageToolsOn: () => Promise.resolve([...pageTools]),
    switchOffPageTools: (origin) => {
      pageTools.splice(0, Infinity, ...pageTools.filter((tool) => tool.origin !== origin));
      pageToolsChanged();
      return note('page tools off')(origin);
    },
    onPageTools: (on) => void (pageToolsChanged = on),
    loadGrants: () => Promise.resolve([...grants]),
    addGrant: (grant) => {
      grants.push(grant);
      return note('always')(grant).then(() => grantsChanged(grants));
    },
    isSignedIn: () => Promise.resolve(signedIn),
    signOut: (address) => {
      keys.delete(address);
      return note('sign out')(address).then(() => signedIn);
    },
    saveToken: (address, token) => {
      keys.set(new URL(address).origin, token);
      return note('token')(address, token).then(() => signedIn);
    },
    forgetClient: note('forget client'),
    requestSignIn: (asked) => {
      did.push(['ask to sign in', asked]);
      return Promise.resolve(granted);
    },
    saveClient: note('client'),
    signIn: (address, reach, isPressed) => {
      did.push(['sign in', address, reach, isPressed]);
      if (isPressed) signIns.shift();
      return answer(signIns[0]);
    },
    getRedirectUrl: () => 'https://abc.chromiumapp.org/',
    testToolServer: (address) => {
      did.push(['test tool server', address]);
      return answer(served);
    },
    removeGrant: (grant) => {
      grants.splice(grants.indexOf(grant), 1);
      return note('no longer always')(grant).then(() => grantsChanged(grants));
    },
    onGrants: (on) => {
      grantsChanged = (now) => on([...now]);
    },
    test: (candidate) => {
      did.push(['test', candidate]);
      return answer(tested);
    },
    stop: note('stop'),
    list: (candidate) => {
      did.push(['list', candidate]);
      return answer(listed);
    },
    trySearch: (config, key) => {
      did.push(['search', config, key]);
      return answer(searched);
    },
    languages: {
      list: () => (unlisted === undefined ? Promise.resolve([...languages]) : Promise.reject(unlisted)),
      add: (file) => {
        did.push(['add language', file.name]);
        if (!addable || addable instanceof UserFacingError) return Promise.reject(addable ?? new Error('No.'));
        languages.push(addable);
        return Promise.resolve(addable);
      },
      remove: (name) => {
        languages.splice(
          languages.findIndex((language) => language.name === name),
          1,
        );
        return note('remove language')(name);
      },
    },
    photoModels: {
      list: () => Promise.resolve(PHOTO_MODELS.filter(({ name }) => photoModels.includes(name))),
      add: (files) => {
        did.push(['add photo models', ...files.map(({ name }) => name)]);
        const found = files.map((file) => PHOTO_MODELS.find((model) => model.file === file.name));
        const wrong = new UserFacingError({
          code: 'photo-model.unknown',
          message: 'Another file.',
          hint: 'Take both.',
        });
        if (found.includes(undefined)) return Promise.reject(wrong);
        photoModels.push(...found.flatMap((model) => model?.name ?? []));
        return Promise.resolve();
      },
      remove: () => {
        photoModels.length = 0;
        return note('remove photo models')();
      },
    },
    chromeModel: {
      availability: () => Promise.resolve('unavailable'),
      download: () => Promise.reject(new Error('There is nothing to download.')),
    },
    copy: note('copy'),
    save: (...args) => void did.push(['save', ...args]),
  };
  const changeSettings = (settings: Settings): void => {
    stored = { settings, fault: '' };
    settingsChanged(settings);
  };
  function setToolbar(change: Partial<Settings['toolbar']>): void {
    changeSettings({ ...stored.settings, toolbar: { ...stored.settings.toolbar, ...change } });
  }
  function give(pattern: string, change: Partial<Settings['toolbar']>): void {
    origins.push(pattern);
    for (const on of onAccess) on();
    setToolbar(change);
  }
  return { host, did, changeSettings };
}
