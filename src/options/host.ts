/** The browser functions of the settings page, replaceable in tests. */
import { loadGrants, watchGrants, removeGrant } from '../chrome/storage/grants.ts';
import { exportKeys, hasKey, importKeys, removeKey, saveKey, withTypedKey } from '../chrome/storage/keys.ts';
import { createIdbLanguages, type Languages } from '../chrome/storage/languages.ts';
import { sendRequest } from '../chrome/panel/send-request.ts';
import { removeOrigin, listGrantedOrigins, hasAccess, watchAccess, requestOrigin } from '../chrome/permissions.ts';
import { changeSettings, watchSettings, readSettings, type LoadedSettings } from '../chrome/storage/settings.ts';
import { listShortcuts, openShortcutsPage, type Shortcut } from '../chrome/controls/shortcuts.ts';
import {
  allowToolbar,
  removeToolbarSite,
  disableToolbar,
  limitToolbarToSites,
} from '../chrome/selection-toolbar/toolbar.ts';
import type { Grant } from '../lib/agent/frames/spec.ts';
import { createChromeModelApi, type ChromeModelApi } from '../lib/models/prompt-api/prompt-state.ts';
import { getSearchOrigin } from '../lib/pipeline/engines/engines.ts';
import type { EngineConfig } from '../lib/pipeline/engines/types.ts';
import type { Reply } from '../lib/protocol/requests/requests.ts';
import type { Candidate, ServerCandidate } from '../lib/protocol/requests/model.ts';
import type { Keys } from '../lib/protocol/settings/settings-file.ts';
import type { Settings } from '../lib/protocol/settings/settings.ts';
import { saveFile, getLanguageModel } from '../chrome/browser.ts';

/** `key` is null to use the saved one. */
export type Typed<C extends ServerCandidate> = Omit<C, 'key'> & { readonly key: string | null };

export interface OptionsHost {
  readonly readSettings: () => Promise<LoadedSettings>;
  /** Applies `change` to what is stored now. After a rejection nothing has changed. */
  readonly changeSettings: (change: (now: Settings) => Settings) => Promise<Settings>;
  readonly onSettings: (on: (settings: Settings) => void, signal: AbortSignal) => void;
  /** Keys can be saved, checked for and removed, but not read. */
  readonly hasKey: (endpoint: string) => Promise<boolean>;
  readonly saveKey: (endpoint: string, key: string) => Promise<void>;
  readonly removeKey: (endpoint: string) => Promise<void>;
  /** The only way to read keys: for an export that the user asked to include them. */
  readonly exportKeys: (endpoints: readonly string[]) => Promise<Keys>;
  readonly importKeys: (keys: Keys) => Promise<void>;
  /** Must be called in a user gesture, before any await. False if declined. */
  readonly requestOrigin: (endpoint: string) => Promise<boolean>;
  readonly hasAccess: (endpoint: string) => Promise<boolean>;
  readonly listGrantedOrigins: () => Promise<readonly string[]>;
  readonly forgetOrigin: (pattern: string) => Promise<void>;
  readonly onAccessChange: (on: () => void, signal: AbortSignal) => void;
  /** Must be called in a user gesture, before any await. False if declined. */
  readonly allowToolbarOn: (address: string) => Promise<boolean>;
  readonly allowToolbarEverywhere: () => Promise<boolean>;
  readonly limitToolbarToSites: () => Promise<void>;
  readonly removeToolbarSite: (origin: string) => Promise<void>;
  readonly disableToolbar: () => Promise<void>;
  readonly listShortcuts: () => Promise<readonly Shortcut[]>;
  readonly openShortcuts: () => Promise<void>;
  readonly loadGrants: () => Promise<readonly Grant[]>;
  readonly removeGrant: (grant: Grant) => Promise<void>;
  readonly onGrants: (on: (grants: readonly Grant[]) => void, signal: AbortSignal) => void;
  readonly test: (candidate: Typed<Candidate>) => Promise<Reply<'model.test'>>;
  readonly list: (candidate: Typed<ServerCandidate>) => Promise<Reply<'model.list'>>;
  /** A null key uses the saved one. */
  readonly trySearch: (config: EngineConfig, key: string | null) => Promise<Reply<'search.test'>>;
  readonly stop: () => Promise<unknown>;
  readonly languages: Pick<Languages, 'list' | 'add' | 'remove'>;
  readonly chromeModel: ChromeModelApi;
  readonly copy: (text: string) => Promise<void>;
  readonly save: (name: string, text: string, mediaType: string) => void;
}

export const chromeOptionsHost: OptionsHost = {
  readSettings,
  changeSettings,
  onSettings: watchSettings,
  hasKey,
  saveKey,
  removeKey,
  exportKeys,
  importKeys,
  requestOrigin,
  hasAccess,
  listGrantedOrigins,
  forgetOrigin: removeOrigin,
  onAccessChange: watchAccess,
  allowToolbarOn: (address) => allowToolbar('site', address),
  allowToolbarEverywhere: () => allowToolbar('everywhere'),
  limitToolbarToSites,
  removeToolbarSite,
  disableToolbar,
  listShortcuts: listShortcuts,
  openShortcuts: openShortcutsPage,
  loadGrants: loadGrants,
  removeGrant,
  onGrants: watchGrants,
  test: ({ key, ...rest }) =>
    withKeyName(rest.endpoint, key, (name) => sendRequest('model.test', { candidate: { ...rest, key: name } })),
  list: ({ key, ...rest }) =>
    withKeyName(rest.endpoint, key, (name) => sendRequest('model.list', { candidate: { ...rest, key: name } })),
  trySearch: (config, key) => {
    const ask = (name: string) => sendRequest('search.test', { config: { ...config }, key: name });
    return key === null ? ask('') : withTypedKey(getSearchOrigin(config) ?? '', key, ask);
  },
  stop: () => sendRequest('model.stop', {}),
  languages: createIdbLanguages(),
  chromeModel: createChromeModelApi(getLanguageModel()),
  copy: (text) => navigator.clipboard.writeText(text),
  save: saveFile,
};

function withKeyName<T>(endpoint: string, key: string | null, ask: (name: string) => Promise<T>): Promise<T> {
  return key === null ? ask('saved') : withTypedKey(endpoint, key, ask);
}
