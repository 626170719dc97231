/**
 * Conversations stay: over discarding, closing and moving of their tab and a restart of the browser, until they are deleted, and
 * then nothing of them is left. The model's part depends on the request alone.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { removeProfile, throwawayProfile } from '../../../scripts/lib/chrome.mjs';
import {
  agentReply,
  lastToolResult,
  promptText,
  systemOf,
  type AgentScript,
} from '../../kit/models/model-server-agent.ts';
import { gate } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { answered, ask } from '../kit/asking.ts';
import { until } from '../kit/behind.ts';
import { dump } from '../kit/canary.ts';
import { call, cast, hasCalled, resultOf } from '../kit/casting.ts';
import { checkTabWalk } from '../kit/controls.ts';
import { launch, PANEL_PATH, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, comes, openWithPanel, telling, tokensOf, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;

const FOLLOW_UP = 'And how long does it take?';
/** A word that only the long read has, whose text is stored when it is read. */
const OF_THE_PAGE = 'Averholm';

const answering: AgentScript = (exchange) => ({
  text: promptText(exchange).includes(FOLLOW_UP) ? 'Six or seven years.' : 'Nine painters.',
});

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer(() => agentReply(answering))]);
  await useServer(x, server, { contextTokens: 128_000 });
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));
beforeEach(() => server.respond(() => agentReply(answering)));

/** Words of a built-in agent's instructions. */
const READER = 'You are a careful reader';
const sends: AgentScript = (exchange) =>
  hasCalled(exchange, 'agent_long_document_reader')
    ? { text: lastToolResult(exchange) }
    : { calls: [call('agent_long_document_reader', { task: 'Who paints the pier?' })] };
const reads: AgentScript = (exchange) =>
  hasCalled(exchange, 'read_page')
    ? { text: `The reader says: ${resultOf(exchange, 'read_page') ?? ''}`.slice(0, 200) }
    : { calls: [call('read_page', {})] };

const row = (panel: Page, question: string) => panel.locator('.listed > button').filter({ hasText: question });
const answer = (panel: Page, text: string) => panel.getByRole('article', { name: 'Answer' }).filter({ hasText: text });

/** The long read with a finished answer beside it. */
async function talk(question: string, harness: Harness = x): Promise<{ page: Page; panel: Page }> {
  const { page, panel } = await openWithPanel(harness, site.page('long-read'));
  await ask(panel, question);
  await answered(panel);
  return { page, panel };
}

/** Goes on, from History and beside the tab in front, with what was asked there. */
async function continueHere(panel: Page, question: string): Promise<void> {
  await telling(panel, button(panel, 'History').click());
  await telling(panel, row(panel, question).click());
  await telling(panel, button(panel, 'Continue here').click());
  await panel.keyboard.type(FOLLOW_UP);
  await panel.keyboard.press('Enter');
  await telling(panel, answer(panel, 'Six or seven years.').waitFor());
}

/** Where the browser holds a text for the extension. */
async function placesOf(text: string, harness: Harness = x): Promise<readonly string[]> {
  const held = await harness.inExtension(dump);
  return Object.entries(held).flatMap(([place, content]) => (content.includes(text) ? [place] : []));
}

const menu = (panel: Page, question: string) => panel.getByRole('button', { name: `Options for ${question}` });

async function deleteRow(panel: Page, question: string): Promise<void> {
  await telling(panel, menu(panel, question).click());
  await telling(panel, button(panel, 'Delete').locator('visible=true').click());
  await telling(panel, row(panel, question).waitFor({ state: 'detached' }));
}

test('[R11.5] a tab that the browser discarded shows its conversation again, and the sums are as they were', async () => {
  const { panel } = await talk('Who paints the bridge?');
  const sums = await tokensOf(panel);
  const other = await x.open(site.page('news'));
  await telling(panel, answer(panel, 'Nine painters.').waitFor({ state: 'detached' }));
  const discarded = await panel.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ currentWindow: true, url: '*://*/pages/long-read/*' });
    return (await chrome.tabs.discard(tab?.id))?.id ?? -1; // under another id
  });
  await panel.evaluate((id) => chrome.tabs.update(id, { active: true }), discarded);
  await telling(panel, answer(panel, 'Nine painters.').waitFor());
  const { input, output, sessionInput } = await tokensOf(panel);
  expect({ input, output }).toEqual({ input: sums.input, output: sums.output });
  expect(sessionInput).toBeGreaterThanOrEqual(sums.sessionInput);
  await panel.evaluate((id) => chrome.tabs.remove(id), discarded);
  await other.close();
});

test('[R11.5] a run goes on in a tab that the browser discards meanwhile, and reads it again', async () => {
  const held = gate();
  server.respond((exchange) =>
    agentReply(
      cast({ main: sends, [READER]: reads }),
      systemOf(exchange).includes(READER) && !hasCalled(exchange, 'read_page') ? { before: { 0: held.pass } } : {},
    ),
  );
  await x.grantHost('http://localhost/*'); // what a click on the icon grants ends with the discarded page
  const { panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'Who paints the pier?');
  await comes(panel, held.reached, 'the reader’s first decision');
  await x.open(site.page('news'));
  const { from, to } = await panel.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ currentWindow: true, url: '*://*/pages/long-read/*' });
    return { from: tab?.id, to: (await chrome.tabs.discard(tab?.id))?.id ?? -1 };
  });
  expect(to).not.toBe(from);
  held.release();
  await until(
    () => Promise.resolve(server.calls.some(({ body }) => JSON.stringify(body).includes('The reader says'))),
    'the page to be read',
    30_000,
  );
  await panel.evaluate((id) => chrome.tabs.update(id, { active: true }), to);
  await telling(
    panel,
    answer(panel, 'The reader says: Read “The town that keeps things going”: 6,747 words.').waitFor(),
  );
  await panel.evaluate((id) => chrome.tabs.remove(id), to);
});

test('[R11.5] a tab moved to another window keeps its conversation', async () => {
  const { page, panel } = await talk('Who paints the towers?');
  await x.open(site.page('news')); // the first window stays
  await panel.evaluate(async (address) => {
    const tabs = await chrome.tabs.query({});
    const tab = tabs.find(({ url }) => url === address);
    await chrome.windows.create(tab?.id === undefined ? {} : { tabId: tab.id });
  }, page.url());
  await x.clickAction(page);
  const panels = () => x.context.pages().filter((each) => each.url() === x.url(PANEL_PATH));
  await until(async () => {
    const shown = await Promise.all(panels().map((each) => answer(each, 'Nine painters.').count()));
    return shown.some((count) => count > 0);
  }, 'a panel of the other window with the conversation');
  await page.close();
});

test('[R11.5] closing the tab stops the run, which is in History with what it has, and can be continued', async () => {
  const held = gate();
  server.respond(() => agentReply(answering, { before: { 2: held.pass } }));
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'Who minds the clock?');
  await comes(panel, held.reached, 'the question at the server');
  server.respond(() => agentReply(answering));
  const next = await x.open(site.page('news'));
  await page.close();
  held.release();
  await x.clickAction(next);
  await telling(panel, button(panel, 'History').click());
  await telling(panel, row(panel, 'Who minds the clock?').filter({ hasText: 'Stopped' }).waitFor());
  await button(panel, 'Close history').click();
  await telling(panel, button(panel, 'History').click());
  await telling(panel, row(panel, 'Who minds the clock?').click());
  await telling(panel, button(panel, 'Continue here').waitFor());
  await checkLook(x, panel, 'archived');
  await continueHere(panel, 'Who minds the clock?');
  await next.close();
});

test('[R11.5] a deletion can be undone; one that stands leaves nothing, anywhere', async () => {
  const { page, panel } = await talk('Who keeps the ledger of ships?');
  expect((await placesOf('ledger of ships')).length).toBeGreaterThan(2);
  await button(panel, 'History').click();
  // what other tests left would keep the text of the page
  await telling(panel, button(panel, 'Delete all history…').click());
  await button(panel, 'Delete everything').click();
  await telling(panel, panel.getByText('Your conversations will appear here.').waitFor());
  expect([await placesOf('ledger of ships'), await placesOf(OF_THE_PAGE)]).toEqual([[], []]);
  await button(panel, 'Close history').click();

  await ask(panel, 'Who keeps the book of tides?');
  await answered(panel);
  expect((await placesOf(OF_THE_PAGE)).join()).toContain('texts');
  await button(panel, 'History').click();
  await telling(panel, row(panel, 'book of tides').waitFor());
  await deleteRow(panel, 'Who keeps the book of tides?');
  await checkLook(x, panel, 'undo');
  await button(panel, 'Undo').click();
  await telling(panel, row(panel, 'book of tides').waitFor());
  await button(panel, 'Close history').click();
  await telling(panel, answer(panel, 'Nine painters.').waitFor()); // its tab shows it again

  await button(panel, 'History').click();
  await deleteRow(panel, 'Who keeps the book of tides?');
  await x.closeSidePanel();
  await until(async () => (await placesOf('book of tides')).length === 0, 'the conversation to be gone');
  expect(await placesOf(OF_THE_PAGE)).toEqual([]);
  await page.close();
});

test('[R11.5] under the private switch a conversation is in no history, and gone with its tab', async () => {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await button(panel, 'History').click();
  await panel.getByRole('switch', { name: 'Private' }).click();
  await telling(panel, panel.getByText('Private: new conversations aren’t saved.').waitFor());
  await button(panel, 'Close history').click();
  await ask(panel, 'Who hides behind the mill?');
  await answered(panel);
  await panel.getByText('Private: deleted when you leave it').waitFor();
  await checkLook(x, panel, 'private');
  await button(panel, 'History').click();
  await telling(panel, panel.getByText('Your conversations will appear here.').waitFor());
  const next = await x.open(site.page('news'));
  await page.close();
  await until(async () => (await placesOf('behind the mill')).length === 0, 'the conversation to be gone');
  expect(await placesOf(OF_THE_PAGE)).toEqual([]);
  await button(panel, 'Close history').click();
  await button(panel, 'Turn off').click();
  await button(panel, 'History').click();
  await telling(panel, panel.getByText('Conversations are saved for 30 days.').waitFor());
  await button(panel, 'Close history').click();
  await next.close();
});

test('the drawer keeps the focus, moves nothing beneath it, and gives the focus back when Escape closes it', async () => {
  const { page, panel } = await talk('Who oils the weathercock?');
  const placesBeneath = () =>
    panel.evaluate(() => [
      scrollY,
      ...Array.from(
        document.querySelectorAll('main > :not(dialog), .dock'),
        (each) => each.getBoundingClientRect().top,
      ),
    ]);
  const before = await placesBeneath();
  await button(panel, 'History').click();
  await telling(panel, row(panel, 'Who oils the weathercock?').waitFor());
  const drawer = panel.getByRole('dialog', { name: 'History' });
  await telling(panel, drawer.getByRole('region', { name: 'This page' }).getByText('weathercock').waitFor());
  expect(await placesBeneath()).toEqual(before);
  const focused = () => panel.evaluate(() => document.activeElement?.getAttribute('type') ?? '');
  expect(await focused()).toBe('search');
  await checkLook(x, panel, 'history');
  await checkTabWalk(panel);
  await drawer.getByRole('searchbox').focus();
  await panel.keyboard.press('Escape');
  await telling(panel, drawer.waitFor({ state: 'detached' }));
  expect(await panel.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('History');
  await telling(panel, answer(panel, 'Nine painters.').waitFor());
  await page.close();
});

test('[R11.5] a new conversation does not end a live one unasked, and leaves it in History', async () => {
  const held = gate();
  server.respond(() => agentReply(answering, { before: { 2: held.pass } }));
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'Who lights the lamps?');
  await comes(panel, held.reached, 'the question at the server');
  await button(panel, 'New conversation').click();
  await button(panel, 'Let it finish').click();
  held.release();
  await answered(panel);
  await button(panel, 'New conversation').click();
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await telling(panel, button(panel, 'Summarise this page').waitFor());
  await button(panel, 'History').click();
  await telling(panel, row(panel, 'Who lights the lamps?').waitFor());
  await page.close();
});

test('no error was left behind', async () => {
  expect((await x.problems()).filter((problem) => !problem.includes('No SW'))).toEqual([]);
});

test('[R11.5] after a restart of the browser the conversation is in History, and can be continued', async () => {
  const profile = await throwawayProfile(findBrowser() ?? '');
  onTestFinished(() => removeProfile(profile));
  const first = await launch({ profile });
  await useServer(first, server, { contextTokens: 128_000 });
  await talk('Who sweeps the harbour?', first);
  await first.close();
  const second = await launch({ profile });
  onTestFinished(() => second.close());
  await useServer(second, server, { contextTokens: 128_000 }); // a restart may take the browser's own grant with it
  const { panel } = await openWithPanel(second, site.page('long-read'));
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await continueHere(panel, 'Who sweeps the harbour?');
  expect((await placesOf(OF_THE_PAGE, second)).join()).toContain('texts');
}, 120_000);
