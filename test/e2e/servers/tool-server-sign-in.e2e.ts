/** Signing in at a real tool server through a real authorization server, as a user does it; and that its tokens lie in their slots alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { ADD, startToolServer, type ToolServer } from '../../kit/servers/mcp-server.ts';
import { startOAuthServer, type OAuthServer } from '../../kit/servers/oauth-server.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, openSettings } from '../kit/reader.ts';

let x: Harness;
let server: ToolServer;
let oauth: OAuthServer;
let settings: Page;

beforeAll(async () => {
  [x, server, oauth] = await Promise.all([launch(), startToolServer(ADD), startOAuthServer()]);
  server.answer(oauth.guard(server));
  await x.grantHost('http://127.0.0.1/*'); // the browser's question, answered with yes
  settings = await openSettings(x, 'tools');
});
afterAll(() => Promise.all([x.close(), server.close(), oauth.close()])); // throws where a token lies elsewhere

const retest = () => settings.getByRole('button', { name: /^Test / }).click();
const signInButton = () => button(settings, `Sign in at ${new URL(oauth.issuer).host}`);

test('the button names the site; nothing is registered there before it is pressed, and then the server lists its tools', async () => {
  await button(settings, 'Add a server').click();
  await settings.getByLabel('Address', { exact: true }).fill(server.url);
  await button(settings, 'Save and test').click();
  await signInButton().waitFor();
  await checkLook(x, settings, 'tool-server-sign-in');
  expect(oauth.registered).toEqual([]);
  await signInButton().click();
  await settings.getByText('Adds two numbers.').waitFor();
  expect(oauth.grants).toMatchObject([{ grant_type: 'authorization_code', resource: server.url }]);
  expect(server.tokens.at(-1)).toBe(`Bearer ${oauth.given[0] ?? ''}`);
  await settings.getByText('You’re signed in.').waitFor();
  await checkLook(x, settings, 'tool-server-signed-in');
});

test('a token that is about to end is renewed without a question', async () => {
  oauth.lasting(1);
  const again = button(settings, `Sign in again: 127-0-0-1-${new URL(server.url).port}`);
  await again.click();
  await signInButton().click();
  await again.waitFor(); // the form is closed
  oauth.lasting(3600);
  await retest();
  await settings.getByText('Adds two numbers.').waitFor();
  expect(oauth.grants.at(-1)).toMatchObject({ grant_type: 'refresh_token' });
  expect(server.tokens.at(-1)).toBe(`Bearer ${oauth.given.at(-2) ?? ''}`);
});

test('a token that the server ends before its time is renewed too, and the tools are listed', async () => {
  oauth.expire();
  await retest();
  await expect.poll(() => server.tokens.at(-1)).toBe(`Bearer ${oauth.given.at(-2) ?? ''}`);
  await settings.getByText('Adds two numbers.').waitFor();
  expect(oauth.grants.at(-1)).toMatchObject({ grant_type: 'refresh_token' });
});

test('a site whose metadata name another issuer is refused', async () => {
  await settings.getByRole('button', { name: /^Sign out/ }).click();
  await settings.getByText('You’re signed out.').waitFor();
  expect(oauth.revoked).toMatchObject([{ token: oauth.given.at(-1), token_type_hint: 'refresh_token' }]);
  expect(Object.keys(await x.storage.get('local')).filter((key) => key.startsWith('key/'))).toEqual([]);
  const had = oauth.grants.length;
  oauth.claim({ issuer: 'https://other.example' });
  await retest();
  await signInButton().click();
  await settings.getByRole('alert').filter({ hasText: 'didn’t work' }).waitFor();
  expect(oauth.grants).toHaveLength(had);
});
