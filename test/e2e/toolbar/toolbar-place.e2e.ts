/** Where the toolbar's script is, in a real browser: with the settings and the access, at once, and nowhere else. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import type { ToolbarSettings } from '../../../src/lib/protocol/settings/settings.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { until } from '../kit/behind.ts';
import { launch, type Harness } from '../kit/harness.ts';

let x: Harness;
let site: Site;
let here: string;

beforeAll(async () => {
  [x, site] = await Promise.all([launch(), startSite()]);
  here = new URL(site.page('news')).origin;
});
afterAll(() => Promise.all([x.close(), site.close()]));

const choose = (toolbar: Partial<ToolbarSettings>): Promise<void> =>
  x.storage.set('local', { settings: { ...DEFAULT_SETTINGS, toolbar: { ...DEFAULT_SETTINGS.toolbar, ...toolbar } } });

const registered = (): Promise<readonly chrome.scripting.RegisteredContentScript[]> =>
  x.inWorker(() => chrome.scripting.getRegisteredContentScripts());

/** Whether the script is in the page, as far as the extension may look. */
async function standsIn(page: Page): Promise<boolean> {
  await page.bringToFront();
  return x.inExtension((own) =>
    own.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      const [frame] = await chrome.scripting.executeScript({
        target: { tabId: tab?.id ?? -1 },
        func: () => (globalThis as { __klToolbar?: unknown }).__klToolbar !== undefined,
      });
      return frame?.result === true;
    }),
  );
}
const comesTo = (page: Page, stands: boolean): Promise<void> =>
  until(async () => (await standsIn(page)) === stands, `the toolbar to be ${stands ? 'there' : 'gone'}`);
/** As the toolbar's own menu says it. */
const hide = (where: 'site' | 'everywhere'): Promise<unknown> =>
  x.inWorker(async (said) => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    const [frame] = await chrome.scripting.executeScript({
      target: { tabId: tab?.id ?? -1 },
      args: [said],
      func: (to: string) => chrome.runtime.sendMessage<object, unknown>({ type: 'selection.hide', where: to }),
    });
    return frame?.result;
  }, where);

test('a site that was chosen has it once there is access, in pages that are open and in those that come', async () => {
  const open = await x.open(site.page('news'));
  await choose({ where: 'sites', sites: [here, 'https://example.org'] });
  await x.wakeWorker();
  expect(await registered()).toEqual([]);
  await x.grantHost('http://localhost/*');
  await comesTo(open, true);
  expect((await registered()).map(({ matches }) => matches)).toEqual([[`${here}/*`]]);
  const next = await x.open(site.page('long-read'));
  await comesTo(next, true);
  await open.close();

  expect(await hide('site')).toMatchObject({ ok: true });
  await comesTo(next, false);
  expect(await registered()).toEqual([]);
  await next.reload();
  expect(await standsIn(next)).toBe(false);
  await next.close();
});

test('a site of the same host on another port does not have it', async () => {
  await choose({ where: 'sites', sites: ['http://localhost:1'] });
  await until(async () => (await registered()).length === 1, 'the registration');
  const page = await x.open(site.page('news'));
  expect(await standsIn(page)).toBe(false);
  await page.close();
});

test('everywhere is everywhere but where it was hidden, and a worker that wakes changes nothing', async () => {
  await x.grantHost('<all_urls>');
  await choose({ where: 'everywhere' });
  const page = await x.open(site.page('news'));
  await comesTo(page, true);
  await x.killWorker();
  await x.wakeWorker();
  expect(await standsIn(page)).toBe(true);
  expect(await hide('site')).toMatchObject({ ok: true });
  await comesTo(page, false);
  await page.reload();
  expect(await standsIn(page)).toBe(false);
  const [script] = await registered();
  expect(script?.excludeMatches).toEqual([`${here}/*`]);
  await choose({ where: 'everywhere' });
  await comesTo(page, true);
  expect(await hide('everywhere')).toMatchObject({ ok: true });
  await comesTo(page, false);
  expect(await registered()).toEqual([]);
  await page.close();
});

test('an update of the extension beneath it brings the new one into pages that are open', async () => {
  await choose({ where: 'everywhere' });
  const page = await x.open(site.page('news'));
  await comesTo(page, true);
  await x.reload();
  await comesTo(page, true);
  await choose({});
  await comesTo(page, false);
  expect(await x.problems()).toEqual([]);
  await page.close();
});
