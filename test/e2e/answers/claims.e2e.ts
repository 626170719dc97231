/** What the panel says of quotes that are on the page, and still for the reader to check: turned claims and shortened quotes. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { promptOf, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { type Site, startSite } from '../../kit/pages/site.ts';
import { answered, ask } from '../kit/asking.ts';
import { type Harness, launch } from '../kit/harness.ts';
import type { Settings } from '../../../src/lib/protocol/settings/settings.ts';
import { openSettings, openWithPanel, readReceipt, useServer } from '../kit/reader.ts';

let site: Site;
let server: ModelServer;
let x: Harness;
const PATH = '/made/tides';
const PAGE = `<title>The harbour</title><h1>The harbour</h1>
  <p>Traffic in the harbour rose by 14 % in 2015. The new crane may lift up to 40 tonnes.</p>
  <p>The crane is safe to use, but not in a wind above force six, and only with two people on the ground.</p>
  ${'<p>Nothing of note happened on the river that day, and nobody wrote it down.</p>'.repeat(30)}`;
const TURNED =
  'The crane may lift as much as 40 tonnes [may lift up to 40 tonnes](#). Traffic rose by 40 % in 2015 [Traffic in the harbour rose](#).';
const SHORTENED = 'It is, says the port [The crane is safe to use … with two people on the ground](#).';

beforeAll(async () => {
  [site, server, x] = await Promise.all([startSite(), startModelServer(), launch()]);
  await x.route(
    (url) => url.pathname === PATH,
    (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: PAGE }),
  );
  await useServer(x, server, { contextTokens: 128_000 });
});
afterAll(async () => {
  await x.close();
  await Promise.all([site.close(), server.close()]);
});

test('a claim that says otherwise than its quote is marked, and a faithful one is not [R11.3]', async () => {
  server.respond(() => reply({ text: TURNED }));
  const { panel } = await openWithPanel(x, site.url + PATH);
  await ask(panel, 'How much does the crane lift?');
  await answered(panel);
  const marks = panel.locator('article .quote-mark');
  await marks.nth(1).waitFor();
  expect(await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('data-doubt')))).toEqual([
    null,
    'check this',
  ]);
  const told = panel.locator('.mismatch');
  await told.waitFor();
  expect(await told.count()).toBe(1);
  expect(await told.innerText()).toMatch(/check this\s+The answer says\s+“?40 %”?,\s+the source says\s+“?14 %”?/);
  await panel.getByText('1 to check', { exact: false }).first().waitFor();
  await takePictures(panel, 'claims');
  expect(await x.problems()).toEqual([]);
});

test('a quote joined over a contrast is shown as shortened, with what it leaves out, and backs nothing', async () => {
  server.respond(() => reply({ text: SHORTENED }));
  const { page, panel } = await openWithPanel(x, site.url + PATH);
  await ask(panel, 'Is the crane safe?');
  await answered(panel);
  const entry = panel.locator('.quotes .entry');
  await entry.first().waitFor();
  expect(await panel.locator('article .quote-mark').getAttribute('data-verdict')).toBe('shortened');
  expect(await entry.locator('mark').allInnerTexts()).toEqual([
    expect.stringContaining('but not in a wind above force six, and only'),
  ]);
  expect(await entry.locator('q').innerText()).toContain('safe to use');
  await entry.getByText('shortened').waitFor();
  await panel.getByText('1 quote, 1 to check').waitFor({ state: 'attached' });
  await takePictures(panel, 'shortened');
  await entry.click();
  await panel.getByText('Shown on the page.').waitFor();
  await page.close();
  expect(await x.problems()).toEqual([]);
});

test('a second opinion is switched on, asked once of the fast model, shown as its own and priced in a row [R11.14]', async () => {
  const { settings } = (await x.storage.get('local')) as { readonly settings: Settings };
  const priced = settings.models.map((model) => ({ ...model, priceInput: 2, priceOutput: 8 }));
  const prices = { priceInput: 1, priceOutput: 2 };
  const fast = 'server:swift-1';
  const swift = priced.map((model) => ({ ...model, id: fast, model: 'swift-1', ...prices }));
  await x.storage.set('local', { settings: { ...settings, models: [...priced, ...swift], fast } });
  const page = await openSettings(x, 'answers');
  const tick = page.getByLabel('Second opinion');
  expect(await tick.isChecked()).toBe(false);
  await tick.click();
  await page.getByText('Saved. Applies to your next question.').waitFor();
  expect(await tick.isChecked()).toBe(true);
  await takePictures(page, 'opinion-settings');
  await page.close();
  const opinions: string[] = [];
  server.respond((exchange) => {
    if ((exchange.body as { readonly model?: string }).model !== 'swift-1') return reply({ text: TURNED });
    opinions.push(promptOf(exchange));
    return reply({ text: '[{"index": 1, "reason": "the source says may lift, not lifts"}]' });
  });
  const { panel } = await openWithPanel(x, site.url + PATH);
  await ask(panel, 'How much does the crane lift?');
  await answered(panel);
  const doubts = panel.locator('.mismatch').filter({ hasText: 'doubts this:' });
  await doubts.waitFor();
  expect(await doubts.innerText()).toMatch(/swift-1 at [\d.:]+ doubts this:\s+“?the source says may lift, not lifts”?/);
  const marks = panel.locator('article .quote-mark');
  expect(await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('data-shown')))).toEqual([
    '1 · doubted',
    '2 · check this',
  ]);
  await panel.getByText('1 quote checked · 1 to check · 1 doubted').waitFor({ state: 'attached' });
  expect(opinions).toHaveLength(1);
  expect(opinions[0]).toContain('source: The new crane may lift up to 40 tonnes.');
  await takePictures(panel, 'opinion');
  const row = await readReceipt(panel, (receipt) =>
    receipt.locator('tr').filter({ hasText: 'Second opinion' }).innerText(),
  );
  expect(row).toMatch(/\d.*0\.0/s);
  expect(await x.problems()).toEqual([]);
});

/** For the eye, where a folder is named for them. */
async function takePictures(panel: Page, name: string): Promise<void> {
  const folder = process.env['KL_PICTURES'];
  if (folder === undefined) return;
  for (const scheme of ['light', 'dark'] as const) {
    await x.look(panel, { scheme, width: 360, height: 760, scale: 2 });
    await panel.screenshot({ path: `${folder}/${name}-${scheme}.png`, animations: 'disabled' });
  }
}
