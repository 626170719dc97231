/** Signing in at a tool server: found out in the offscreen document, shown by the browser, its tokens got and kept here. */
import { raceWithAbort } from '../../lib/base/async.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import { parseUrl } from '../../lib/base/urls.ts';
import { isPublicAddress } from '../../lib/pipeline/web/web-address.ts';
import type { SignInPrompt } from '../../lib/protocol/offscreen/sign-in.ts';
import type { SignInStep } from '../../lib/protocol/requests/tool-server.ts';
import { isToolServerAddress } from '../../lib/protocol/settings/tool-servers.ts';
import { getRedirectUrl } from '../browser.ts';
import { hasAccess } from '../permissions.ts';
import { hasKey, isSignedIn, loadSecret, type RegisteredClient } from '../storage/keys.ts';
import { loadGrantedScope, loadSignedInAddress, requestTokens } from '../storage/sign-ins.ts';
import { loadChallenge, saveChallenge } from './challenges.ts';
import { createLateSignInError, createTokenThereError, createToolServerError } from './tool-server-errors.ts';
import type { ChromeToolServers } from './tool-servers.ts';

interface SignInRequest {
  readonly address: string;
  /** Origins that the user agreed to. */
  readonly reach: readonly string[];
  /** False: only finds out where it is. */
  readonly isPressed: boolean;
}

export type SignIn = (request: SignInRequest, signal: AbortSignal) => Promise<SignInStep>;

/** Rejects with a `UserFacingError`. */
export const createSignIn =
  ({ prepareSignIn }: Pick<ChromeToolServers, 'prepareSignIn'>): SignIn =>
  async ({ address, reach, isPressed }, signal) => {
    await checkKept(address);
    const [challenge, granted, client] = await Promise.all([
      loadChallenge(address),
      loadGrantedScope(address),
      loadClient(address),
    ]);
    const asked = splitScopes(challenge.scope);
    const had = splitScopes(granted);
    if (challenge.isScopeShort && asked.every((scope) => had.includes(scope)))
      throw createError('It refuses the rights that you have signed in with.', address);
    // a new token replaces the old one, so what that allows is asked for again
    const scopes = asked.length === 0 ? [] : [...new Set([...had, ...asked])];
    const accessible = await Promise.all(reach.map(hasAccess));
    const agreed = reach.filter((origin, at) => accessible[at] === true && mayReach(origin, address));
    const prepared = await prepareSignIn(
      {
        type: 'sign-in',
        address,
        reach: agreed,
        redirectUrl: getRedirectUrl(),
        challenge: { ...challenge, scope: scopes.join(' ').slice(0, 1000) },
        client: { id: client.id, hasSecret: client.secret !== '' },
        mayRegister: isPressed,
      },
      signal,
    );
    const { wanted, canRegister, prompt } = prepared;
    const step = { wanted, canRegister, hasClient: client.id !== '' };
    const refused = wanted.find((origin) => !mayReach(origin, address));
    if (refused !== undefined) throw createError(`It sends to ${refused}, which isn’t followed.`, address);
    if (prompt === null) return { ...step, isDone: false };
    const origins = [new URL(address).origin, ...agreed];
    const stray = [prompt.url, prompt.tokenEndpoint].find((url) => !origins.includes(new URL(url).origin));
    if (stray !== undefined) throw createError(`It sends to ${new URL(stray).origin}, unasked.`, address);
    const revocationEndpoint = origins.includes(parseUrl(prompt.revocationEndpoint)?.origin ?? '')
      ? prompt.revocationEndpoint
      : '';
    const code = await askPerson(prompt, address, signal);
    await requestTokens(
      address,
      { ...prompt, revocationEndpoint, clientSecret: getSecret(prompt, client, address) },
      { grant_type: 'authorization_code', code, code_verifier: prompt.verifier, redirect_uri: getRedirectUrl() },
    );
    await saveChallenge(address, { ...challenge, isScopeShort: false });
    return { ...step, isDone: true };
  };

/** Rejects if a sign-in would replace what something else at its site is sent. */
async function checkKept(address: string): Promise<void> {
  const isTyped = (await hasKey(address)) && !(await isSignedIn(address));
  if (isTyped || ![address, ''].includes(await loadSignedInAddress(address)))
    throw new UserFacingError(createTokenThereError(address, isTyped));
}

const splitScopes = (scopes: string): readonly string[] => scopes.split(' ').filter((scope) => scope !== '');

/** A server on the web may not send to this computer or its network. */
const mayReach = (origin: string, address: string): boolean =>
  isToolServerAddress(origin) && (isPublicAddress(origin) || !isPublicAddress(new URL(address).origin));

const createError = (detail: string, address: string): UserFacingError =>
  new UserFacingError(createToolServerError('no-sign-in', detail, address));

/** Returns the code that is exchanged for tokens. An answer after the abort is ignored: nobody waits for it. */
async function askPerson(prompt: SignInPrompt, address: string, signal: AbortSignal): Promise<string> {
  const { url, state, issuer, namesIssuer } = prompt;
  const shown = chrome.identity.launchWebAuthFlow({ url, interactive: true }).catch((thrown: unknown) => {
    throw createError(thrown instanceof Error ? thrown.message : '', address);
  });
  const answered = await raceWithAbort(shown, signal, () => new UserFacingError(createLateSignInError(address)));
  const answer = new URL(answered ?? getRedirectUrl()).searchParams;
  const named = answer.get('iss');
  if (answer.get('state') !== state) throw createError('The answer belongs to another sign-in.', address);
  if (named === null ? namesIssuer : named !== issuer) throw createError('Another server answered.', address);
  const code = answer.get('code');
  if (code === null) throw createError(answer.get('error_description') ?? answer.get('error') ?? '', address);
  return code;
}

/** The secret that the user entered goes only where they had agreed to then. */
function getSecret({ tokenEndpoint, clientSecret }: SignInPrompt, client: RegisteredClient, address: string): string {
  if (client.id === '') return clientSecret;
  if ([new URL(address).origin, ...client.reach].includes(new URL(tokenEndpoint).origin)) return client.secret;
  throw createError('Its tokens are now given elsewhere. Sign out, and enter the client ID again.', address);
}

async function loadClient(address: string): Promise<RegisteredClient> {
  return ((await loadSecret(address, 'client')) as RegisteredClient | undefined) ?? { id: '', secret: '', reach: [] };
}
