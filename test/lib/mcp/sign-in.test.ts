/** Finding where to sign in, against a real tool server and a real authorization server. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listTools } from '../../../src/lib/mcp/mcp-client.ts';
import { prepareSignIn } from '../../../src/lib/mcp/sign-in.ts';
import { check } from '../../../src/lib/protocol/check.ts';
import { ADD, startToolServer, type ToolServer } from '../../kit/servers/mcp-server.ts';
import { startOAuthServer, type OAuthServer } from '../../kit/servers/oauth-server.ts';

const REDIRECT = 'https://abc.chromiumapp.org/';
let server: ToolServer;
let oauth: OAuthServer;
beforeAll(async () => {
  [server, oauth] = await Promise.all([startToolServer(ADD), startOAuthServer()]);
});
afterAll(() => Promise.all([server.close(), oauth.close()]));
beforeEach(() => {
  oauth.claim(null);
  server.answer(oauth.guard(server));
});

const optionsOf = () => ({ address: server.url, fetch, version: 'test', signal: new AbortController().signal });

async function prepare(changes: Partial<Parameters<typeof prepareSignIn>[0]> = {}) {
  const prepared = await prepareSignIn(
    {
      reach: [oauth.issuer],
      redirectUrl: REDIRECT,
      challenge: { metadata: '', scope: '', isScopeShort: false },
      client: { id: '', hasSecret: false },
      mayRegister: true,
      ...changes,
    },
    optionsOf(),
  );
  expect(check(`tool-server.${prepared.type}`, prepared)).toMatchObject({ ok: true });
  return prepared;
}

it('a refusal says where the metadata is, and for what', async () => {
  const { origin } = new URL(server.url);
  expect(await listTools(optionsOf())).toMatchObject({
    fault: 'sign-in',
    challenge: { metadata: `${origin}/.well-known/oauth-protected-resource/mcp`, scope: 'sums' },
  });
});

it('nothing is asked where nobody agreed to, and nothing registered before the press', async () => {
  const [had, visits] = [oauth.registered.length, oauth.visited.length];
  expect(await prepare({ reach: [] })).toMatchObject({ wanted: [oauth.issuer], prompt: null });
  expect(oauth.visited).toHaveLength(visits);
  expect(await prepare({ mayRegister: false })).toMatchObject({ wanted: [], canRegister: true, prompt: null });
  expect(oauth.registered).toHaveLength(had);
});

it('registers, and makes the page’s address with PKCE, state, scope and resource', async () => {
  const prepared = await prepare({ challenge: { metadata: '', scope: 'sums extra', isScopeShort: false } });
  const prompt = prepared.type === 'prepared' ? prepared.prompt : null;
  const asked = new URL(prompt?.url ?? '').searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: 'client-1',
    code_challenge_method: 'S256',
    redirect_uri: REDIRECT,
    scope: 'sums extra',
    resource: server.url,
    state: prompt?.state,
  });
  expect(prompt).toMatchObject({ method: 'none', issuer: oauth.issuer, namesIssuer: true, clientSecret: '' });
  expect(oauth.registered.at(-1)).toMatchObject({ client_name: 'KnowledgeLens', token_endpoint_auth_method: 'none' });
});

it('a client that the person registered is used, and its secret is not here', async () => {
  oauth.claim({ registration_endpoint: undefined, token_endpoint_auth_methods_supported: ['client_secret_basic'] });
  expect(await prepare()).toMatchObject({ canRegister: false, prompt: null });
  expect(await prepare({ client: { id: 'mine', hasSecret: true } })).toMatchObject({
    prompt: { clientId: 'mine', clientSecret: '', method: 'client_secret_basic' },
  });
});

it.each<[string, () => void]>([
  ['is of another server', () => oauth.claim({ issuer: 'https://other.example' })],
  ['knows no PKCE', () => oauth.claim({ code_challenge_methods_supported: ['plain'] })],
])('metadata that %s is refused', async (_, claim) => {
  claim();
  expect(await prepare()).toMatchObject({ type: 'fault', fault: 'no-sign-in' });
});

it.each([
  ['page', 'authorization_endpoint'],
  ['endpoint for tokens', 'token_endpoint'],
])('a %s elsewhere has to be agreed to', async (_, name) => {
  const had = oauth.registered.length;
  oauth.claim({ [name]: 'https://elsewhere.example/x' });
  expect(await prepare()).toMatchObject({ wanted: ['https://elsewhere.example'], prompt: null });
  expect(oauth.registered).toHaveLength(had);
});
