/** The panel in a window of its own: it follows the tabs of the window that it came from, and goes with it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { waitUntilLoaded } from '../kit/behind.ts';
import { launch, PANEL_PATH, type Harness } from '../kit/harness.ts';
import { button, finished, openWithPanel, summarise, telling } from '../kit/reader.ts';

let x: Harness;
let site: Site;

beforeAll(async () => {
  [x, site] = await Promise.all([launch(), startSite()]);
  await x.grantHost('http://localhost/*');
});
afterAll(() => Promise.all([x.close(), site.close()]));

const isDetached = (page: Page): boolean => page.url().startsWith(`${x.url(PANEL_PATH)}#window=`);

async function openInWindow(panel: Page): Promise<Page> {
  const opened = x.context.waitForEvent('page', { predicate: isDetached });
  await button(panel, 'More').click();
  await button(panel, 'Open in a window').click();
  const detached = await opened;
  await waitUntilLoaded(detached);
  return detached;
}

test('the panel moves into a window, works there, follows the tab, and goes with the window that it came from', async () => {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await telling(panel, panel.getByText('Estimate:').waitFor());
  const gone = panel.waitForEvent('close');
  const detached = await openInWindow(panel);
  await gone;
  await summarise(detached);
  expect(await finished(detached)).not.toBe('');
  // by its address the worker tells it from a page when a shortcut is pressed
  expect(await detached.evaluate(async () => (await chrome.tabs.getCurrent())?.url)).toContain('#window=');
  await button(detached, 'More').click();
  expect(await button(detached, 'Open in a window').count()).toBe(0);
  await detached.keyboard.press('Escape');

  const other = await x.open(site.page('news'));
  const chip = detached.locator('.page-chip');
  await telling(detached, chip.filter({ hasText: await other.title() }).waitFor());
  await page.bringToFront();
  await telling(detached, chip.filter({ hasText: await page.title() }).waitFor());

  await x.clickAction(page);
  const again = await x.sidePanel();
  await telling(
    again,
    again
      .locator('.page-chip')
      .filter({ hasText: await page.title() })
      .waitFor(),
  );
  const closed = again.waitForEvent('close');
  await button(again, 'More').click();
  await button(again, 'Open in a window').click();
  await closed;
  expect(x.context.pages().filter(isDetached)).toHaveLength(1);
});

test('it goes with the window that it came from', async () => {
  const address = `${site.page('docs')}#own-window`;
  const opened = x.context.waitForEvent('page', { predicate: (page) => page.url() === address });
  await x.inExtension((page) => page.evaluate((url) => chrome.windows.create({ url }), address));
  const page = await opened;
  await waitUntilLoaded(page);
  await x.clickAction(page);
  const detached = await openInWindow(await x.sidePanel());
  await telling(
    detached,
    detached
      .locator('.page-chip')
      .filter({ hasText: await page.title() })
      .waitFor(),
  );
  const gone = detached.waitForEvent('close');
  await page.close();
  await gone;
});

test('no error was left behind', async () => {
  expect((await x.problems()).filter((problem) => !problem.includes('No SW'))).toEqual([]);
});
