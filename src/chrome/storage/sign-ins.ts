/** Tokens that came by signing in at a server (SAFETY D8): asked for here, kept like keys, and never in a message. */
import { raceWithAbort } from '../../lib/base/async.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import { isRecord, parseJson, toText } from '../../lib/base/loose.ts';
import { readTruncated } from '../../lib/models/http/http-exchange.ts';
import type { TokenClient } from '../../lib/protocol/offscreen/sign-in.ts';
import { createToolServerError } from '../offscreen/tool-server-errors.ts';
import { hasAccess } from '../permissions.ts';
import { markOwnAddress } from '../web/request-rules.ts';
import { isSendable, loadSavedKey, loadSecret, removeKey, saveSignIn } from './keys.ts';

interface Renewal extends TokenClient {
  /** Address of the server that was signed in at. */
  readonly address: string;
  readonly refreshToken: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  readonly scope: string;
}

const TOKENS_MS = 15_000;
/** A token is renewed this long before it ends. */
const RENEWAL_MS = 60_000;
/** Lifetime of a token whose server does not say. */
const USUAL_SECONDS = 3600;
/** Tokens say who somebody is. */
const MAX_TOKEN_LENGTH = 8000;

/**
 * Saves them; if they renew, only in the place of the ones before. Not to be stopped: a token that renews is good for once.
 * Rejects with a `UserFacingError` that does not contain them.
 */
export async function requestTokens(
  address: string,
  client: TokenClient & { readonly scope: string },
  grant: Readonly<Record<string, string>>,
  before: string | null = null,
): Promise<void> {
  const { resource, scope } = client;
  const refuse = (detail: string): never => {
    throw new UserFacingError(createToolServerError('no-sign-in', detail, address));
  };
  const form = { ...grant, ...(resource !== '' && { resource }) };
  const response = await post(client.tokenEndpoint, client, form).catch(() =>
    refuse('Where the tokens are given can’t be reached.'),
  );
  const parsed = parseJson(await readTruncated(response));
  const tokens = isRecord(parsed) ? parsed : {};
  if (!response.ok) return refuse(toText(tokens['error_description']) || toText(tokens['error']));
  if (toText(tokens['token_type']).toLowerCase() !== 'bearer') return refuse('It gave no bearer token.');
  const { refresh_token: refreshToken, expires_in: seconds, scope: granted } = tokens;
  const token = toText(tokens['access_token']);
  if (!isSendable(token, MAX_TOKEN_LENGTH)) return refuse('It gave no usable token.');
  const { tokenEndpoint, revocationEndpoint, clientId, clientSecret, method } = client;
  const renewal: Renewal = {
    address,
    tokenEndpoint,
    revocationEndpoint,
    clientId,
    clientSecret,
    method,
    resource,
    refreshToken: toText(refreshToken) || (before ?? ''),
    expiresAt: Date.now() + (typeof seconds === 'number' ? seconds : USUAL_SECONDS) * 1000,
    scope: toText(granted) || scope,
  };
  // a sign-out, another sign-in or a token that was typed meanwhile stays
  const mayReplace = (kept: unknown): boolean =>
    before === null || (kept as Renewal | undefined)?.refreshToken === before;
  await saveSignIn(address, token, renewal, mayReplace);
}

/** Posts as the client that was registered (RFC 6749 §2.3). Rejects where the user has taken the access back. */
async function post(
  endpoint: string,
  { clientId, clientSecret, method }: Pick<TokenClient, 'clientId' | 'clientSecret' | 'method'>,
  form: Readonly<Record<string, string>>,
): Promise<Response> {
  if (!(await hasAccess(endpoint))) throw new Error('no access');
  const body = new URLSearchParams(form);
  const headers = new Headers({ accept: 'application/json' });
  if (method === 'client_secret_basic') {
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
    headers.set('authorization', `Basic ${btoa(pair)}`);
  } else {
    body.set('client_id', clientId);
    if (method === 'client_secret_post') body.set('client_secret', clientSecret);
  }
  return fetch(await markOwnAddress(endpoint), {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: AbortSignal.timeout(TOKENS_MS),
  });
}

/** Removes the token here whatever the server says. True if a sign-in may go on there: nobody could tell the server, or it did not listen. */
export const signOut = (address: string): Promise<boolean> =>
  // after a renewal that is under way, whose tokens would be left otherwise
  navigator.locks.request(getLock(address), () => endSignIn(address));

const getLock = (address: string): string => `sign-in/${new URL(address).origin}`;

async function endSignIn(address: string): Promise<boolean> {
  const [renewal, token] = await Promise.all([loadRenewal(address), loadSavedKey(address)]);
  await removeKey(address);
  if (renewal === null) return false;
  if (!renewal.revocationEndpoint) return true; // also one of an earlier version, which has none
  const { refreshToken, revocationEndpoint } = renewal;
  // what renews ends what it gave, too (RFC 7009 §2.1)
  const form =
    refreshToken === ''
      ? { token: token ?? '', token_type_hint: 'access_token' }
      : { token: refreshToken, token_type_hint: 'refresh_token' };
  const response = await post(revocationEndpoint, renewal, form).catch(() => null);
  void response?.body?.cancel();
  return response?.ok !== true;
}

/** '' without a sign-in. */
export async function loadGrantedScope(address: string): Promise<string> {
  return (await loadRenewal(address))?.scope ?? '';
}

/** '' without a sign-in. */
export async function loadSignedInAddress(address: string): Promise<string> {
  return (await loadRenewal(address))?.address ?? '';
}

/**
 * True if there is another token than `refused`, which the server did not take; null: does nothing while the token lasts.
 * If it cannot be renewed, it stays: the server then asks for a sign-in. Never rejects; a stop ends the waiting only.
 */
export async function renewSignIn(
  address: string,
  signal: AbortSignal,
  refused: string | null = null,
): Promise<boolean> {
  // one at a time: a token that renews is often good for once
  const renewed = navigator.locks.request(getLock(address), async () => {
    const renewal = await loadRenewal(address);
    if (renewal === null || renewal.refreshToken === '') return false;
    if (refused === null && renewal.expiresAt - RENEWAL_MS > Date.now()) return false;
    if (refused !== null && (await loadSavedKey(address)) !== refused) return true; // renewed while this one waited
    const { refreshToken } = renewal;
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    await requestTokens(renewal.address, renewal, grant, refreshToken);
    return true;
  });
  return raceWithAbort(renewed, signal).catch(() => false);
}

/** Only this module writes it. */
async function loadRenewal(address: string): Promise<Renewal | null> {
  return ((await loadSecret(address, 'sign-in')) as Renewal | undefined) ?? null;
}
