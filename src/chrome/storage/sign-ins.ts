/** Tokens that came by signing in at a server (SAFETY D8): asked for here, kept like keys, and never in a message. */
import { raceWithAbort } from '../../lib/base/async.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import { isRecord, parseJson, toText } from '../../lib/base/loose.ts';
import { readTruncated } from '../../lib/models/http/http-exchange.ts';
import type { TokenClient } from '../../lib/protocol/offscreen/sign-in.ts';
import { createToolServerError } from '../offscreen/tool-server-errors.ts';
import { markOwnAddress } from '../web/request-rules.ts';
import { isSendable, loadSecret, saveSignIn } from './keys.ts';

interface Renewal extends TokenClient {
  /** Of the server that was signed in at. */
  readonly address: string;
  readonly refreshToken: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  readonly scope: string;
}

const TOKENS_MS = 15_000;
/** A token is renewed this long before it ends. */
const RENEWAL_MS = 60_000;
/** Of a token whose server does not say. */
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
  const { clientId, clientSecret, method, resource, tokenEndpoint, scope } = client;
  const body = new URLSearchParams({ ...grant, ...(resource !== '' && { resource }) });
  const headers = new Headers({ accept: 'application/json' });
  if (method === 'client_secret_basic') {
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
    headers.set('authorization', `Basic ${btoa(pair)}`);
  } else {
    body.set('client_id', clientId);
    if (method === 'client_secret_post') body.set('client_secret', clientSecret);
  }
  const refuse = (detail: string): never => {
    throw new UserFacingError(createToolServerError('no-sign-in', detail, address));
  };
  const response = await fetch(await markOwnAddress(tokenEndpoint), {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: AbortSignal.timeout(TOKENS_MS),
  }).catch(() => refuse('Where the tokens are given does not answer.'));
  const parsed = parseJson(await readTruncated(response));
  const tokens = isRecord(parsed) ? parsed : {};
  if (!response.ok) return refuse(toText(tokens['error_description']) || toText(tokens['error']));
  if (toText(tokens['token_type']).toLowerCase() !== 'bearer') return refuse('It gave no bearer token.');
  const { refresh_token: refreshToken, expires_in: seconds, scope: granted } = tokens;
  const token = toText(tokens['access_token']);
  if (!isSendable(token, MAX_TOKEN_LENGTH)) return refuse('It gave no usable token.');
  const renewal: Renewal = {
    address,
    tokenEndpoint,
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

/** '' without a sign-in. */
export async function loadGrantedScope(address: string): Promise<string> {
  return (await loadRenewal(address))?.scope ?? '';
}

/** '' without a sign-in. */
export async function loadSignedInAddress(address: string): Promise<string> {
  return (await loadRenewal(address))?.address ?? '';
}

/**
 * True if the token was renewed. Does nothing while it lasts. A refusal leaves it: the server then asks for a sign-in.
 * Never rejects; a stop ends the waiting only.
 */
export async function renewSignIn(address: string, signal: AbortSignal): Promise<boolean> {
  // one at a time: a token that renews is often good for once
  const renewed = navigator.locks.request(`sign-in/${new URL(address).origin}`, async () => {
    const renewal = await loadRenewal(address);
    if (renewal === null || renewal.refreshToken === '') return false;
    if (renewal.expiresAt - RENEWAL_MS > Date.now()) return false;
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
