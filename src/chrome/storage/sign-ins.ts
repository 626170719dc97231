/** Tokens that came by signing in at a server (SAFETY D8): asked for here, kept like keys, and never in a message. */
import { UserFacingError } from '../../lib/base/errors.ts';
import { isRecord, parseJson, toText } from '../../lib/base/loose.ts';
import { readTruncated } from '../../lib/models/http/http-exchange.ts';
import type { TokenClient } from '../../lib/protocol/offscreen/sign-in.ts';
import { createToolServerError } from '../offscreen/tool-server-errors.ts';
import { markOwnAddress } from '../web/request-rules.ts';
import { loadSecret, saveSignIn } from './keys.ts';

interface Renewal extends TokenClient {
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

/** Saves them. Rejects with a `UserFacingError` that does not contain them. */
export async function requestTokens(
  address: string,
  client: TokenClient & { readonly scope: string },
  grant: Readonly<Record<string, string>>,
  signal: AbortSignal,
  before = '',
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
    signal: AbortSignal.any([signal, AbortSignal.timeout(TOKENS_MS)]),
  }).catch(() => refuse('Where the tokens are given does not answer.'));
  const parsed = parseJson(await readTruncated(response));
  const tokens = isRecord(parsed) ? parsed : {};
  if (!response.ok) return refuse(toText(tokens['error_description']) || toText(tokens['error']));
  if (toText(tokens['token_type']).toLowerCase() !== 'bearer') return refuse('It gave no bearer token.');
  const { access_token: token, refresh_token: refreshToken, expires_in: seconds, scope: granted } = tokens;
  const renewal: Renewal = {
    tokenEndpoint,
    clientId,
    clientSecret,
    method,
    resource,
    refreshToken: toText(refreshToken) || before,
    expiresAt: Date.now() + (typeof seconds === 'number' ? seconds : USUAL_SECONDS) * 1000,
    scope: toText(granted) || scope,
  };
  await saveSignIn(address, toText(token), renewal);
}

/** '' without a sign-in. */
export async function loadGrantedScope(address: string): Promise<string> {
  return (await loadRenewal(address))?.scope ?? '';
}

/** Does nothing while the token lasts. A refusal leaves it: the server then asks for a sign-in. Never rejects. */
export async function renewSignIn(address: string, signal: AbortSignal): Promise<void> {
  // one at a time: a token that renews is often good for once
  await navigator.locks.request(`sign-in/${new URL(address).origin}`, async () => {
    const renewal = await loadRenewal(address);
    if (renewal === null || renewal.refreshToken === '' || renewal.expiresAt - RENEWAL_MS > Date.now()) return;
    const { refreshToken } = renewal;
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    await requestTokens(address, renewal, grant, signal, refreshToken).catch(() => undefined);
  });
}

/** Only this module writes it. */
async function loadRenewal(address: string): Promise<Renewal | null> {
  return ((await loadSecret(address, 'sign-in')) as Renewal | undefined) ?? null;
}
