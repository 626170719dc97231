/**
 * What is read is what the tab shows: the page of a frame’s selection, the text of an app’s new address, feeds and data, and a
 * page that hides behind a consent dialog. The store build, without a model except where one is asked.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { agentReply, promptText } from '../../kit/models/model-server-agent.ts';
import { startModelServer } from '../../kit/models/model-server.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, openSettings, openWithPanel, summaryOf, telling, useServer, warns } from '../kit/reader.ts';
import { drag } from '../kit/selecting.ts';

const HOME = 'http://localhost/reading';
const ELSEWHERE = 'http://elsewhere.test/frame';
const html = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${body}</body></html>`;
const sentences = (of: string): string =>
  ['spring', 'summer', 'autumn', 'winter', 'the rain', 'the frost']
    .map(
      (when) => `<p>The ${of} of Averholm is at its best in ${when}, when the river runs slowly past the old mill.</p>`,
    )
    .join('');
const WALL = `<div><h1>Before you go on</h1><p>We use cookies to show you personalised content. Our privacy policy says how cookies are kept.</p>
<button>Reject all</button><button id="yes">Accept all</button></div>
<script>yes.onclick = () => document.body.innerHTML = ${JSON.stringify(`<main>${sentences('harbour')}</main>`)}</script>`;
/** Draws what it routes to 0.7 s later. */
const ROUTER = `<main>${sentences('castle')}</main><a href="/reading/router/garden">Garden</a>
<script>document.querySelector('a').onclick = (event) => {
  event.preventDefault();
  history.pushState(null, '', event.target.href);
  setTimeout(() => document.querySelector('main').innerHTML = ${JSON.stringify(sentences('garden'))}, 700);
}</script>`;
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour ledger</title>
<item><title>The gates close</title><link>${HOME}/gates</link><pubDate>Fri, 01 Mar 2024 10:00:00 GMT</pubDate>
<description>&lt;p&gt;The northern gates of the harbour close at noon on Friday for repairs to the hinges.&lt;/p&gt;</description></item>
<item><title>The ferry is late</title><description>The morning ferry was late by an hour, because of fog over the estuary.</description></item></channel></rss>`;
const DATA = JSON.stringify({
  title: 'Oars',
  notes: [
    'Most oars are made of ash, which is heavy and does not break in a cold sea.',
    'A few oars are of spruce, which floats.',
  ],
});
const PAGES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  framed: [
    'text/html',
    html(
      'Framed',
      `<main>${sentences('town')}</main><iframe src="/reading/frame" width="600" height="120"></iframe>
    <iframe src="${ELSEWHERE}" width="600" height="60"></iframe>`,
    ),
  ],
  frame: [
    'text/html',
    html('Frame', '<style>body { font: 15px/22px monospace }</style><p>The rudder lies in the boat. No more.</p>'),
  ],
  app: ['text/html', html('App', `<main>${sentences('castle')}</main>`)],
  router: ['text/html', html('Router', ROUTER)],
  wall: ['text/html', html('Wall', WALL)],
  feed: ['text/xml', FEED],
  data: ['application/json', DATA],
};

let x: Harness;

beforeAll(async () => {
  x = await launch();
  await x.route(/^http:\/\/localhost\/reading\//, (route) => {
    const [contentType = '', body = ''] = PAGES[new URL(route.request().url()).pathname.split('/').at(-1) ?? ''] ?? [];
    return route.fulfill({ contentType: `${contentType}; charset=utf-8`, body });
  });
  await x.route('http://elsewhere.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<p style="font: 15px/22px monospace">Foreign words stay foreign.</p>',
    }),
  );
});
afterAll(() => x.close());

async function summarise(panel: Page): Promise<string> {
  await button(panel, 'Summarise this page').click();
  await telling(panel, panel.getByRole('status').filter({ hasText: 'Summary ready' }).first().waitFor());
  return summaryOf(panel).innerText();
}

describe('a selection in a frame', () => {
  test('keeps its words and its answer when it is asked on', async () => {
    const prompts: string[] = [];
    const server = await startModelServer(() =>
      agentReply((exchange) => {
        prompts.push(promptText(exchange));
        return {
          text: prompts.at(-1)?.includes('Why there?') === true ? 'Since it is broken.' : 'It steers the boat.',
        };
      }),
    );
    onTestFinished(() => server.close());
    await useServer(x, server, { contextTokens: 128_000 });
    onTestFinished(() => x.setSettings({}));
    const { page, panel } = await openWithPanel(x, `${HOME}/framed`);
    const frame = page.frame({ url: `${HOME}/frame` });
    if (!frame) throw new Error('no frame');
    await drag(page, 'The rudder', 'the boat', frame);
    await x.command('explain-selection', page);
    const answers = panel.getByRole('article');
    await telling(panel, answers.filter({ hasText: 'It steers the boat.' }).waitFor());
    await telling(panel, panel.getByPlaceholder('Ask a follow-up…').waitFor());
    await panel.getByRole('textbox', { name: 'Ask about this page' }).fill('Why there?');
    await panel.getByRole('textbox', { name: 'Ask about this page' }).press('Enter');
    await telling(panel, answers.filter({ hasText: 'Since it is broken.' }).waitFor());
    expect(await answers.filter({ hasText: 'It steers the boat.' }).count()).toBe(1);
    expect(prompts.at(-1)).toContain('The rudder lies in the boat');
    await page.close();
  });

  test('of another site that a shortcut cannot know says what works', async () => {
    const { page, panel } = await openWithPanel(x, `${HOME}/framed`);
    const frame = page.frame({ url: ELSEWHERE });
    if (!frame) throw new Error('no frame');
    await drag(page, 'Foreign', 'stay', frame);
    await x.command('ask-selection', page);
    await warns(panel, /frame from another site.*Right-click what you selected/s);
    await page.close();
  });
});

test('an app that was never read is read with the text of the link that was just followed', async () => {
  const page = await x.open(`${HOME}/router`);
  await page.getByRole('link', { name: 'Garden' }).click();
  await x.clickAction(page);
  const panel = await x.sidePanel();
  const summary = await summarise(panel);
  expect(summary).toContain('The garden of Averholm');
  expect(summary).not.toContain('castle');
  await page.close();
});

test('an app’s text belongs to the address it is shown under, though it comes 0.7 s later', async () => {
  const { page, panel } = await openWithPanel(x, `${HOME}/app`);
  await telling(
    panel,
    panel
      .getByText(/\d+ words/)
      .first()
      .waitFor(),
  );
  await page.evaluate((next) => {
    history.pushState(null, '', '/reading/app/garden');
    setTimeout(() => {
      const main = document.querySelector('main');
      main?.replaceChildren(document.createRange().createContextualFragment(next));
    }, 700);
  }, sentences('garden'));
  const summary = await summarise(panel);
  expect(summary).toContain('The garden of Averholm');
  expect(summary).not.toContain('castle');
  await page.close();
});

test('a feed is read as its entries, JSON as what it says', async () => {
  const feed = await openWithPanel(x, `${HOME}/feed`);
  const news = await summarise(feed.panel);
  expect(news).toContain('The northern gates of the harbour close at noon on Friday');
  expect(news).not.toMatch(/<|xml version/);
  await feed.page.close();
  const data = await openWithPanel(x, `${HOME}/data`);
  const oars = await summarise(data.panel);
  expect(oars).toContain('Most oars are made of ash');
  expect(oars).not.toMatch(/[{}\\]|notes/);
  await data.page.close();
});

test('a page that is only a consent dialog says so, and is read once that is answered', async () => {
  const { page, panel } = await openWithPanel(x, `${HOME}/wall`);
  await warns(panel, /shows only a consent dialog\.\s*Accept or refuse it on the page/);
  await page.getByText('Accept all').click();
  await button(panel, 'Check again').click();
  expect(await summarise(panel)).toContain('The harbour of Averholm');
  await page.close();
});

test('beside an empty tab the panel says that such cannot be read, whatever is clicked', async () => {
  const { page, panel } = await openWithPanel(x, 'about:blank');
  await warns(panel, /Empty tabs and the browser’s own pages can’t be read/);
  await page.close();
});

test('the keys that settings and panel show are those that the browser has bound', async () => {
  const page = await openSettings(x, 'selection');
  await button(page, 'Change shortcuts').waitFor();
  await page.locator('.shortcuts dd').first().waitFor();
  const all = await page.evaluate(() => chrome.commands.getAll());
  const bound = all.filter(({ name }) => name !== '_execute_action'); // the icon's, which every extension has
  const shown = await page.locator('.shortcuts dd').allInnerTexts();
  expect(shown).toEqual(bound.map(({ shortcut = '' }) => (shortcut === '' ? 'not set' : shortcut)));
  expect(bound.find(({ name }) => name === 'read-region')).toBeDefined();
  await page.close();
});
