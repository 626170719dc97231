/** A host of the settings page that keeps what it is told, in order. */
import type { LoadedSettings } from '../../src/chrome/settings.ts';
import type { Grant } from '../../src/lib/agent/spec.ts';
import type { Reply } from '../../src/lib/protocol/messages.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/lib/protocol/settings.ts';
import type { OptionsHost } from '../../src/options/host.ts';

export const SERVER: Settings = {
  ...DEFAULT_SETTINGS,
  provider: 'openai-compatible',
  endpoint: 'https://api.openai.com/v1',
  model: 'gpt-4o-mini',
};

export interface World {
  readonly loaded?: LoadedSettings;
  readonly granted?: boolean;
  readonly tested?: Reply<'model.test'>;
  readonly origins?: string[];
  readonly grants?: Grant[];
}

export function hostOf({
  loaded = { settings: SERVER, fault: '' },
  granted = true,
  tested,
  origins = [],
  grants = [],
}: World): { readonly host: OptionsHost; readonly did: readonly (readonly unknown[])[] } {
  const did: (readonly unknown[])[] = [];
  const keys = new Set<string>();
  const note =
    (name: string) =>
    (...args: readonly unknown[]): Promise<void> => {
      did.push([name, ...args]);
      return Promise.resolve();
    };
  let accessChanged: () => void = () => undefined;
  let grantsChanged: (now: readonly Grant[]) => void = () => undefined;
  const host: OptionsHost = {
    readSettings: () => Promise.resolve(loaded),
    saveSettings: note('settings'),
    hasKey: (endpoint) => Promise.resolve(keys.has(new URL(endpoint).origin)),
    saveKey: (endpoint, key) => {
      keys.add(new URL(endpoint).origin);
      return note('key')(endpoint, key);
    },
    removeKey: (endpoint) => {
      keys.delete(new URL(endpoint).origin);
      return note('no key')(endpoint);
    },
    requestOrigin: (endpoint) => {
      did.push(['ask', endpoint]);
      return Promise.resolve(granted);
    },
    grantedOrigins: () => Promise.resolve([...origins]),
    forgetOrigin: (pattern) => {
      origins.splice(origins.indexOf(pattern), 1);
      accessChanged();
      return note('forget')(pattern);
    },
    onAccessChange: (on) => {
      accessChanged = on;
    },
    grants: () => Promise.resolve([...grants]),
    removeGrant: (grant) => {
      grants.splice(grants.indexOf(grant), 1);
      return note('no longer always')(grant).then(() => grantsChanged(grants));
    },
    onGrants: (on) => {
      grantsChanged = (now) => on([...now]);
    },
    test: (candidate) => {
      did.push(['test', candidate]);
      return tested === undefined ? new Promise(() => undefined) : Promise.resolve(tested);
    },
  };
  return { host, did };
}
