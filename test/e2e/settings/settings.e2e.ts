/** From the settings page to a summary by one's own server: connection test, key, the shortcut, parts in view. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gate, refuse, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { ollamaChat } from '../../kit/wire/ollama.ts';
import { SETTINGS_PLACES } from '../../../src/lib/protocol/settings/places.ts';
import type { Settings } from '../../../src/lib/protocol/settings/settings.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, comes, finished, openSettings, openWithPanel, summarise, useServer } from '../kit/reader.ts';

const KEY = 'sk-canary-7f3a';
const ENGINES = [
  { engine: 'searxng', endpoint: 'https://search.example.org', cx: '' },
  { engine: 'brave', endpoint: '', cx: '' },
  { engine: 'wikipedia', endpoint: '', cx: '' },
] as const;
const WORKS = /(It works|Works, with limits)\.$/;

let x: Harness;
let site: Site;
let server: ModelServer;
let ollama: ModelServer;
beforeAll(async () => {
  const models = ['llama3.2', 'qwen3'];
  ollama = await startModelServer(undefined, { format: ollamaChat, models });
  const args = [`--host-resolver-rules=MAP localhost:11434 ${new URL(ollama.url).host}`];
  [x, site, server] = await Promise.all([launch({ args }), startSite(), startModelServer()]);
  // the browser's questions, answered with yes
  await x.grantHost(`${server.origin}/*`);
  await x.grantHost('http://localhost:11434/*');
});
afterAll(() => Promise.all([x.close(), site.close(), server.close(), ollama.close()]));

test('a server is saved, tried and used, with its key in one header and nowhere else [R9.4b]', async () => {
  const settings = await openSettings(x, 'model');
  const model = settings.getByRole('textbox', { name: 'Model', exact: true });
  const key = settings.getByLabel('API key', { exact: true });
  server.respond(({ path }) => (path === '/v1/models' ? refuse(401, 'Incorrect API key provided.') : undefined));
  await button(settings, 'Add a model').click();
  await button(settings, 'Other (OpenAI-compatible)').click();
  await settings.getByLabel('Address', { exact: true }).fill(server.url);
  await key.fill('sk-wrong');
  await button(settings, 'Next').click();
  await settings.getByRole('alert').filter({ hasText: /key/i }).waitFor();
  server.respond(() => undefined);
  await key.fill(KEY);
  await button(settings, 'Load list').click();
  await settings.getByRole('radio', { name: 'test-model', checked: true }).waitFor(); // the only one

  const modelOf = (body: unknown): unknown => (body as { model?: unknown } | undefined)?.model;
  server.respond(({ body }) =>
    modelOf(body) === 'no-such-model' ? refuse(404, 'The model does not exist.', 'model_not_found') : undefined,
  );
  await model.fill('no-such-model');
  await button(settings, 'Save').click();
  await settings
    .getByRole('alert')
    .filter({ hasText: /test-model/ })
    .waitFor(); // says which models are there
  await button(settings, 'Edit server:no-such-model').click();
  await model.fill('test-model');
  await button(settings, 'Save').click();
  await settings.getByText(WORKS).waitFor();
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
  const settings = await openSettings(x, 'backup');
  const exported = async (): Promise<string> => {
    const [download] = await Promise.all([
      settings.waitForEvent('download'),
      button(settings, 'Export settings').click(),
    ]);
    return readFile(await download.path(), 'utf8');
  };
  expect(await exported()).not.toContain(KEY);
  await settings.getByRole('checkbox', { name: /^Include API keys/ }).check();
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
  await settings.getByText('Imported: 1 model.').waitFor();
  expect(await x.storage.get('local')).toMatchObject({ [`key/${server.origin}`]: KEY });
  await settings.close();
});

test('a model of Ollama is added, tested and in use after four clicks, each of them also a key', async () => {
  await x.setSettings({});
  const settings = await openSettings(x, 'model');
  const clicks = [
    button(settings, 'Add a model'),
    button(settings, 'Ollama'),
    settings.getByRole('radio', { name: 'qwen3' }),
    button(settings, 'Save'),
  ];
  for (const target of clicks) await target.click();
  await settings.getByText(WORKS).waitFor();
  const result = settings.getByRole('group', { name: 'Test ollama:qwen3' });
  expect(await result.evaluate((element) => element === document.activeElement)).toBe(true);
  const { top, bottom } = await result
    .getByText(WORKS)
    .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  expect(top >= 0 && bottom <= (await settings.evaluate(() => innerHeight))).toBe(true);
  expect(await x.storage.get('local')).toMatchObject({ settings: { main: 'ollama:qwen3' } });

  await x.setSettings({});
  await settings.reload();
  await button(settings, 'Add a model').focus();
  await settings.keyboard.press('Enter');
  await settings.keyboard.press('Tab');
  await settings.keyboard.press('Enter'); // Ollama is the first server
  await settings.getByRole('radio', { name: 'llama3.2' }).waitFor();
  await settings.keyboard.type('qw');
  await settings.getByRole('radio', { name: 'llama3.2' }).waitFor({ state: 'detached' });
  await settings.keyboard.type('en3');
  await settings.keyboard.press('Enter');
  await settings.getByText('Saved: ollama:qwen3.').waitFor();
  await settings.close();
});

test('theme and text size change panel and settings at once, and hold from the first paint on', async () => {
  await x.setSettings({});
  const { page, panel } = await openWithPanel(x, site.page('news'));
  const settings = await openSettings(x, 'appearance');
  const shown = (view: Page): Promise<readonly string[]> =>
    view.evaluate(() => {
      const { backgroundColor, fontSize } = getComputedStyle(document.body);
      return [backgroundColor, fontSize];
    });
  await x.look(panel, { scheme: 'light' });
  await x.look(settings, { scheme: 'light' });
  const before = await shown(panel);
  expect(await shown(settings)).toEqual(before);
  await button(settings, 'Dark').click();
  await button(settings, 'Large').click();
  for (const view of [panel, settings]) await expect.poll(() => shown(view)).toEqual(['rgb(18, 24, 26)', '18px']);
  await x.look(settings, { scheme: 'dark' });
  await settings.reload({ waitUntil: 'domcontentloaded' });
  expect(await shown(settings)).toEqual(['rgb(18, 24, 26)', '18px']);
  await button(settings, 'Light').click();
  await button(settings, 'Normal').click();
  for (const view of [panel, settings]) await expect.poll(() => shown(view)).toEqual(before);
  await settings.close();
  await page.close();
});

test('the shortcut summarises the page in view [J2a]', async () => {
  await x.setSettings({});
  const { page, panel } = await openWithPanel(x, site.page('docs')); // the click stands in for the access a real key grants
  await button(panel, 'More').waitFor();
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

test.each(SETTINGS_PLACES)('the place “%s” is whole at any size, without a finding of axe', async (place) => {
  const { settings: stored } = await x.storage.get('local');
  await x.storage.set('local', { settings: { ...(stored as Settings), search: { engines: ENGINES } } });
  const settings = await openSettings(x, place);
  await checkLook(x, settings, `settings-${place}`);
  await settings.close();
});

test('no error was left behind', async () => {
  expect((await x.problems()).filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
});
