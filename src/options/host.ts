/** The browser functions of the settings page, replaceable in tests. */
import { UserFacingError } from '../lib/base/errors.ts';
import { addGrant, loadGrants, watchGrants, removeGrant } from '../chrome/storage/grants.ts';
import {
  exportKeys,
  forgetClient,
  hasKey,
  importKeys,
  isSignedIn,
  removeKey,
  saveClient,
  saveKey,
  validateKey,
  withTypedKey,
} from '../chrome/storage/keys.ts';
import { createIdbLanguages, type Languages } from '../chrome/storage/languages.ts';
import { createIdbPhotoModels, type PhotoModels } from '../chrome/storage/photo-models.ts';
import { loadPageToolsOn, switchOffPageTools, watchPageTools } from '../chrome/storage/page-tools.ts';
import { sendRequest } from '../chrome/send-request.ts';
import {
  removeOrigin,
  listGrantedOrigins,
  hasAccess,
  watchAccess,
  requestOrigin,
  requestSite,
  requestSignIn,
} from '../chrome/permissions.ts';
import { changeSettings, watchSettings, readSettings } from '../chrome/storage/settings.ts';
import { listShortcuts, openShortcutsPage } from '../chrome/controls/shortcuts.ts';
import {
  allowToolbar,
  removeToolbarSite,
  disableToolbar,
  limitToolbarToSites,
} from '../chrome/selection-toolbar/toolbar.ts';
import { loadSchedules, watchSchedules } from '../chrome/storage/schedules.ts';
import { requestReadingList } from '../chrome/reading-list.ts';
import { requestNotifications } from '../chrome/schedule-signals.ts';
import type { HistorySettings } from '../lib/protocol/settings/settings.ts';
import type { Schedule } from '../lib/protocol/schedules.ts';
import { getSearchOrigin } from '../lib/pipeline/engines/engine-info.ts';
import type { EngineConfig } from '../lib/pipeline/engines/types.ts';
import { getRedirectUrl, saveFile } from '../chrome/browser.ts';
import { modelSetup } from '../chrome/model-setup.ts';

export type { Typed } from '../chrome/model-setup.ts';

async function signOut(address: string): Promise<boolean> {
  const reply = await sendRequest('tool-server.sign-out', { address });
  if (!reply.ok) throw new UserFacingError(reply.error);
  return reply.value.isKept;
}

export const chromeOptionsHost = {
  readSettings,
  /** Applies `change` to what is stored now. After a rejection nothing has changed. */
  changeSettings,
  onSettings: watchSettings,
  // Keys can be saved, checked for and removed, but not read.
  hasKey,
  removeKey,
  /** The only way to read keys: for an export that the user asked to include them. */
  exportKeys,
  importKeys,
  /** Must be called in a user gesture, before any await. False if declined. */
  requestOrigin,
  requestSite,
  hasAccess,
  listGrantedOrigins,
  forgetOrigin: removeOrigin,
  onAccessChange: watchAccess,
  /** Must be called in a user gesture, before any await. False if declined. */
  allowToolbarOn: (address: string) => allowToolbar('site', address),
  allowToolbarEverywhere: () => allowToolbar('everywhere'),
  limitToolbarToSites,
  removeToolbarSite,
  disableToolbar,
  listShortcuts,
  openShortcuts: openShortcutsPage,
  loadGrants,
  addGrant,
  removeGrant,
  onGrants: watchGrants,
  loadPageToolsOn,
  switchOffPageTools,
  onPageTools: watchPageTools,
  ...modelSetup,
  /** A null key uses the saved one. */
  trySearch: (config: EngineConfig, key: string | null) => {
    const ask = (name: string) => sendRequest('search.test', { config: { ...config }, key: name });
    return key === null ? ask('') : withTypedKey(getSearchOrigin(config) ?? '', key, ask);
  },
  /** With the saved token. */
  testToolServer: (address: string) => sendRequest('tool-server.test', { address, key: 'saved' }),
  isSignedIn,
  /** Removes what is sent to the server, also a token that was typed. True if a sign-in may go on there. */
  signOut,
  /** In the place of a sign-in, which ends. True if it may go on at the server. Rejects, and changes nothing, for what cannot be sent. */
  saveToken: async (address: string, token: string): Promise<boolean> => {
    validateKey(token);
    const isKept = (await isSignedIn(address)) && (await signOut(address));
    await saveKey(address, token);
    return isKept;
  },
  /** Must be called in a user gesture, before any await. False if declined. */
  requestSignIn,
  saveClient,
  forgetClient,
  signIn: (address: string, reach: readonly string[], isPressed: boolean) =>
    sendRequest('tool-server.sign-in', { address, reach: [...reach], isPressed }),
  getRedirectUrl,
  loadSchedules,
  onSchedules: watchSchedules,
  /** Must be called in a user gesture, before any await. False if declined. */
  requestReadingList,
  requestNotifications,
  saveSchedule: ({ when, ...rest }: Schedule) =>
    sendRequest('schedules.save', { schedule: { ...rest, when: { ...when, days: [...when.days] } } }),
  enableSchedule: (id: string, on: boolean) => sendRequest('schedules.enable', { id, on }),
  runSchedule: (id: string) => sendRequest('schedules.run', { id, at: Date.now() }),
  removeSchedule: (id: string, removed: boolean) => sendRequest('schedules.remove', { id, removed }),
  listAgents: () => sendRequest('agents.list', {}),
  listSpending: () => sendRequest('spending.list', {}),
  async countExpired(keep: HistorySettings['keep']): Promise<number> {
    const reply = await sendRequest('history.count-expired', { keep });
    if (!reply.ok) throw new UserFacingError(reply.error);
    return reply.value.count;
  },
  clearSpending: () => sendRequest('spending.clear', {}),
  languages: createIdbLanguages() as Pick<Languages, 'list' | 'add' | 'remove'>,
  photoModels: createIdbPhotoModels() as Pick<PhotoModels, 'list' | 'add' | 'remove'>,
  copy: (text: string) => navigator.clipboard.writeText(text),
  save: saveFile,
} as const;

export type OptionsHost = typeof chromeOptionsHost;
