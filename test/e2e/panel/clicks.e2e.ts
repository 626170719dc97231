/** How many clicks each job takes in a panel that is open, walked one after the other beside one page. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { t } from '../../../src/sidepanel/strings/strings.ts';
import { agentReply } from '../../kit/models/model-server-agent.ts';
import { gate, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSearchServer, type SearchServer } from '../../kit/web/search-server.ts';
import { entryOf, settingsOf } from '../../kit/protocol/settings.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { fileChips } from '../kit/attaching.ts';
import { call, hasCalled } from '../kit/casting.ts';
import { addAgent, addModel } from '../kit/filling-in.ts';
import { createHand, enabled, type Hand } from '../kit/hand.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { putToolbarOn } from '../kit/pressing.ts';
import { button, comes, finished, openWithPanel, telling } from '../kit/reader.ts';
import { appears, drag, press } from '../toolbar/toolbar-kit.ts';

let x: Harness;
let site: Site;
let server: ModelServer;
let web: SearchServer;
let other: Page;
let page: Page;
let panel: Page;
let devtools: CDPSession;
beforeAll(async () => {
  [x, site, server, web] = await Promise.all([launch(), startSite(), startModelServer(), startSearchServer()]);
  for (const pattern of ['http://127.0.0.1/*', 'http://localhost/*']) await x.grantHost(pattern);
  const models = ['one', 'two'].map((model) => entryOf({ endpoint: server.url, model, contextTokens: 32_768 }));
  const settings = settingsOf({ search: { engines: [web.config('searxng')] } });
  await x.storage.set('local', { settings: { ...settings, models, main: models[0]?.id } });
  await putToolbarOn(x, new URL(site.url).origin);
  other = await x.open(site.page('long-read'));
  ({ page, panel } = await openWithPanel(x, site.page('news')));
  devtools = await x.context.newCDPSession(page);
});
afterAll(async () => {
  await x.close();
  await Promise.all([site, server, web].map((each) => each.close()));
});

const field = () => panel.locator('#ask-field');
/** In the line of the composer. */
const item = (name: string) => panel.locator('.composer').getByRole('button', { name, exact: true });
const option = (name: RegExp) => panel.getByRole('option', { name }).first();
const lastRequest = () => JSON.stringify(server.calls.at(-1)?.body);

async function say(words: string): Promise<void> {
  await telling(panel, panel.locator('#send-button[data-stops=false]').waitFor());
  await field().fill(words);
  await field().press('Enter');
}

let answers = 0;

/** Asks with the keyboard, and waits for the answer. */
async function ask(words: string): Promise<void> {
  const answer = `Answer ${String((answers += 1))}.`;
  server.respond(() => reply({ text: answer }));
  await say(words);
  await telling(panel, panel.getByRole('article').getByText(answer).waitFor());
}

/** A press in the toolbar beside what is selected. */
async function pressInToolbar(hand: Hand, name: string, words: string): Promise<void> {
  server.respond(() => reply({ text: words }));
  await page.bringToFront();
  await page.evaluate(() => getSelection()?.empty()); // or what is selected would be dragged
  await drag(page, 'h1');
  await appears(devtools);
  await hand.press(() => press(page, devtools, name));
  await telling(panel, panel.getByRole('article').getByText(words).waitFor());
}

async function openHistory(hand: Hand): Promise<void> {
  await hand.click(button(panel, t.history.open));
  await telling(panel, panel.locator('.listed').first().waitFor());
}

/** Each begins where the one before has ended. */
const JOBS: readonly (readonly [job: string, most: number, walk: (hand: Hand) => Promise<void>])[] = [
  [
    'a summary',
    1,
    async (hand) => {
      await hand.click(button(panel, t.summarise));
      await finished(panel);
    },
  ],
  ['a question about the page', 0, () => ask('Who typed the winter of 1931?')],
  ['a follow-up', 0, () => ask('And who noticed?')],
  [
    'a copy of an answer',
    1,
    async (hand) => {
      await hand.click(button(panel, t.copy).last());
      await telling(panel, button(panel, t.copied).waitFor());
    },
  ],
  [
    'an export',
    2,
    async (hand) => {
      await hand.click(button(panel, t.answer.more).last());
      const saved = panel.waitForEvent('download');
      await hand.click(button(panel, t.exportAs(t.formats.markdown)));
      await saved;
    },
  ],
  [
    'a stop',
    1,
    async (hand) => {
      const held = gate();
      server.respond(() => reply({ before: { 1: held.pass } }));
      await say('How high?');
      await comes(panel, held.reached, 'the held answer');
      await hand.click(button(panel, t.stop));
      await telling(panel, button(panel, t.answer.continue).waitFor());
      held.release();
    },
  ],
  [
    'another model',
    2,
    async (hand) => {
      await hand.click(button(panel, t.modelHint('one')));
      await hand.click(button(panel, 'two'));
      await telling(panel, button(panel, t.modelHint('two')).waitFor());
    },
  ],
  [
    'another tab as a source',
    0,
    async () => {
      await field().fill('@town');
      await telling(panel, option(/town that keeps/).waitFor());
      await field().press('Enter');
      await ask('How do they compare?');
      expect(lastRequest()).toContain('Averholm');
    },
  ],
  [
    'an agent',
    0,
    async () => {
      await field().fill('@long');
      await telling(panel, option(/Long-document/).waitFor());
      await field().press('Enter');
      await ask('Read it.');
      expect(lastRequest()).toContain('You are a careful reader');
    },
  ],
  [
    'the web',
    1,
    async (hand) => {
      await hand.click(button(panel, t.web.toggle));
      await telling(panel, panel.getByText(/^Searches /).waitFor());
      const searched = web.nextSearch();
      await say('How high did it rise?');
      await comes(panel, searched, 'the search');
      await panel.keyboard.press('Escape');
      await telling(panel, button(panel, t.answer.continue).last().waitFor());
    },
  ],
  ['an explanation of what is selected', 1, (hand) => pressInToolbar(hand, 'Explain', 'It is a library.')],
  ['a translation of what is selected', 1, (hand) => pressInToolbar(hand, 'Translate', 'Eine Bücherei.')],
  [
    'a region of the page, dragged',
    1,
    async (hand) => {
      await hand.click(item(t.pictures.region));
      const layer = page.locator('kl-region');
      await telling(panel, layer.waitFor({ state: 'attached' }));
      await telling(panel, panel.getByText(t.pictures.choosing).waitFor());
      await checkLook(x, panel, 'region-choice');
      await page.keyboard.press('Escape');
      await layer.waitFor({ state: 'detached' });
    },
  ],
  [
    'a file or a picture, from the disk',
    1,
    async (hand) => {
      const choosing = panel.waitForEvent('filechooser');
      await hand.click(item(t.pictures.choose));
      const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('The tide is high.') };
      await (await choosing).setFiles(file);
      await telling(panel, fileChips(panel).first().waitFor());
    },
  ],
  [
    'an older conversation',
    2,
    async (hand) => {
      await openHistory(hand);
      await hand.click(panel.locator('.listed > button').first());
      await telling(panel, button(panel, t.history.continueHere).waitFor());
      await button(panel, t.back).click();
      await button(panel, t.history.close).click();
    },
  ],
  [
    'a new conversation',
    1,
    async (hand) => {
      await hand.click(button(panel, t.newConversation));
      await telling(panel, button(panel, t.summarise).waitFor());
    },
  ],
  [
    'a translation of the whole page',
    3,
    async (hand) => {
      server.respond(() => reply({ text: 'Neun Zentimeter zu hoch.' }));
      await hand.click(button(panel, t.summaryOptions));
      await hand.click(button(panel, t.translateCommand));
      await hand.click(enabled(button(panel, t.translate.page)));
      await telling(panel, panel.getByRole('article', { name: t.summary.translate }).waitFor());
      await telling(panel, panel.locator('#send-button[data-stops=false]').waitFor());
    },
  ],
  [
    'a yes',
    1,
    async (hand) => {
      const url = site.page('docs');
      const opened = x.context.waitForEvent('page');
      server.respond(() =>
        agentReply((exchange) =>
          hasCalled(exchange, 'open_link') ? { text: 'It is open.' } : { calls: [call('open_link', { url })] },
        ),
      );
      await say('Show me more.');
      await hand.click(enabled(button(panel, t.toolYes('open_link'))), { delay: 500 });
      await (await opened).waitForURL(url);
    },
  ],
  ['an agent by the form', 4, (hand) => addAgent(hand, panel)],
  [
    'a model in the settings',
    6,
    async (hand) => {
      server.respond(() => undefined);
      await addModel(hand, { x, panel, address: server.url });
    },
  ],
  [
    'the deletion of one conversation',
    3,
    async (hand) => {
      await openHistory(hand);
      const listed = panel.locator('.listed');
      const before = await listed.count();
      await hand.click(listed.last().locator('.run-menu button').first());
      await hand.click(button(panel, t.history.delete));
      await expect.poll(() => listed.count()).toBe(before - 1);
      await button(panel, t.history.close).click();
    },
  ],
  [
    'the deletion of all that is kept',
    3,
    async (hand) => {
      await openHistory(hand);
      await hand.click(button(panel, t.history.deleteAll));
      await hand.click(button(panel, t.history.deleteAllNow));
      await telling(panel, panel.locator('.listed').first().waitFor({ state: 'detached' }));
    },
  ],
];

test.each(JOBS)('%s takes at most %i clicks', async (_job, most, walk) => {
  const hand = createHand(x);
  await walk(hand);
  expect(hand.count().clicks).toBeLessThanOrEqual(most);
});

test('no error was left behind', async () => {
  await other.close();
  // the test of a new model asks its server for more than it has
  expect((await x.problems()).filter((problem) => !problem.includes('status of 404'))).toEqual([]);
});
