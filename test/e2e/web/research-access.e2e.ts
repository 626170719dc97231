/**
 * A question of the web before the user has let pages be read: it is answered from what the engines say, which is said, and
 * once it is allowed, by one click, the same question is answered from the pages.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSearchServer, type SearchServer } from '../../kit/web/search-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { placeHosts, startWebHost, type WebHost } from '../../kit/web/web-host.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, openWithPanel, telling, useServer } from '../kit/reader.ts';
import { answerArticle, answered, askWeb, DYKES, FLOOD, minded, serveTides } from '../kit/researching.ts';

const QUESTION = 'How high did the storm tide of 1962 rise in Hamburg?';

let x: Harness;
let site: Site;
let server: ModelServer;
let engine: SearchServer;
let web: WebHost;
let panel: Page;

beforeAll(async () => {
  [site, server, engine, web] = await Promise.all([
    startSite(),
    startModelServer(minded()),
    startSearchServer(() => [FLOOD, DYKES]),
    startWebHost(),
  ]);
  serveTides(web);
  x = await launch({ args: placeHosts({ 'tides.example.org': web }) });
  await useServer(x, server, { contextTokens: 128_000, search: { engines: [engine.config('searxng')] } });
  ({ panel } = await openWithPanel(x, site.page('news')));
});
afterAll(async () => {
  await x.close();
  await Promise.all([site, server, engine, web].map((each) => each.close()));
});

const quotes = () => answerArticle(panel).last().locator('.quote-mark');

test('without access to pages none is asked for: the answer rests on excerpts, and says so [J5]', async () => {
  await askWeb(panel, QUESTION);
  await answered(panel);
  expect(web.connections()).toBe(0);
  expect(await quotes().count()).toBe(0); // no excerpt has the words
  await telling(panel, panel.getByText('no page read', { exact: false }).waitFor());
  await telling(panel, panel.getByText('Full pages may say more.').waitFor());
  expect(await button(panel, 'Try again with full pages').count()).toBe(0);
});

test('allowed by a click, the same question is answered from the pages, and nothing is searched again [J5]', async () => {
  const searches = engine.searches.length;
  await x.allowHost('<all_urls>'); // what the browser is asked for now it gives without a question
  await button(panel, 'Allow reading full pages').click();
  await telling(panel, panel.getByText('KnowledgeLens can read full pages now.').waitFor());
  await button(panel, 'Try again with full pages').click();
  await telling(panel, quotes().first().waitFor());
  await answered(panel);
  expect(web.visits.map(({ path }) => path).sort()).toEqual(['/dykes', '/flood']);
  expect(engine.searches).toHaveLength(searches);
});

test('access that is taken back ends no question: what was kept is still read, what is new rests on excerpts', async () => {
  const visits = web.visits.length;
  engine.find(() => [FLOOD, { ...DYKES, url: `${DYKES.url}?new` }]);
  await x.inExtension((page) => page.evaluate(() => chrome.permissions.remove({ origins: ['<all_urls>'] })));
  await x.grantHost('http://127.0.0.1/*'); // the browser takes what was allowed by itself along
  await button(panel, 'New conversation').click();
  await askWeb(panel, 'How high were the dykes of that time?');
  await answered(panel);
  await telling(panel, panel.getByText('Excerpt only').last().waitFor({ state: 'attached' }));
  expect(web.visits).toHaveLength(visits);
  expect(await quotes().count()).toBe(1);
});
