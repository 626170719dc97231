/** The composer in a real panel: a queued question, commands, other tabs, another model, and a page that is left. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gate, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { entryOf, settingsOf } from '../../kit/protocol/settings.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { answered } from '../kit/asking.ts';
import { checkTabWalk } from '../kit/controls.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook, takeMedianDock } from '../kit/looks.ts';
import { button, comes, finished, openWithPanel, telling, waitForEstimate } from '../kit/reader.ts';

const [FIRST, SECOND] = ['What did the volunteers find?', 'And what does it cost?'];
let x: Harness;
let site: Site;
let server: ModelServer;
beforeAll(async () => {
  takeMedianDock(); // of what other files have shown before
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
  await x.grantHost('http://127.0.0.1/*');
  await x.grantHost('http://localhost/*');
  const one = entryOf({ endpoint: server.url, model: 'one', contextTokens: 32_768 });
  const models = [one, entryOf({ endpoint: server.url, model: 'two', contextTokens: 32_768 })];
  await x.storage.set('local', { settings: { ...settingsOf({}), models, main: one.id } });
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

const field = (panel: Page) => panel.locator('#ask-field');
const answer = (panel: Page, text: string) => panel.getByRole('article', { name: 'Answer' }).getByText(text).waitFor();
const askedModels = () => server.calls.map(({ body }) => (body as { readonly model?: string } | null)?.model);
const option = (panel: Page, name: string | RegExp) => panel.getByRole('listbox').getByRole('option', { name });

test('the model’s thinking is seen, the next question waits for the answer, another model answers again, and Stop stands in the place of Ask', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await waitForEstimate(panel);
  expect(await panel.evaluate(() => document.activeElement?.id)).toBe('ask-field');
  const held = gate();
  const reasoning = 'The notebooks say by how much.';
  server.respond(() => reply({ text: 'Nine centimetres too high.', reasoning, before: { 0: held.pass } }));
  await field(panel).fill(FIRST);
  await button(panel, 'Ask').click();
  await comes(panel, held.reached, 'the held answer');
  await telling(panel, panel.locator('.present .steps > summary').click());
  await panel.getByText(reasoning).waitFor();
  await button(panel, 'Stop').waitFor();
  await field(panel).fill(SECOND);
  await button(panel, 'Ask next').click();
  await panel.getByText(`Next: ${SECOND}`).waitFor();
  await checkLook(x, panel, 'queue');
  server.respond(() => reply({ text: 'Five hours for each closure.' }));
  held.release();
  await telling(panel, answer(panel, 'Five hours'));
  await telling(panel, button(panel, 'Ask').waitFor());

  await button(panel, 'Copy').last().click();
  await telling(panel, button(panel, 'Copied').waitFor());

  await button(panel, 'Try again with another model').click();
  server.respond(() => reply({ text: 'Two says: five hours.' }));
  await button(panel, 'Try again with two').click();
  await telling(panel, answer(panel, 'Two says'));
  expect([askedModels().at(-2), askedModels().at(-1)]).toEqual(['one', 'two']);

  await button(panel, 'Model: one').click();
  await button(panel, 'two').click();
  await telling(panel, button(panel, 'Model: two').waitFor());
  await page.close();
});

test('a question that is sent while the page still loads is asked once it has', async () => {
  const address = 'http://localhost/queued/';
  const held = gate();
  const page = await x.context.newPage();
  await page.route(`${address}**`, async (route) => {
    if (route.request().url() !== address) await held.pass();
    const body =
      '<article><h1>Gauges</h1><p>The gauge reads nine centimetres too high.</p></article><img src="held.png">';
    await route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto(address, { waitUntil: 'commit' });
  await x.clickAction(page);
  const panel = await x.sidePanel();
  server.respond(() => reply({ text: 'Nine centimetres too high.' }));
  const before = server.calls.length;
  await field(panel).fill(FIRST);
  await field(panel).press('Enter');
  await panel.getByText(`Next: ${FIRST}`).waitFor();
  await checkLook(x, panel, 'early');
  expect(server.calls.length).toBe(before);
  held.release();
  await telling(panel, answer(panel, 'Nine centimetres'));
  expect(server.calls.length).toBe(before + 1);
  await page.close();
});

test('the shortcut that opens the panel closes it', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await field(panel).fill('How hi');
  await x.command('toggle-panel', page);
  await telling(panel, panel.getByText('something here isn’t sent yet').waitFor());
  await field(panel).fill('');
  const closed = panel.waitForEvent('close');
  await x.command('toggle-panel', page);
  await closed;
  await page.close();
});

test('an answer that begins with a Latin word runs from right to left where its own words do', async () => {
  const text = 'Docker هو\n\nتعمل الحاويات.\n\n- واحد\n- اثنان\n\n> اقتباس\n\nIt ends in English.';
  server.respond(() => reply({ text }));
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await waitForEstimate(panel);
  await field(panel).fill(FIRST);
  await field(panel).press('Enter');
  await telling(panel, answer(panel, 'It ends in English'));
  const sides = await panel.locator('article p').evaluateAll((blocks) =>
    blocks.map((block) => {
      const range = document.createRange();
      range.selectNodeContents(block);
      const [words, box] = [range.getBoundingClientRect(), block.getBoundingClientRect()];
      return words.right > box.right - 3 && words.left > box.left + 3 ? 'right' : 'left';
    }),
  );
  expect(sides).toEqual(['left', 'right', 'right', 'right', 'right', 'left']);
  const holders = panel.locator('article :is(ul, blockquote)');
  expect(await holders.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))).toEqual(['rtl', 'rtl']);
  await page.close();
});

test('commands follow a slash and other tabs an at sign, with the keyboard alone', async () => {
  server.respond(() => reply());
  const other = await x.open(site.page('long-read'));
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await waitForEstimate(panel);
  await field(panel).fill('Compare it with @town');
  await telling(panel, option(panel, /town that keeps/).waitFor());
  await field(panel).press('Enter');
  await panel
    .getByRole('list', { name: 'Sent with the question' })
    .getByText(/town that keeps/)
    .waitFor();
  await panel.getByRole('button', { name: /^Remove The town/ }).click();
  await field(panel).fill('/summ');
  await option(panel, 'Summarise this page').waitFor();
  await field(panel).press('Enter');
  await finished(panel);
  await Promise.all([page.close(), other.close()]);
});

/** With an answer about it in the panel; the run is over, since one that is not does not fold. */
async function leaveAnsweredPage() {
  server.respond(() => reply({ text: 'Nine centimetres too high.' }));
  const opened = await openWithPanel(x, site.page('news'));
  await waitForEstimate(opened.panel);
  await field(opened.panel).fill(FIRST);
  await field(opened.panel).press('Enter');
  expect(await answered(opened.panel)).toContain('Nine centimetres');
  await opened.page.goto(site.page('long-read'));
  return opened;
}

test('the thread of a page that is left folds into one line, and goes on from there', async () => {
  const { page, panel } = await leaveAnsweredPage();
  const folded = panel.getByRole('group', { name: 'Conversation about the previous page' });
  await telling(panel, folded.getByText('Answer ready').waitFor());
  await telling(panel, panel.locator('.page-chip').getByText('The town that keeps things going').waitFor());
  await telling(panel, button(panel, 'Summarise this page').waitFor());
  await checkLook(x, panel, 'folded');
  await button(panel, 'Continue').click();
  server.respond(() => reply({ text: 'Five hours for each closure.' }));
  await field(panel).fill(SECOND);
  await field(panel).press('Enter');
  await telling(panel, answer(panel, 'Five hours'));
  expect(await panel.getByRole('article', { name: 'Answer' }).count()).toBe(2);
  await page.close();
});

test('a page of the history follows an at sign, and what was kept of it is asked about', async () => {
  const { page, panel } = await leaveAnsweredPage();
  await telling(panel, button(panel, 'Summarise this page').waitFor());
  await field(panel).fill(`${SECOND} @library`);
  await telling(panel, option(panel, /^From History: The library/).waitFor());
  await field(panel).press('Enter');
  await telling(panel, panel.getByRole('heading', { name: 'From history' }).waitFor());
  expect(await panel.evaluate(() => document.activeElement?.id)).toBe('ask-field');
  server.respond(() => reply({ text: 'Five hours for each closure.' }));
  await field(panel).press('Enter');
  await telling(panel, answer(panel, 'Five hours'));
  expect(JSON.stringify(server.calls.at(-1)?.body)).toContain('nine centimetres'); // the page, which no tab shows
  await page.close();
});

test('at any size nothing is cut, and no finding of axe; the dock stays low', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await waitForEstimate(panel);
  await checkLook(x, panel, 'composer');
  await checkTabWalk(panel);
  await button(panel, 'More').focus();
  await panel.keyboard.press('Space');
  await panel.keyboard.press('Tab');
  expect(await panel.evaluate(() => document.activeElement?.textContent)).toBe('Agents');
  await panel.keyboard.press('Escape');
  expect(await panel.evaluate(() => document.activeElement?.ariaLabel)).toBe('More');
  expect(await panel.evaluate(dockHeight)).toBeLessThanOrEqual(96);
  await field(panel).fill('/');
  await telling(panel, option(panel, 'Summarise this page').waitFor());
  await checkLook(x, panel, 'commands');
  await page.close();
});

const dockHeight = (): number => document.querySelector('.dock')?.getBoundingClientRect().height ?? 0;

test('words that were not sent are there when the panel is opened again', async () => {
  const { page, panel } = await openWithPanel(x, site.page('docs'));
  await field(panel).fill('Half a ques');
  await x.closeSidePanel();
  await x.clickAction(page);
  const again = await x.sidePanel();
  await expect.poll(() => field(again).inputValue()).toBe('Half a ques');
  await page.close();
});

test('the dock leaves 87 % of the panel to the rest, in half of what was shown here', () => {
  const dock = takeMedianDock();
  expect(dock).toBeGreaterThan(0);
  expect(dock).toBeLessThanOrEqual(0.13);
});
