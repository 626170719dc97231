/** What the settings page needs of the browser, as one object, so that tests can bring their own. */
import { loadGrants, onGrants, removeGrant } from '../chrome/grants.ts';
import { hasKey, removeKey, saveKey } from '../chrome/keys.ts';
import { request } from '../chrome/panel-host.ts';
import { forgetOrigin, grantedOrigins, onAccessChange, requestOrigin } from '../chrome/permissions.ts';
import { readSettings, saveSettings, type LoadedSettings } from '../chrome/settings.ts';
import type { Grant } from '../lib/agent/spec.ts';
import type { Reply } from '../lib/protocol/messages.ts';
import type { Candidate } from '../lib/protocol/probe.ts';
import type { Settings } from '../lib/protocol/settings.ts';

export interface OptionsHost {
  readonly readSettings: () => Promise<LoadedSettings>;
  readonly saveSettings: (settings: Settings) => Promise<void>;
  /** Keys can be written, looked for and removed; never read. */
  readonly hasKey: (endpoint: string) => Promise<boolean>;
  readonly saveKey: (endpoint: string, key: string) => Promise<void>;
  readonly removeKey: (endpoint: string) => Promise<void>;
  /** In a gesture, before any await. False when the person declined. */
  readonly requestOrigin: (endpoint: string) => Promise<boolean>;
  readonly grantedOrigins: () => Promise<readonly string[]>;
  readonly forgetOrigin: (pattern: string) => Promise<void>;
  readonly onAccessChange: (on: () => void, signal: AbortSignal) => void;
  readonly grants: () => Promise<readonly Grant[]>;
  readonly removeGrant: (grant: Grant) => Promise<void>;
  readonly onGrants: (on: (grants: readonly Grant[]) => void, signal: AbortSignal) => void;
  readonly test: (candidate: Candidate) => Promise<Reply<'model.test'>>;
}

export const chromeOptionsHost: OptionsHost = {
  readSettings,
  saveSettings,
  hasKey,
  saveKey,
  removeKey,
  requestOrigin,
  grantedOrigins,
  forgetOrigin,
  onAccessChange,
  grants: loadGrants,
  removeGrant,
  onGrants,
  test: (candidate) => request('model.test', { candidate }),
};
