/** The first minute: what the panel shows a newcomer, from the built-in engine to a model found on this computer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../src/lib/protocol/settings/settings.ts';
import { startModelServer, type ModelServer } from '../kit/model-server.ts';
import { startSite, type Site } from '../kit/site.ts';
import { launch, type Harness } from './harness.ts';
import { button, finished, openWithPanel, telling } from './reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;
beforeAll(async () => {
  [site, server] = await Promise.all([startSite(), startModelServer()]);
  // LM Studio's port may be taken on this computer
  x = await launch({ args: [`--host-resolver-rules=MAP localhost:1234 ${new URL(server.origin).host}`] });
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

const cards = async (panel: Awaited<ReturnType<Harness['sidePanel']>>): Promise<readonly string[]> =>
  panel.locator('.first-step h3').allInnerTexts();
const settings = async (): Promise<Settings> => (await x.storage.get('local'))['settings'] as Settings;

test('three cards: one that is tried is gone, the model is looked for on a press, tested and used', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await expect.poll(() => cards(panel)).toEqual(['Try it on this page', 'Connect a model', 'Select text']);
  await panel.getByRole('button', { name: /^Summarise this page/ }).click();
  await finished(panel);
  expect(server.requests).toEqual([]);
  await button(panel, 'New conversation').click();
  await expect.poll(() => cards(panel)).toEqual(['Connect a model', 'Select text']);

  for (const pattern of ['http://localhost:11434/*', 'http://localhost:1234/*']) await x.allowHost(pattern); // the browser's question, answered with yes
  await button(panel, 'Find local models').click();
  await telling(panel, panel.getByText(/^Not found: .*Ollama/).waitFor());
  await button(panel, 'Use test-model').click();
  await telling(panel, panel.getByText('writes your answers now.').waitFor());
  expect(await settings()).toMatchObject({
    main: 'lm-studio:test-model',
    models: [{ endpoint: 'http://localhost:1234/v1' }],
  });
  await expect.poll(() => cards(panel)).toEqual(['Select text']);

  await panel.getByRole('button', { name: /^Summarise this page/ }).click();
  expect(await finished(panel)).toContain('Summary of');
  await page.close();
});

test('what is skipped stays skipped, and a model is still one press away', async () => {
  await x.storage.clear('local');
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await button(panel, 'Skip “Try it on this page”').click();
  await button(panel, 'Skip all').click();
  await expect.poll(() => cards(panel)).toEqual([]);
  expect(await panel.evaluate(() => document.activeElement?.className)).toBe('stack gap-3 start');
  await panel.reload();
  await telling(panel, panel.getByText('Built-in engine: picks sentences, no AI.').waitFor());
  expect(await cards(panel)).toEqual([]);
  await button(panel, 'Connect a model').click();
  expect(await cards(panel)).toEqual(['Connect a model']);
  await page.close();
});

test('the toolbar is shown on this site from the card, and a click’s access is made to last', async () => {
  await x.storage.clear('local');
  const { page, panel } = await openWithPanel(x, site.page('news'));
  const { origin } = new URL(site.page('news'));
  await panel.getByText('Access for this visit only.').waitFor();
  await x.allowHost(`${origin}/*`);
  await button(panel, 'Always allow here').click();
  await expect.poll(() => button(panel, 'Always allow here').count()).toBe(0);
  await button(panel, 'On this site').click();
  await panel.getByText('Select text on the page to see them.').waitFor();
  expect((await settings()).toolbar).toEqual({ where: 'sites', sites: [origin], butNot: [] });
  await page.close();
});
