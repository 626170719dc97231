/** The only module that handles API keys (SAFETY D8): sent in one header to their own origin only. */
import { UserFacingError } from '../../lib/base/errors.ts';
import type { HttpProvider, Provider } from '../../lib/models/config.ts';
import type { EngineId } from '../../lib/pipeline/engines/types.ts';
import { allowMarkedRequests, installRequestRules, markOwnAddress, type MarkedAddress } from '../web/request-rules.ts';
import { isSecret, redactResponse, redactText } from './redact-key.ts';
import { parseUrl } from '../../lib/base/urls.ts';

const SAVED_KEY_PREFIX = 'key/';
/** Keys typed but not saved, kept in the session area for one connection test. */
const TYPED_KEY_PREFIX = 'typed/';
const MAX_KEY_LENGTH = 1000;

/** Rejects with a `UserFacingError` that does not contain the key. It replaces a sign-in. */
export async function saveKey(endpoint: string, key: string): Promise<void> {
  await replaceKeys({ [getKeySlot(endpoint)]: validateKey(key) }, [getSecretSlot(endpoint, 'sign-in')]);
}

/** In turn, so that no renewal comes between. The sign-ins go first: none is left beside a key that was typed. */
const replaceKeys = (keys: Readonly<Record<string, string>>, signIns: readonly string[]): Promise<void> =>
  runExclusively(async () => {
    await chrome.storage.local.remove([...signIns]);
    await chrome.storage.local.set(keys);
  });

/** One write after another, among all pages of the extension. */
async function runExclusively(write: () => Promise<void>): Promise<void> {
  await navigator.locks.request('keys', write);
}

export async function hasKey(endpoint: string): Promise<boolean> {
  return (await loadSavedKey(endpoint)) !== null;
}

/** Null without one. */
export const loadSavedKey = (endpoint: string): Promise<string | null> => loadKey(getKeySlot(endpoint));

/** Also what came by signing in. */
export async function removeKey(endpoint: string): Promise<void> {
  const others = SECRET_KINDS.map((kind) => getSecretSlot(endpoint, kind));
  await runExclusively(() => chrome.storage.local.remove([getKeySlot(endpoint), ...others]));
}

/** `sign-in`: what renews a token that came by signing in. `client`: of one that the user registered to sign in with. */
const SECRET_KINDS = ['sign-in', 'client'] as const;
type SecretKind = (typeof SECRET_KINDS)[number];

const getSecretSlot = (endpoint: string, kind: SecretKind): string =>
  getKeySlot(endpoint).replace(SAVED_KEY_PREFIX, `${SAVED_KEY_PREFIX}${kind}/`);

/** Undefined if there is none. */
export async function loadSecret(endpoint: string, kind: SecretKind): Promise<unknown> {
  const slot = getSecretSlot(endpoint, kind);
  return (await chrome.storage.local.get(slot))[slot];
}

export async function isSignedIn(endpoint: string): Promise<boolean> {
  return (await loadSecret(endpoint, 'sign-in')) !== undefined;
}

/** A client that the user registered to sign in with. `reach`: where its secret may go, beside the server. */
export interface RegisteredClient {
  readonly id: string;
  readonly secret: string;
  readonly reach: readonly string[];
}

export async function saveClient(endpoint: string, client: RegisteredClient): Promise<void> {
  await chrome.storage.local.set({ [getSecretSlot(endpoint, 'client')]: client });
}

export async function forgetClient(endpoint: string): Promise<void> {
  await chrome.storage.local.remove(getSecretSlot(endpoint, 'client'));
}

/** A token with what renews it, unless `mayReplace` refuses: it gets what renewed the one before, if any. */
export async function saveSignIn(
  endpoint: string,
  token: string,
  renewal: object,
  mayReplace: (kept: unknown) => boolean,
): Promise<void> {
  await runExclusively(async () => {
    if (!mayReplace(await loadSecret(endpoint, 'sign-in'))) return;
    await chrome.storage.local.set({
      [getKeySlot(endpoint)]: token,
      [getSecretSlot(endpoint, 'sign-in')]: renewal,
    });
  });
}

/** Keys by origin, without tokens that came by signing in. Only for an export in which the user asked to include keys. */
export async function exportKeys(endpoints: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const origins = new Set(endpoints.map(getHttpOrigin).filter((origin) => origin !== null));
  const keys: [origin: string, key: string][] = [];
  for (const origin of origins) {
    const key = await loadSavedKey(origin);
    if (key !== null && !(await isSignedIn(origin))) keys.push([origin, key]);
  }
  return Object.fromEntries(keys);
}

/** They replace sign-ins. Rejects before writing any if one is invalid. */
export async function importKeys(keys: Readonly<Record<string, string>>): Promise<void> {
  const entries = Object.entries(keys).map(([origin, key]) => [getKeySlot(origin), validateKey(key)] as const);
  await replaceKeys(
    Object.fromEntries(entries),
    Object.keys(keys).map((origin) => getSecretSlot(origin, 'sign-in')),
  );
}

/** `work` receives the key's name, for messages. Rejects with a `UserFacingError` without the key. */
export async function withTypedKey<T>(endpoint: string, key: string, work: (name: string) => Promise<T>): Promise<T> {
  const name = `${TYPED_KEY_PREFIX}${crypto.randomUUID()}`;
  await chrome.storage.session.set({ [name]: { slot: getKeySlot(endpoint), key: validateKey(key) } });
  try {
    return await work(name);
  } finally {
    await dropTypedKey(name);
  }
}

/** The worker calls it too, since the page may be closed before its test ends. */
export async function dropTypedKey(name: KeyName): Promise<void> {
  if (name.startsWith(TYPED_KEY_PREFIX)) await chrome.storage.session.remove(name);
}

type KeyUser = HttpProvider | EngineId | 'mcp';

/** Null for engines without keys. */
const KEY_HEADERS: Readonly<Record<KeyUser, ((key: string) => readonly [name: string, value: string]) | null>> = {
  'openai-compatible': createBearerHeader,
  openai: createBearerHeader,
  ollama: createBearerHeader, // behind a proxy, or Ollama's own cloud
  anthropic: (key) => ['x-api-key', key],
  google: (key) => ['x-goog-api-key', key], // Gemini, and Programmable Search
  brave: (key) => ['x-subscription-token', key],
  tavily: createBearerHeader,
  searxng: null,
  wikipedia: null,
  mcp: createBearerHeader,
};

function createBearerHeader(key: string): readonly [string, string] {
  return ['authorization', `Bearer ${key}`];
}

/** 'saved', the name given by {@link withTypedKey}, or anything else for no key. */
export type KeyName = string;

/**
 * Sends the key to the endpoint's origin only, without redirects. Throws a `UserFacingError` if not a URL. The endpoint
 * may be in a private network, because the user entered it.
 */
export function createKeyedFetch(user: KeyUser, endpoint: string, name: KeyName = 'saved'): typeof fetch {
  const endpointOrigin = getHttpOrigin(endpoint);
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const isOwnOrigin = endpointOrigin !== null && getHttpOrigin(address) === endpointOrigin;
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    const header = KEY_HEADERS[user];
    const key = isOwnOrigin && header !== null ? await loadKeyToSend(endpoint, name) : null;
    if (key !== null && header !== null) headers.set(...header(key));
    const redirect = init?.redirect === 'manual' ? 'manual' : 'error';
    const finalAddress = isOwnOrigin ? await markOwnAddress(address) : address;
    const request = input instanceof Request ? new Request(finalAddress, input) : finalAddress;
    const response = await fetch(request, { ...init, headers, redirect, credentials: 'omit' });
    return key === null ? response : redactResponse(response, key);
  };
}

export async function createKeyRedactor(endpoint: string, name: KeyName): Promise<(text: string) => string> {
  const endpointOrigin = getHttpOrigin(endpoint);
  const key = endpointOrigin === null ? null : await loadKeyToSend(endpoint, name).catch(() => null);
  return (text) => (key === null || !isSecret(key) ? text : redactText(text, key));
}

/** Requests of the offscreen document to one server: the browser adds the key, which the document never has. */
export interface KeyedAccess extends MarkedAddress {
  /** Null without a key that could be repeated. */
  readonly secret: string | null;
}

export type OpenKeyedAccess = (user: Provider | 'mcp', endpoint: string, name?: KeyName) => Promise<KeyedAccess>;

/** Rejects with a `UserFacingError` if the endpoint is no web address. Release it after the last request began. */
export const openKeyedAccess: OpenKeyedAccess = async (user, endpoint, name = 'saved') => {
  const origin = getHttpOrigin(endpoint);
  const header = user === 'chrome' || user === 'extractive' || user === 'translator' ? null : KEY_HEADERS[user];
  const key = origin === null || header === null ? null : await loadKeyToSend(endpoint, name);
  if (origin === null || header === null || key === null) {
    const mark = await installRequestRules().catch(() => ''); // without rules there is none to pass
    return { mark, secret: null, release: () => undefined };
  }
  return { ...(await allowMarkedRequests(origin, header(key))), secret: isSecret(key) ? key : null };
};

async function loadKeyToSend(endpoint: string, name: KeyName): Promise<string | null> {
  if (!name.startsWith(TYPED_KEY_PREFIX)) return name === 'saved' ? loadSavedKey(endpoint) : null;
  const stored: unknown = (await chrome.storage.session.get(name))[name];
  const typedKey = stored as { readonly slot: string; readonly key: string } | undefined;
  return typedKey?.slot === getKeySlot(endpoint) ? typedKey.key : null;
}

async function loadKey(name: string): Promise<string | null> {
  const stored: unknown = (await chrome.storage.local.get(name))[name];
  return typeof stored === 'string' && stored !== '' ? stored : null;
}

function getKeySlot(endpoint: string): string {
  const origin = getHttpOrigin(endpoint);
  if (origin !== null) return `${SAVED_KEY_PREFIX}${origin}`;
  throw new UserFacingError({
    code: 'key.no-endpoint',
    message: 'A key belongs to one server, and this isn’t a web address.',
    hint: 'Enter the address first, such as https://api.openai.com/v1.',
  });
}

/** Null if not http(s): no key can be saved for it. */
function getHttpOrigin(endpoint: string): string | null {
  const url = parseUrl(endpoint.trim());
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : null;
}

/** Visible ASCII; checked here because the platform's error would quote the key. */
export const isSendable = (key: string, maxLength: number): boolean => key.length <= maxLength && /^[!-~]+$/.test(key);

/** Returns it trimmed. Throws a `UserFacingError` that does not contain it. */
export function validateKey(key: string): string {
  const trimmed = key.trim();
  if (isSendable(trimmed, MAX_KEY_LENGTH)) return trimmed;
  throw new UserFacingError({
    code: 'key.invalid',
    message: 'This key is empty, too long, or contains characters that no key has.',
    hint: 'Copy the key again from the provider’s page, without blanks or quotation marks.',
  });
}
