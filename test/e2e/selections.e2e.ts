/** The settings for selections in the browser: the toolbar's places with the access they take, own presets, the shortcuts. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSite, type Site } from '../kit/site.ts';
import { launch, type Harness } from './harness.ts';
import { button, openWithPanel } from './reader.ts';

let x: Harness;
let site: Site;
beforeAll(async () => {
  [x, site] = await Promise.all([launch(), startSite()]);
});
beforeEach(() => x.setSettings({}));
afterAll(() => Promise.all([x.close(), site.close()]));

const openSettings = (): Promise<Page> => x.open(x.url('src/options/index.html'));
const granted = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => (await chrome.permissions.getAll()).origins ?? []);
const toolbar = async (): Promise<unknown> =>
  ((await x.storage.get('local'))['settings'] as { toolbar: unknown }).toolbar;

test('a site is chosen and given up again with its access; every site likewise, and other access stays', async () => {
  const { origin } = new URL(site.page('news'));
  const pattern = `${origin}/*`;
  const other = 'http://127.0.0.1:9/*';
  await x.grantHost(other);
  const settings = await openSettings();
  await button(settings, 'On sites I choose').click();
  await settings.getByText('None yet. Add one here').waitFor();

  await x.allowHost(pattern); // the person says yes when asked
  await settings.getByLabel('Add a site').fill(site.page('news'));
  await settings.getByLabel('Add a site').press('Enter');
  await settings.getByText('The toolbar appears on').first().waitFor();
  expect(await toolbar()).toEqual({ where: 'sites', sites: [origin], butNot: [] });
  expect(await granted(settings)).toContain(pattern);

  await button(settings, `Take the toolbar off ${origin}`).click();
  await settings.getByText('None yet. Add one here').waitFor();
  await expect.poll(() => granted(settings)).not.toContain(pattern);

  await x.allowHost('<all_urls>');
  await button(settings, 'On every site').click();
  await settings.getByText('The toolbar appears on every site.').waitFor();
  await settings.getByLabel('Leave out a site').fill('bank.example');
  await settings.getByLabel('Leave out a site').press('Enter');
  await settings.getByText('The toolbar leaves bank.example alone.').waitFor();
  expect(await toolbar()).toEqual({ where: 'everywhere', sites: [], butNot: ['https://bank.example'] });

  await button(settings, 'Nowhere').click();
  await settings.getByText('The toolbar appears nowhere').waitFor();
  expect(await granted(settings)).toEqual([other]);
  await settings.close();
});

test('presets are written, put in order by keyboard and still there afterwards [J9b]', async () => {
  const settings = await openSettings();
  await button(settings, 'Add “Key terms”').click();
  await settings.getByText('Saved: Key terms.').waitFor();
  await button(settings, 'Add your own').click();
  await settings.getByLabel('Name', { exact: true }).fill('Pros and cons');
  await settings.getByLabel('What is to be done').fill('List both sides.');
  await button(settings, 'Save').click();
  await settings.getByText('Saved: Pros and cons.').waitFor();
  await button(settings, 'Move Pros and cons up').focus();
  await settings.keyboard.press('Enter');
  await settings.getByText('Pros and cons is number 1 of 2 now.').waitFor();
  await settings.reload();
  await button(settings, 'Edit Pros and cons').waitFor();
  const presets = settings.getByRole('list').filter({ has: button(settings, 'Edit Pros and cons') });
  expect(await presets.locator('strong').allTextContents()).toEqual(['Pros and cons', 'Key terms']);
  const { settings: stored } = await x.storage.get('local');
  expect((stored as { presets: unknown }).presets).toMatchObject([{ title: 'Pros and cons' }, { title: 'Key terms' }]);
  await settings.close();
});

test('the shortcuts are those of the browser, and its page for them opens', async () => {
  const settings = await openSettings();
  await settings.getByText('Explain the selection').waitFor();
  await settings.getByText('Open KnowledgeLens').waitFor();
  const opened = settings.context().waitForEvent('page');
  await button(settings, 'Change shortcuts').click();
  expect(await opened.then((page) => page.url())).toContain('extensions/shortcuts');
  await (await opened).close();
  await settings.close();
});

test('the panel offers the toolbar until that was answered', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await panel.getByText('Show a toolbar beside what you select?').waitFor();
  await button(panel, 'No toolbar').click();
  await panel.getByText('You can turn it on in Settings').waitFor();
  await panel.reload();
  await panel.getByRole('button', { name: /Summarise this page/ }).waitFor();
  expect(await panel.getByText('Show a toolbar beside what you select?').count()).toBe(0);
  await page.close();
});
