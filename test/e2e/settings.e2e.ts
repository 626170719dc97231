/** From the settings page to a summary by one's own server: connection test, key, the shortcut, parts in view. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gate, refuse, reply } from '../kit/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../kit/model-server.ts';
import { startSite, type Site } from '../kit/site.ts';
import { launch, type Harness } from './harness.ts';
import { button, comes, finished, openWithPanel, summarise, useServer } from './reader.ts';

const KEY = 'sk-canary-7f3a';

let x: Harness;
let site: Site;
let server: ModelServer;
beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
  await x.grantHost(`${server.origin}/*`); // the browser's question, answered with yes
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

test('a server is tried, saved and used, with its key in one header and nowhere else [R9.4b]', async () => {
  const settings = await x.open(x.url('src/options/index.html'));
  const model = settings.getByLabel('Model', { exact: true });
  const key = settings.getByLabel('API key', { exact: true });
  await button(settings, 'Add a model').click();
  await button(settings, 'Other (OpenAI-compatible)').click();
  await settings.getByLabel('Endpoint', { exact: true }).fill(server.url);
  await model.fill('no-such-model');
  await key.fill(KEY);

  const modelOf = (body: unknown): unknown => (body as { model?: unknown } | undefined)?.model;
  server.respond(({ body }) =>
    modelOf(body) === 'no-such-model' ? refuse(404, 'The model does not exist.', 'model_not_found') : undefined,
  );
  await button(settings, 'Will it work?').click();
  await settings
    .getByRole('alert')
    .filter({ hasText: /test-model/ })
    .waitFor(); // says which models are there
  server.respond(({ path }) => (path === '/v1/models' ? refuse(401, 'Incorrect API key provided.') : undefined));
  await button(settings, 'Will it work?').click();
  await settings.getByRole('alert').filter({ hasText: /key/i }).waitFor();
  server.respond(() => undefined);
  await model.fill('test-model');
  await button(settings, 'Will it work?').click();
  await settings.getByText(/It will work/).waitFor();
  await button(settings, 'Save').click();
  await settings.getByText('Saved: server:test-model.').waitFor();
  await settings.getByText('main', { exact: true }).waitFor();
  await button(settings, 'Edit server:test-model').click();
  expect(await key.inputValue()).toBe('');
  expect(await settings.content()).not.toContain(KEY);
  await settings.close();

  const { page, panel } = await openWithPanel(x, site.page('news'));
  await summarise(panel);
  expect(await finished(panel)).toContain('Summary of');
  expect(server.calls.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(JSON.stringify(server.requests.map(({ path, body }) => [path, body]))).not.toContain(KEY);
  expect(JSON.stringify(await x.storage.get('session'))).not.toContain(KEY);
  expect(await panel.content()).not.toContain(KEY);
  await page.close();
});

test('settings go out to a file and come back from one, keys only when that was ticked [R8.2b]', async () => {
  const settings = await x.open(x.url('src/options/index.html'));
  const exported = async (): Promise<string> => {
    const [download] = await Promise.all([
      settings.waitForEvent('download'),
      button(settings, 'Export settings').click(),
    ]);
    return readFile(await download.path(), 'utf8');
  };
  expect(await exported()).not.toContain(KEY);
  await settings.getByRole('checkbox', { name: /^With API keys/ }).check();
  const file = await exported();
  expect(file).toContain(KEY);

  await x.storage.clear('local');
  await settings.reload();
  await settings.getByLabel('Import settings').setInputFiles({
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  });
  await settings.getByText('mine.json holds 1 model, with 1 API key.').waitFor();
  await button(settings, 'Replace my settings').click();
  await button(settings, 'Edit server:test-model').waitFor();
  expect(await x.storage.get('local')).toMatchObject({ [`key/${server.origin}`]: KEY });
  await settings.close();
});

test('the shortcut summarises the page in view [J2a]', async () => {
  await x.setSettings({});
  const { page, panel } = await openWithPanel(x, site.page('docs')); // the click stands in for the access a real key grants
  await button(panel, 'Settings').waitFor();
  await x.command('summarise-page', page);
  expect((await finished(panel)).length).toBeGreaterThan(60);
  await page.close();
});

test('a long page says which part of how many is being read [J2c]', async () => {
  await useServer(x, server, { contextTokens: 2600 });
  const first = server.calls.length;
  const held = gate();
  server.respond((exchange) => reply(server.calls.indexOf(exchange) === first + 1 ? { before: { 0: held.pass } } : {}));
  const { page, panel } = await openWithPanel(x, site.book(5000));
  await summarise(panel);
  await comes(panel, held.reached, 'the second part');
  await panel
    .getByText(/part 2 of [4-9]/)
    .first()
    .waitFor();
  held.release();
  await finished(panel);
  await page.close();
});

test('no error was left behind', async () => {
  expect((await x.problems()).filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
});
