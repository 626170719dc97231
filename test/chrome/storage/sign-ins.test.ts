/** Tokens, against a real authorization server: kept like keys, renewed once however many ask, left where renewing is refused. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { exportKeys, hasKey, importKeys, isSignedIn, removeKey, saveKey } from '../../../src/chrome/storage/keys.ts';
import { loadGrantedScope, renewSignIn, requestTokens, signOut } from '../../../src/chrome/storage/sign-ins.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import { installLocal, type LocalArea } from '../../kit/storage/local-area.ts';
import { startOAuthServer, type OAuthServer } from '../../kit/servers/oauth-server.ts';

const ADDRESS = 'https://tools.example/mcp';
const VERIFIER = 'verifier';
const REDIRECT = 'https://abc.chromiumapp.org/';
const NEVER = new AbortController().signal;
let area: LocalArea;
let hasAccess: boolean;
let oauth: OAuthServer;
beforeAll(async () => void (oauth = await startOAuthServer()));
afterAll(() => oauth.close());
beforeEach(() => {
  area = installLocal();
  hasAccess = true;
  Object.assign(globalThis.chrome, { permissions: { contains: () => Promise.resolve(hasAccess) } });
  oauth.lasting(3600);
});

const token = (): unknown => area.value('key/https://tools.example');

async function signIn(changes: { readonly verifier?: string } = {}): Promise<void> {
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
  const query = new URLSearchParams({ redirect_uri: REDIRECT, code_challenge: challenge, state: 's' });
  const page = await fetch(`${oauth.issuer}/authorize?${query.toString()}`, { redirect: 'manual' });
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? '';
  await requestTokens(
    ADDRESS,
    {
      tokenEndpoint: `${oauth.issuer}/token`,
      revocationEndpoint: `${oauth.issuer}/revoke`,
      clientId: 'client-1',
      clientSecret: '',
      method: 'none',
      resource: ADDRESS,
      scope: 'sums',
    },
    { grant_type: 'authorization_code', code, code_verifier: changes.verifier ?? VERIFIER, redirect_uri: REDIRECT },
  );
}

it('a sign-in is the key of its origin, never exported, and removed with it', async () => {
  await signIn();
  expect(token()).toBe(oauth.given.at(-2));
  expect(oauth.grants.at(-1)).toMatchObject({ client_id: 'client-1', resource: ADDRESS, code_verifier: VERIFIER });
  expect([await isSignedIn(ADDRESS), await loadGrantedScope(ADDRESS)]).toEqual([true, 'sums']);
  expect(await exportKeys([ADDRESS])).toEqual({});
  await removeKey(ADDRESS);
  expect(area.stored.size).toBe(0);
});

it('a token that is typed or imported replaces it', async () => {
  await signIn();
  await saveKey(ADDRESS, 'typed-token');
  expect([token(), await isSignedIn(ADDRESS)]).toEqual(['typed-token', false]);
  await signIn();
  await importKeys({ 'https://tools.example': 'imported' });
  expect([token(), await isSignedIn(ADDRESS)]).toEqual(['imported', false]);
});

it('a refusal is said in the server’s words, and nothing is kept', async () => {
  await expect(signIn({ verifier: 'another' })).rejects.toThrow(UserFacingError);
  await expect(signIn({ verifier: 'another' })).rejects.toThrow(/That grant is over/);
  expect(await hasKey(ADDRESS)).toBe(false);
});

it('a token is renewed before it ends, once however many calls ask', async () => {
  await signIn();
  const had = oauth.grants.length;
  await renewSignIn(ADDRESS, NEVER);
  expect(oauth.grants).toHaveLength(had); // it lasts
  oauth.lasting(1);
  await signIn();
  oauth.lasting(3600);
  const [before, signedIn] = [token(), oauth.grants.length];
  await Promise.all([
    renewSignIn(ADDRESS, NEVER),
    renewSignIn(ADDRESS, NEVER),
    renewSignIn('https://tools.example/other', NEVER),
  ]);
  expect(oauth.grants.slice(signedIn)).toMatchObject([{ grant_type: 'refresh_token', resource: ADDRESS }]);
  expect(token()).not.toBe(before);
  expect(token()).toBe(oauth.given.at(-2));
});

it('a token that was refused is renewed although it would last, once however many calls were refused', async () => {
  await signIn();
  const [refused, had] = [String(token()), oauth.grants.length];
  const renewals = [0, 1, 2].map(() => renewSignIn(ADDRESS, NEVER, refused));
  expect(await Promise.all(renewals)).toEqual([true, true, true]);
  expect(oauth.grants.slice(had)).toMatchObject([{ grant_type: 'refresh_token' }]);
  expect(token()).not.toBe(refused);
});

it('a sign-out gives back what renews; it holds here whatever the server says', async () => {
  await signIn();
  const refresh = oauth.given.at(-1);
  expect(await signOut(ADDRESS)).toBe(false);
  expect(oauth.revoked.at(-1)).toEqual({ token: refresh, token_type_hint: 'refresh_token', client_id: 'client-1' });
  await signIn();
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('', { status: 503 }));
  expect(await signOut(ADDRESS)).toBe(true); // it may go on there
  expect(area.stored.size).toBe(0);
  const had = oauth.revoked.length;
  await saveKey(ADDRESS, 'typed-token');
  expect(await signOut(ADDRESS)).toBe(false);
  expect([oauth.revoked.length, await hasKey(ADDRESS)]).toEqual([had, false]);
});

it('nothing is sent to where the person took the access back', async () => {
  oauth.lasting(1);
  await signIn();
  const [before, had, ended] = [token(), oauth.grants.length, oauth.revoked.length];
  hasAccess = false;
  expect(await renewSignIn(ADDRESS, NEVER)).toBe(false);
  expect(token()).toBe(before);
  expect(await signOut(ADDRESS)).toBe(true); // it may go on there
  expect([oauth.grants.length, oauth.revoked.length, token()]).toEqual([had, ended, undefined]);
});

it('where renewing is refused, the token stays, and nothing is thrown', async () => {
  oauth.lasting(1);
  await signIn();
  const before = token();
  await signInElsewhere();
  await renewSignIn(ADDRESS, NEVER);
  expect(token()).toBe(before);
});

/** Makes the kept token that renews worthless. */
async function signInElsewhere(): Promise<void> {
  const kept = new Map(area.stored);
  await signIn();
  area.stored.clear();
  for (const [key, value] of kept) area.stored.set(key, value);
}

it('a stop ends the waiting for a renewal, and what renews the next is kept', async () => {
  oauth.lasting(1);
  await signIn();
  const stop = new AbortController();
  const waiting = [renewSignIn(ADDRESS, stop.signal), renewSignIn(ADDRESS, stop.signal)];
  stop.abort(new Error('stopped'));
  expect(await Promise.all(waiting)).toEqual([false, false]);
  await renewSignIn(ADDRESS, NEVER); // after those two
  expect(token()).toBe(oauth.given.at(-2));
});

it.each<[string, () => Promise<unknown>, unknown]>([
  ['a sign-out', () => removeKey(ADDRESS), undefined],
  ['a token that was typed', () => saveKey(ADDRESS, 'typed-token'), 'typed-token'],
  ['a token that was imported', () => importKeys({ 'https://tools.example': 'imported' }), 'imported'],
])('%s stays while a renewal is under way', async (_, change, kept) => {
  oauth.lasting(1);
  await signIn();
  const had = oauth.grants.length;
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...asked) => {
    const response = await fetch(...asked);
    await change();
    return response;
  });
  await renewSignIn(ADDRESS, NEVER);
  expect(oauth.grants).toHaveLength(had + 1);
  expect([token(), await isSignedIn(ADDRESS)]).toEqual([kept, false]);
});

it('a token that cannot be sent is not one', async () => {
  const tokens = { token_type: 'Bearer', access_token: 'two words' };
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json(tokens));
  const client = {
    tokenEndpoint: oauth.issuer,
    revocationEndpoint: '',
    clientId: '',
    clientSecret: '',
    resource: '',
    scope: '',
  };
  const asked = requestTokens(ADDRESS, { ...client, method: 'none' }, {});
  await expect(asked).rejects.toThrow(/It gave no usable token/);
});

it('renewing does nothing without a sign-in', async () => {
  const had = oauth.grants.length;
  await saveKey(ADDRESS, 'typed-token');
  await renewSignIn(ADDRESS, NEVER);
  expect([oauth.grants.length, token()]).toEqual([had, 'typed-token']);
});
