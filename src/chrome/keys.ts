/**
 * The only module that knows API keys (SAFETY D8). The one rule: a key is bound to one origin and leaves in one
 * header of requests to that origin, nowhere else: not in errors, not in logs, not after a redirect. Access to the
 * storage area is limited to trusted contexts where the worker starts.
 */
import { TroubleError } from '../lib/base/errors.ts';
import type { HttpProvider } from '../lib/models/config.ts';
import { readBounded } from '../lib/models/wire.ts';
import type { EngineId } from '../lib/pipeline/web/types.ts';
import { ownAddress } from './own-requests.ts';

const PREFIX = 'key/';
/** Of a key that was typed and not saved; it waits in the session area for one test. */
const TYPED = 'typed/';
const MAX_KEY = 1000;
const MAX_REFUSAL_BYTES = 65_536;

/** Keeps the key for the endpoint's origin. Rejects with a `TroubleError` that does not repeat the key. */
export async function saveKey(endpoint: string, key: string): Promise<void> {
  await chrome.storage.local.set({ [slot(endpoint)]: valid(key) });
}

export async function hasKey(endpoint: string): Promise<boolean> {
  return (await loadKey(slot(endpoint))) !== null;
}

export async function removeKey(endpoint: string): Promise<void> {
  await chrome.storage.local.remove(slot(endpoint));
}

/** The saved keys of these endpoints, by origin: for a file that the person asked to have keys in, and for nothing else. */
export async function exportKeys(endpoints: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const origins = new Set(endpoints.map(originOf).filter((origin) => origin !== null));
  const keys: [origin: string, key: string][] = [];
  for (const origin of origins) {
    const key = await loadKey(slot(origin));
    if (key !== null) keys.push([origin, key]);
  }
  return Object.fromEntries(keys);
}

/** Keeps keys of a file, each for its origin. Rejects before the first is written when one of them cannot be kept. */
export async function importKeys(keys: Readonly<Record<string, string>>): Promise<void> {
  const checked = Object.entries(keys).map(([origin, key]) => [slot(origin), valid(key)] as const);
  await chrome.storage.local.set(Object.fromEntries(checked));
}

/**
 * Lays a key that was typed down for `work` alone, which is handed its name: messages carry that, and never the key. Rejects
 * with a `TroubleError` that does not repeat the key.
 */
export async function withTypedKey<T>(endpoint: string, key: string, work: (name: string) => Promise<T>): Promise<T> {
  const name = `${TYPED}${crypto.randomUUID()}`;
  await chrome.storage.session.set({ [name]: { slot: slot(endpoint), key: valid(key) } });
  try {
    return await work(name);
  } finally {
    await dropTypedKey(name);
  }
}

/** Takes up a key that was laid down; for the worker too, since the page that typed it may be closed before its test ends. */
export async function dropTypedKey(name: KeyName): Promise<void> {
  if (name.startsWith(TYPED)) await chrome.storage.session.remove(name);
}

/** Whom a key is for: a model's provider or a search engine. */
export type KeyUser = HttpProvider | EngineId;

/** The one header in which each wants its key; null for an engine that takes none. */
const HEADERS: Readonly<Record<KeyUser, ((key: string) => readonly [name: string, value: string]) | null>> = {
  'openai-compatible': bearer,
  openai: bearer,
  ollama: bearer, // behind a proxy, or Ollama's own cloud
  anthropic: (key) => ['x-api-key', key],
  google: (key) => ['x-goog-api-key', key], // Gemini, and Programmable Search
  brave: (key) => ['x-subscription-token', key],
  tavily: bearer,
  searxng: null,
  wikipedia: null,
};

function bearer(key: string): readonly [string, string] {
  return ['authorization', `Bearer ${key}`];
}

/** Which key: the saved one, the one that {@link withTypedKey} laid down under that name, or none. */
export type KeyName = string;

/**
 * A `fetch` that adds the key to requests to the endpoint's own origin and follows no redirect. Throws a `TroubleError`
 * when there is no web address to send a key to. The endpoint may stand in a private network: the person has named it.
 */
export function keyedFetch(user: KeyUser, endpoint: string, name: KeyName = 'saved'): typeof fetch {
  const home = originOf(endpoint);
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const own = home !== null && originOf(address) === home;
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    const header = HEADERS[user];
    const key = own && header !== null ? await keyToSend(endpoint, name) : null;
    if (key !== null && header !== null) headers.set(...header(key));
    // `manual` shows the caller a redirect without following it; anything else becomes an error
    const redirect = init?.redirect === 'manual' ? 'manual' : 'error';
    const there = own ? await ownAddress(address) : address;
    const request = input instanceof Request ? new Request(there, input) : there;
    const response = await fetch(request, { ...init, headers, redirect, credentials: 'omit' });
    if (key === null || !isSecret(key)) return response;
    return response.ok ? streamWithoutKey(response, key) : withoutKey(response, key);
  };
}

/** Takes the key for that server out of texts that somebody is shown; `name` as for `keyedFetch`. */
export async function keyCensor(endpoint: string, name: KeyName): Promise<(text: string) => string> {
  const home = originOf(endpoint);
  const key = home === null ? null : await keyToSend(endpoint, name).catch(() => null);
  return (text) => (key === null || !isSecret(key) ? text : text.replaceAll(key, '[key]'));
}

async function keyToSend(endpoint: string, name: KeyName): Promise<string | null> {
  if (!name.startsWith(TYPED)) return name === 'saved' ? loadKey(slot(endpoint)) : null;
  const laid: unknown = (await chrome.storage.session.get(name))[name];
  const bound = laid as { readonly slot: string; readonly key: string } | undefined;
  return bound?.slot === slot(endpoint) ? bound.key : null;
}

async function loadKey(name: string): Promise<string | null> {
  const stored: unknown = (await chrome.storage.local.get(name))[name];
  return typeof stored === 'string' && stored !== '' ? stored : null;
}

function slot(endpoint: string): string {
  const origin = originOf(endpoint);
  if (origin !== null) return `${PREFIX}${origin}`;
  throw new TroubleError({
    code: 'key.no-endpoint',
    message: 'A key belongs to one server, and this endpoint is not a web address.',
    cure: 'Enter the endpoint first, such as https://api.openai.com/v1.',
  });
}

/** Null for what is no http or https address: no key belongs there. */
function originOf(endpoint: string): string | null {
  if (!URL.canParse(endpoint.trim())) return null;
  const { protocol, origin } = new URL(endpoint.trim());
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

/** The key as it can stand in a header: visible ASCII. Checked here, because the platform's own error would quote it. */
function valid(key: string): string {
  const trimmed = key.trim();
  if (trimmed.length <= MAX_KEY && /^[!-~]+$/.test(trimmed)) return trimmed;
  throw new TroubleError({
    code: 'key.invalid',
    message: 'This key is empty, too long, or contains characters that no key has.',
    cure: 'Copy the key again from the provider’s page, without blanks or quotation marks.',
  });
}

/** People enter `x` or `none` where a server of their own wants some key; taken out, that would tear words and JSON apart. */
function isSecret(key: string): boolean {
  return key.length >= 8;
}

/** Shorter than any provider's: `lm-studio` may stand in an answer. */
const LEAST_IN_ANSWERS = 16;

/** Some servers refuse with 200, in words that repeat the key. Nothing is held back but what may be the beginning of one. */
function streamWithoutKey(response: Response, key: string): Response {
  if (response.body === null || key.length < LEAST_IN_ANSWERS) return response;
  const [decoder, encoder] = [new TextDecoder('utf-8', { ignoreBOM: true }), new TextEncoder()];
  let held = '';
  const censored = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, reply) {
      const text = (held + decoder.decode(bytes, { stream: true })).replaceAll(key, '[key]');
      held = beginningOf(key, text);
      if (text.length > held.length) reply.enqueue(encoder.encode(text.slice(0, text.length - held.length)));
    },
    flush: (reply) => reply.enqueue(encoder.encode(held + decoder.decode())),
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(censored), { status, statusText, headers });
}

/** The longest end of the text with which the key begins. */
function beginningOf(key: string, text: string): string {
  for (let at = Math.max(0, text.length - key.length + 1); at < text.length; at += 1)
    if (text[at] === key[0] && key.startsWith(text.slice(at))) return text.slice(at);
  return '';
}

/** Some servers repeat the key in their refusal. What is left of a long one ends before a key could be cut in half. */
async function withoutKey(response: Response, key: string): Promise<Response> {
  if (response.body === null || response.type === 'opaqueredirect') return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  const text = await readBounded(response, MAX_REFUSAL_BYTES);
  const whole = text.length < MAX_REFUSAL_BYTES ? text : text.slice(0, -MAX_KEY);
  return new Response(whole.replaceAll(key, '[key]'), { status, statusText, headers });
}
