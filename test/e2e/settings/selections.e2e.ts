/** The settings for selections in the browser: the toolbar's places with the access they take, own presets, the shortcuts. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, openSettings } from '../kit/reader.ts';

let x: Harness;
let site: Site;
beforeAll(async () => {
  [x, site] = await Promise.all([launch(), startSite()]);
});
beforeEach(() => x.setSettings({}));
afterAll(() => Promise.all([x.close(), site.close()]));

const granted = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => (await chrome.permissions.getAll()).origins ?? []);
const toolbar = async (): Promise<unknown> =>
  ((await x.storage.get('local'))['settings'] as { toolbar: unknown }).toolbar;

test('a site is chosen and given up again with its access; every site likewise, and other access stays', async () => {
  const { origin } = new URL(site.page('news'));
  const pattern = `${origin}/*`;
  const other = 'http://127.0.0.1:9/*';
  await x.grantHost(other);
  const settings = await openSettings(x, 'selection');
  await button(settings, 'Selected sites').click();
  await settings.getByText('None yet. Add one here').waitFor();

  await x.allowHost(pattern); // the user says yes when asked
  await settings.getByLabel('Add a site').fill(site.page('news'));
  await settings.getByLabel('Add a site').press('Enter');
  await settings.getByText(`The toolbar shows on ${origin}.`).waitFor();
  expect(await toolbar()).toEqual({ where: 'sites', sites: [origin], butNot: [] });
  expect(await granted(settings)).toContain(pattern);

  await button(settings, `Remove the toolbar from ${origin}`).click();
  await settings.getByText('None yet. Add one here').waitFor();
  await expect.poll(() => granted(settings)).not.toContain(pattern);

  await x.allowHost('<all_urls>');
  await button(settings, 'All sites').click();
  await settings.getByText('The toolbar shows on all sites.').waitFor();
  await settings.getByLabel('Add an exception').fill('bank.example');
  await settings.getByLabel('Add an exception').press('Enter');
  await settings.getByText('The toolbar is off on bank.example.').waitFor();
  expect(await toolbar()).toEqual({ where: 'everywhere', sites: [], butNot: ['https://bank.example'] });

  await button(settings, 'Off').click();
  await expect.poll(() => granted(settings)).toEqual([other]);
  await settings.close();
});

test('presets are written, put in order by keyboard and still there afterwards [J9b]', async () => {
  const settings = await openSettings(x, 'selection');
  await button(settings, 'Add “Key terms”').click();
  await settings.getByText('Saved: Key terms.').waitFor();
  await button(settings, 'Add a custom action').click();
  await settings.getByLabel('Name', { exact: true }).fill('Pros and cons');
  await settings.getByLabel('Prompt').fill('List both sides.');
  await button(settings, 'Save').click();
  await settings.getByText('Saved: Pros and cons.').waitFor();
  await button(settings, 'Move Pros and cons up').focus();
  await settings.keyboard.press('Enter');
  await settings.getByText('Pros and cons is now 1 of 2.').waitFor();
  await settings.reload();
  await button(settings, 'Edit Pros and cons').waitFor();
  const presets = settings.getByRole('list').filter({ has: button(settings, 'Edit Pros and cons') });
  expect(await presets.locator('strong').allTextContents()).toEqual(['Pros and cons', 'Key terms']);
  const { settings: stored } = await x.storage.get('local');
  expect((stored as { presets: unknown }).presets).toMatchObject([{ title: 'Pros and cons' }, { title: 'Key terms' }]);
  await settings.close();
});

test('the shortcuts are those of the browser, and its page for them opens', async () => {
  const settings = await openSettings(x, 'selection');
  await settings.getByText('Explain the selection').waitFor();
  await settings.getByText('Open or close KnowledgeLens').waitFor();
  const opened = settings.context().waitForEvent('page');
  await button(settings, 'Change shortcuts').click();
  expect(await opened.then((page) => page.url())).toContain('extensions/shortcuts');
  await (await opened).close();
  await settings.close();
});
