/** What the selection toolbar and the context menu offer follows the settings: nothing that needs a model without one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OneModel, settingsOf } from '../../kit/protocol/settings.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { ALL, appears, drag, goes, PLAIN } from './toolbar-kit.ts';

const SITE = 'http://page.test';

let x: Harness;
beforeAll(async () => {
  x = await launch();
  await x.grantHost(`${SITE}/*`);
  await x.route(`${SITE}/*`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: PLAIN }));
});
afterAll(() => x.close());

const isInMenu = (id: string): Promise<boolean> =>
  x.inWorker(
    (item) =>
      chrome.contextMenus.update(item, {}).then(
        () => true,
        () => false,
      ),
    id,
  );

test('a page that stands open and one opened later, before and after a model is set up', async () => {
  const withModel = { endpoint: 'http://127.0.0.1:9/v1', model: 'test-model' };
  const toolbar = { where: 'sites', sites: [SITE], butNot: [] } as const;
  const change = async (model: OneModel): Promise<void> => {
    await x.storage.set('local', { settings: { ...settingsOf(model), toolbar } }); // at once: the toolbar never goes
  };
  await change({});
  const page = await x.open(`${SITE}/standing`);
  const devtools = await x.context.newCDPSession(page);
  const withoutModel = ALL.filter((name) => name !== 'Simplify' && name !== 'Translate');
  const offered = async (): Promise<readonly string[]> => {
    await drag(page, '#text');
    const names = await appears(devtools);
    await page.keyboard.press('Escape');
    await goes(devtools);
    await page.evaluate(() => getSelection()?.removeAllRanges());
    return names;
  };
  expect(await offered()).toEqual(withoutModel);
  await expect.poll(() => isInMenu('simplify')).toBe(false);
  expect(await isInMenu('explain')).toBe(true);

  await change(withModel);
  await expect.poll(offered).toEqual(ALL);
  await expect.poll(() => isInMenu('simplify')).toBe(true);
  await page.reload();
  await expect.poll(offered).toEqual(ALL);

  await change({});
  await expect.poll(offered).toEqual(withoutModel);
  await expect.poll(() => isInMenu('translate')).toBe(false);
});
