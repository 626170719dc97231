/** What the settings page needs of the browser, as one object, so that tests can bring their own. */
import { saveFile } from '../chrome/files.ts';
import { loadGrants, onGrants, removeGrant } from '../chrome/grants.ts';
import { exportKeys, hasKey, importKeys, removeKey, saveKey, withTypedKey } from '../chrome/keys.ts';
import { languageModel } from '../chrome/language-model.ts';
import { idbLanguages, type Languages } from '../chrome/languages.ts';
import { request } from '../chrome/panel-host.ts';
import { forgetOrigin, grantedOrigins, hasAccess, onAccessChange, requestOrigin } from '../chrome/permissions.ts';
import { changeSettings, onSettings, readSettings, type LoadedSettings } from '../chrome/settings.ts';
import { listShortcuts, openShortcuts, type Shortcut } from '../chrome/shortcuts.ts';
import { allowToolbar, removeToolbarSite, toolbarOff, toolbarOnSites } from '../chrome/toolbar.ts';
import type { Grant } from '../lib/agent/spec.ts';
import { chromeModelApi, type ChromeModelApi } from '../lib/models/prompt-api/about.ts';
import { originOf } from '../lib/pipeline/web/engines.ts';
import type { EngineConfig } from '../lib/pipeline/web/types.ts';
import type { Reply } from '../lib/protocol/messages.ts';
import type { Candidate, ServerCandidate } from '../lib/protocol/probe.ts';
import type { Keys } from '../lib/protocol/settings-file.ts';
import type { Settings } from '../lib/protocol/settings.ts';

/** As it stands in the form: with the key that was typed, or null for the saved one. */
export type Typed<C extends ServerCandidate> = Omit<C, 'key'> & { readonly key: string | null };

export interface OptionsHost {
  readonly readSettings: () => Promise<LoadedSettings>;
  /** Changes what is stored now, and gives what is then. Rejects with a plain sentence, and nothing has changed. */
  readonly changeSettings: (change: (now: Settings) => Settings) => Promise<Settings>;
  /** Calls back whenever they change, in another window too. */
  readonly onSettings: (on: (settings: Settings) => void, signal: AbortSignal) => void;
  /** Keys can be written, looked for and removed. */
  readonly hasKey: (endpoint: string) => Promise<boolean>;
  readonly saveKey: (endpoint: string, key: string) => Promise<void>;
  readonly removeKey: (endpoint: string) => Promise<void>;
  /** The one way a key comes back: for a file that the person asked to have keys in. */
  readonly exportKeys: (endpoints: readonly string[]) => Promise<Keys>;
  readonly importKeys: (keys: Keys) => Promise<void>;
  /** In a gesture, before any await. False when the person declined. */
  readonly requestOrigin: (endpoint: string) => Promise<boolean>;
  readonly hasAccess: (endpoint: string) => Promise<boolean>;
  readonly grantedOrigins: () => Promise<readonly string[]>;
  readonly forgetOrigin: (pattern: string) => Promise<void>;
  readonly onAccessChange: (on: () => void, signal: AbortSignal) => void;
  /** The toolbar on one site more, or on all. In a gesture, before any await. False when the person declined. */
  readonly allowToolbarOn: (address: string) => Promise<boolean>;
  readonly allowToolbarEverywhere: () => Promise<boolean>;
  /** The toolbar on the chosen sites alone, off one of them, or off all: with the access that nothing else needs. */
  readonly toolbarOnSites: () => Promise<void>;
  readonly removeToolbarSite: (origin: string) => Promise<void>;
  readonly toolbarOff: () => Promise<void>;
  readonly shortcuts: () => Promise<readonly Shortcut[]>;
  /** Shows the browser's page on which they are changed. */
  readonly openShortcuts: () => Promise<void>;
  readonly grants: () => Promise<readonly Grant[]>;
  readonly removeGrant: (grant: Grant) => Promise<void>;
  readonly onGrants: (on: (grants: readonly Grant[]) => void, signal: AbortSignal) => void;
  readonly test: (candidate: Typed<Candidate>) => Promise<Reply<'model.test'>>;
  readonly list: (candidate: Typed<ServerCandidate>) => Promise<Reply<'model.list'>>;
  /** Asks an engine with the key that was typed, or null for the saved one. */
  readonly trySearch: (config: EngineConfig, key: string | null) => Promise<Reply<'search.test'>>;
  /** Nobody waits for a test or a list any more. */
  readonly stop: () => Promise<unknown>;
  /** What the person added to read pictures with. */
  readonly languages: Pick<Languages, 'list' | 'add' | 'remove'>;
  /** Chrome's own model, which this page can ask for itself. */
  readonly chromeModel: ChromeModelApi;
  readonly copy: (text: string) => Promise<void>;
  /** Offers the text as a file of that name, as a download. */
  readonly save: (name: string, text: string, mediaType: string) => void;
}

export const chromeOptionsHost: OptionsHost = {
  readSettings,
  changeSettings,
  onSettings,
  hasKey,
  saveKey,
  removeKey,
  exportKeys,
  importKeys,
  requestOrigin,
  hasAccess,
  grantedOrigins,
  forgetOrigin,
  onAccessChange,
  allowToolbarOn: (address) => allowToolbar('site', address),
  allowToolbarEverywhere: () => allowToolbar('everywhere'),
  toolbarOnSites,
  removeToolbarSite,
  toolbarOff,
  shortcuts: listShortcuts,
  openShortcuts,
  grants: loadGrants,
  removeGrant,
  onGrants,
  test: ({ key, ...rest }) =>
    named(rest.endpoint, key, (name) => request('model.test', { candidate: { ...rest, key: name } })),
  list: ({ key, ...rest }) =>
    named(rest.endpoint, key, (name) => request('model.list', { candidate: { ...rest, key: name } })),
  trySearch: (config, key) => {
    const ask = (name: string) => request('search.test', { config: { ...config }, key: name });
    return key === null ? ask('') : withTypedKey(originOf(config) ?? '', key, ask);
  },
  stop: () => request('model.stop', {}),
  languages: idbLanguages(),
  chromeModel: chromeModelApi(languageModel()),
  copy: (text) => navigator.clipboard.writeText(text),
  save: saveFile,
};

/** Asks with the name of a key in its stead. */
function named<T>(endpoint: string, key: string | null, ask: (name: string) => Promise<T>): Promise<T> {
  return key === null ? ask('saved') : withTypedKey(endpoint, key, ask);
}
