/** What setting up a model takes of the browser, for the settings page and the panel. */
import type { ChromeModelApi } from '../lib/models/prompt-api/prompt-state.ts';
import { putMainEntry } from '../lib/protocol/settings/model-entries.ts';
import type { Candidate, ServerCandidate } from '../lib/protocol/requests/model.ts';
import type { ModelSettings } from '../lib/protocol/settings/settings.ts';
import { getLanguageModel } from './browser.ts';
import { sendRequest } from './send-request.ts';
import { requestOrigins, toOriginPattern } from './permissions.ts';
import { removeUnneededOrigins } from './selection-toolbar/toolbar.ts';
import { saveKey, withTypedKey } from './storage/keys.ts';
import { changeSettings } from './storage/settings.ts';

/** `key` is null to use the saved one. */
export type Typed<C extends ServerCandidate> = Omit<C, 'key'> & { readonly key: string | null };

/** Loaded on demand: few users without a model in the browser ever ask for it. */
async function loadChromeModel(): Promise<ChromeModelApi> {
  const { createChromeModelApi } = await import('../lib/models/prompt-api/prompt-state.ts');
  return createChromeModelApi(getLanguageModel());
}

const chromeModel: ChromeModelApi = {
  availability: async () => (await loadChromeModel()).availability(),
  download: async (onProgress, signal) => (await loadChromeModel()).download(onProgress, signal),
};

export const modelSetup = {
  test: ({ key, ...rest }: Typed<Candidate>) =>
    withKeyName(rest.endpoint, key, (name) =>
      sendRequest('model.test', { candidate: { ...rest, key: name }, commandId: crypto.randomUUID() }),
    ),
  list: ({ key, ...rest }: Typed<ServerCandidate>) =>
    withKeyName(rest.endpoint, key, (name) => sendRequest('model.list', { candidate: { ...rest, key: name } })),
  /** Ends tests and lists under way. */
  stop: (): Promise<unknown> => sendRequest('model.stop', {}),
  chromeModel,
  saveKey,
} as const;

export const modelConnection = {
  ...modelSetup,
  /** Must be called in a user gesture, before any await. Returns those that could not be reached before; null if declined. */
  requestOrigins,
  /** Takes back what was asked for only to look, unless something in the settings needs it. Never rejects. */
  releaseOrigins: async (endpoints: readonly string[]): Promise<void> => {
    await removeUnneededOrigins(endpoints.flatMap((endpoint) => toOriginPattern(endpoint) ?? [])).catch(
      () => undefined,
    ); // the settings list it
  },
  /** Saves it as the main model. Rejects with a plain sentence, and nothing has changed. */
  saveMain: async (entry: ModelSettings): Promise<void> => {
    await changeSettings((now) => putMainEntry(now, entry));
  },
} as const;

export type ModelConnection = typeof modelConnection;

function withKeyName<T>(endpoint: string, key: string | null, ask: (name: string) => Promise<T>): Promise<T> {
  return key === null ? ask('saved') : withTypedKey(endpoint, key, ask);
}
