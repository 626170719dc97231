/** Signing in by the worker: what it refuses of a prompt and of an answer, whatever the hidden document prepared. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createSignIn } from '../../../src/chrome/offscreen/sign-in.ts';
import { isSignedIn, loadSecret, saveClient, saveKey, saveSignIn } from '../../../src/chrome/storage/keys.ts';
import type { PreparedEvent, SignInPrompt } from '../../../src/lib/protocol/offscreen/sign-in.ts';
import { installLocal } from '../../kit/storage/local-area.ts';
import { startOAuthServer, type OAuthServer } from '../../kit/servers/oauth-server.ts';

const ADDRESS = 'http://127.0.0.1:1/mcp';
const ISSUER = 'https://accounts.example';
const REDIRECT = 'https://abc.chromiumapp.org/';
let oauth: OAuthServer;
let shown: string[];
let answer: string;
beforeAll(async () => void (oauth = await startOAuthServer()));
afterAll(() => oauth.close());
beforeEach(() => {
  installLocal();
  shown = [];
  answer = `?code=code-0&state=s&iss=${ISSUER}`;
  const { storage } = globalThis.chrome;
  Object.assign(globalThis.chrome, {
    storage: { ...storage, session: storage.local },
    permissions: { contains: () => Promise.resolve(true) },
    runtime: { id: 'abc' },
    identity: {
      launchWebAuthFlow: ({ url }: { readonly url: string }) => {
        shown.push(url);
        return Promise.resolve(`${REDIRECT}${answer}`);
      },
    },
  });
});

const PROMPT = (): SignInPrompt => ({
  url: `${ISSUER}/authorize`,
  state: 's',
  verifier: 'v',
  tokenEndpoint: `${oauth.issuer}/token`,
  revocationEndpoint: '',
  clientId: 'client-1',
  clientSecret: '',
  method: 'none',
  resource: '',
  issuer: ISSUER,
  namesIssuer: true,
  scope: '',
});

interface Situation {
  readonly prompt?: Partial<SignInPrompt>;
  readonly wanted?: readonly string[];
  readonly reach?: readonly string[];
  readonly address?: string;
}

function signIn(
  { prompt, wanted = [], reach, address = ADDRESS }: Situation = {},
  signal = new AbortController().signal,
) {
  const prepared: PreparedEvent = {
    type: 'prepared',
    wanted: [...wanted],
    canRegister: true,
    prompt: { ...PROMPT(), ...prompt },
  };
  const request = { address, reach: reach ?? [ISSUER, oauth.issuer], isPressed: true };
  return createSignIn({ prepareSignIn: () => Promise.resolve(prepared) })(request, signal);
}

it.each([
  ['another state', `?code=c&state=t&iss=${ISSUER}`, /belongs to another sign-in/],
  ['another issuer', '?code=c&state=s&iss=https://other.example', /Another server answered/],
  ['no issuer, which was promised', '?code=c&state=s', /Another server answered/],
  ['a refusal', `?error=access_denied&state=s&iss=${ISSUER}`, /access_denied/],
])('an answer with %s is refused, and nothing exchanged', async (_, given, words) => {
  answer = given;
  const had = oauth.grants.length;
  await expect(signIn()).rejects.toThrow(words);
  expect(shown).toEqual([`${ISSUER}/authorize`]);
  expect([oauth.grants.length, await isSignedIn(ADDRESS)]).toEqual([had, false]);
});

it.each<[string, Situation]>([
  ['page', { prompt: { url: 'https://elsewhere.example/authorize' } }],
  ['endpoint for tokens', { prompt: { tokenEndpoint: 'https://elsewhere.example/token' } }],
])('a %s where nobody agreed to is not opened', async (_, situation) => {
  await expect(signIn(situation)).rejects.toThrow(/sends to https:\/\/elsewhere\.example, unasked/);
  expect(shown).toEqual([]);
});

it('a person who takes too long is told so, also while the window stays open', async () => {
  const controller = new AbortController();
  globalThis.chrome.identity.launchWebAuthFlow = () => {
    controller.abort();
    return new Promise<string>(() => undefined);
  };
  await expect(signIn({}, controller.signal)).rejects.toThrow(/took more than 10 minutes/);
});

it('an end is told only where the person agreed to', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json({ token_type: 'Bearer', access_token: 'token' }));
  await signIn({ prompt: { revocationEndpoint: 'https://elsewhere.example/revoke' } });
  expect(await loadSecret(ADDRESS, 'sign-in')).toMatchObject({ revocationEndpoint: '' });
});

it.each([
  'https://10.0.0.1',
  'https://printer.lan',
  'https://gateway.corp',
  'https://[64:ff9b::a00:1]',
  'http://a.example',
])('a server on the web may not send to %s, even if somebody agreed', async (origin) => {
  const address = 'https://tools.example/mcp';
  await expect(signIn({ address, wanted: [origin] })).rejects.toThrow(/which isn’t followed/);
  await expect(signIn({ address, reach: [origin], prompt: { url: `${origin}/` } })).rejects.toThrow(/unasked/);
  expect(shown).toEqual([]);
});

it('a token that was typed, or came by a sign-in for another server of the site, is not replaced', async () => {
  await saveKey(ADDRESS, 'typed-token');
  await expect(signIn()).rejects.toMatchObject({
    error: { hint: expect.stringContaining('Remove the key') as string },
  });
  await saveSignIn(ADDRESS, 'token', { address: 'http://127.0.0.1:1/other', scope: '' }, () => true);
  await expect(signIn()).rejects.toThrow(/for another server/);
  expect(shown).toEqual([]);
});

it('a secret that the person entered goes only where they had agreed to then', async () => {
  await saveClient(ADDRESS, { id: 'mine', secret: 'canary', reach: [ISSUER] });
  const had = oauth.grants.length;
  await expect(signIn()).rejects.toThrow(/tokens are now given elsewhere/);
  expect(oauth.grants).toHaveLength(had);
});
