/**
 * A question of the web, as a user asks it: noise is searched past, pages behind public names are read and cited, engines
 * stand in for each other, and where nothing holds, that is said. Only the model's mind is scripted.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pastCalls, type AgentScript } from '../../kit/models/model-server-agent.ts';
import { gate, promptOf, refuse, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSearchServer, type SearchServer } from '../../kit/web/search-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { placeHosts, startWebHost, type WebHost } from '../../kit/web/web-host.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, comes, openSettings, openWithPanel, telling, useServer } from '../kit/reader.ts';
import { checkLook } from '../kit/looks.ts';
import * as research from '../kit/researching.ts';
import { DYKES, FLOOD, found, grades, html, minded, SAID, serveTides, TIDES } from '../kit/researching.ts';
import { appears, drag, press } from '../toolbar/toolbar-kit.ts';

const NOISY = 'http://noise.example.com';

const WORDS = 'The dykes at the mouth of the Elbe had not been raised since 1825.';

let x: Harness;
let site: Site;
let server: ModelServer;
let first: SearchServer;
let second: SearchServer;
let web: WebHost;
let inside: WebHost;
let tab: Page;
let panel: Page;

beforeAll(async () => {
  [site, server, first, second, web, inside] = await Promise.all([
    startSite(),
    startModelServer(),
    startSearchServer(),
    startSearchServer(),
    startWebHost(),
    startWebHost(),
  ]);
  const outside = { 'tides.example.org': web, 'noise.example.com': web };
  x = await launch({ args: placeHosts(outside, { 'nas.lan': inside }) });
  const search = { engines: [first.config('searxng'), second.config('wikipedia')] };
  await useServer(x, server, { contextTokens: 128_000, search });
  await x.grantHost('<all_urls>');
  serveTides(web);
});
afterAll(async () => {
  await x.close();
  await Promise.all([site, server, first, second, web, inside].map((each) => each.close()));
});
beforeEach(async () => {
  first.misbehave(() => undefined);
  second.misbehave(() => undefined);
  first.find(() => []);
  second.find(() => []);
  server.respond(minded());
  ({ page: tab, panel } = await openWithPanel(x, site.page('news')));
});
afterEach(() => tab.close());

const NOISE = [1, 2, 3, 4, 5, 6].map((n) => found(`Offer ${String(n)}`, `${NOISY}/offer-${String(n)}`, 'Buy now!'));

let questions = 0;

/** A question that has not been asked: what was found for one is kept for the session. */
function anotherQuestion(): string {
  questions += 1;
  return `How high did the storm tide of 1962 rise in Hamburg, quarter ${String(questions)}?`;
}

const askWeb = (question = anotherQuestion()): Promise<void> => research.askWeb(panel, question);
const answered = (): Promise<string> => research.answered(panel);
const answerArticle = () => research.answerArticle(panel);
const table = () => panel.locator('details.searches').last();
const visits = (path: string): number => web.visits.filter((visit) => visit.path === path).length;
const asked = (server: SearchServer): string[] => server.searches.map(({ words }) => words);

test('a question whose first words find noise is asked in others; the right page is read and cited [J5]', async () => {
  first.find((words) => (words.includes('storm surge') ? [FLOOD, DYKES] : NOISE));
  server.respond(
    minded({
      rewrite: (prompt) => (prompt.includes('Strategy: broader') ? 'tide Hamburg' : 'storm surge 1962 Hamburg'),
    }),
  );
  const [before, read] = [first.searches.length, visits('/flood')];
  await askWeb();
  const answer = await answered();
  expect(asked(first).slice(before)).toEqual([
    `high storm tide 1962 rise Hamburg quarter ${String(questions)}`,
    'tide Hamburg',
    'storm surge 1962 Hamburg',
  ]);
  expect(visits('/flood') - read).toBe(1);
  expect(web.visits.some(({ host }) => host.startsWith('noise'))).toBe(false);
  expect(answer).toContain('It');
  // the words that no source has are no quote
  await answerArticle().locator('.unverified', { hasText: 'reached nine metres' }).waitFor();
  expect(await answerArticle().locator('.quote-mark').count()).toBe(1);
  await table()
    .getByText(/3 searches · 8 results · 2 relevant · 2 pages read/)
    .waitFor();
  await table().locator('> summary').click();
  await table().getByText('Other words for the same', { exact: false }).waitFor();
  await table().getByText('an advertisement', { exact: false }).first().waitFor();
  await checkLook(x, panel, 'searches');
});

test('a quote leads to its words on the page, in a tab of its own', async () => {
  first.find(() => [FLOOD, DYKES]);
  await askWeb();
  await answered();
  const opened = x.context.waitForEvent('page', { predicate: (page) => page.url().startsWith(`${TIDES}/flood`) });
  await panel.locator('.quote-mark').first().click();
  const page = await opened;
  await page.getByText(SAID).waitFor();
  await page.close();
});

test('a result that leads into the house is not followed: its excerpt stands for it', async () => {
  web.on('/away', (_request, response) => response.writeHead(302, { location: 'http://nas.lan/secret' }).end());
  first.find(() => [found('Storm tide', `${TIDES}/away`, `${SAID}.`)]);
  server.respond(minded({ useful: ['Storm tide'] }));
  await askWeb();
  await answered();
  expect(inside.connections()).toBe(0);
  await panel.getByText('the pages themselves were not read', { exact: false }).waitFor();
});

test('a source that is banned is used no more: nothing is searched, graded or read again for it', async () => {
  first.find(() => [FLOOD, DYKES]);
  await askWeb();
  await answered();
  const before = [first.searches.length, web.visits.length, server.calls.length];
  await table().locator('> summary').click();
  await button(panel, `Exclude: ${FLOOD.title}`).click();
  await button(panel, 'Try again with these sources').click();
  await telling(panel, panel.getByText('Tried again without', { exact: false }).first().waitFor());
  await answered();
  expect([first.searches.length, web.visits.length, server.calls.length]).toEqual([
    before[0],
    before[1],
    (before[2] ?? 0) + 1,
  ]);
  // what the page said can be quoted no more
  expect(await answerArticle().last().locator('.quote-mark').count()).toBe(0);
});

test('killed while results are graded, the run goes on without searching or grading again', async () => {
  const held = gate();
  first.find(() => [FLOOD, DYKES]);
  let gradings = 0;
  server.respond((exchange) => {
    const prompt = promptOf(exchange);
    if (!prompt.includes('Judge for each search result')) return minded()(exchange);
    gradings += 1;
    return reply({ text: grades(prompt, [FLOOD.title]), before: { 0: held.pass } });
  });
  const before = first.searches.length;
  await askWeb();
  await comes(panel, held.reached, 'the grading');
  await x.killWorker();
  held.release();
  expect(await answered()).toContain('It');
  expect(first.searches.length - before).toBe(1);
  expect(gradings).toBe(1); // its reply went on without the worker
});

test('“Search the web” in the page’s toolbar asks for the words that are selected [J5]', async () => {
  first.find(() => [FLOOD, DYKES]);
  html(web, '/story', `<p>Before it.</p><p id="words">${WORDS}</p><p>After it.</p>`);
  const { settings } = await x.storage.get('local');
  const toolbar = { where: 'sites', sites: [TIDES], butNot: [] };
  await x.storage.set('local', { settings: { ...(settings as object), toolbar } });
  const page = await x.open(`${TIDES}/story`);
  const devtools = await x.context.newCDPSession(page);
  const before = first.searches.length;
  await drag(page, '#words');
  await appears(devtools);
  await press(page, devtools, 'Search the web');
  await panel.getByText('Search the web for this?').waitFor();
  expect(first.searches).toHaveLength(before); // not before the user has said so in the panel
  await panel.getByRole('button', { name: 'Search', exact: true }).click();
  expect(await answered()).toContain('It');
  const [query = ''] = asked(first).slice(before);
  expect(query.split(' ').length).toBeGreaterThan(3);
  for (const word of query.split(' ')) expect(WORDS.toLowerCase()).toContain(word.toLowerCase());
  await answerArticle().locator('.quote-mark').waitFor();
  await x.storage.set('local', { settings });
  await page.close();
});

test('what is allowed for good is not asked about again, not even by the next worker, until it is taken back', async () => {
  first.find(() => [FLOOD, DYKES]);
  const link = `${site.page('news')}?more`;
  const { origin } = new URL(link);
  const opener: AgentScript = (exchange) => {
    const past = pastCalls(exchange).filter(({ name }) => name === 'open_link');
    return past.length > 0
      ? { text: `So it went: ${past.at(-1)?.result ?? ''}` }
      : { calls: [{ name: 'open_link', arguments: { reasoning: 'They want to read on.', url: link } }] };
  };
  server.respond(minded({ answer: opener }));
  /** Asks beside a tab of its own; the user does what is told, and the tab goes. */
  const asking = async (person: (own: Page) => Promise<void>): Promise<void> => {
    const { page, panel: own } = await openWithPanel(x, site.page('long-read'));
    await research.askWeb(own, anotherQuestion());
    await person(own);
    await page.close();
  };
  const opens = async (own: Page): Promise<void> => expect(await research.answered(own)).toContain(`Opened ${link}`);
  await asking(async (own) => {
    await telling(own, button(own, 'Always allow on this site').click({ delay: 500 }));
    await opens(own);
  });
  await asking(opens);
  await x.killWorker();
  await asking(opens);
  const options = await openSettings(x, 'privacy');
  await options.getByRole('button', { name: `Revoke Open a link: ${origin}` }).click();
  await options.getByText('None. Actions ask for your approval first.').waitFor();
  await options.close();
  await asking((own) => telling(own, button(own, 'Allow once').waitFor()));
});

// an engine that has failed is left alone for a while: whatever needs one comes before
test('where one engine is down the next one answers, and the person sees why [J5]', async () => {
  first.misbehave(() => refuse(500, 'server_error'));
  second.find(() => [{ title: 'Storm tide', url: '', snippet: `${SAID}.` }]);
  server.respond(minded({ useful: ['Storm tide'] }));
  await askWeb();
  await answered();
  await table().locator('> summary').click();
  await table()
    .getByText(/SearXNG.* failed/)
    .waitFor();
  await table()
    .getByText(/Wikipedia.*: 1 result/)
    .waitFor();
});

test('where nothing can be searched, the answer says that it is the model’s own [J5]', async () => {
  first.misbehave(() => refuse(500, 'server_error'));
  second.misbehave(() => refuse(503, 'server_error'));
  server.respond(minded({ answer: () => ({ text: 'About five metres, I think.' }) }));
  await askWeb();
  expect(await answered()).toMatch(/^The web could not be searched\..*About five metres, I think\./s);
  await panel.getByText('own knowledge, without sources', { exact: false }).waitFor();
});

test('a lasting yes can be pressed only while the whole of its button and its site have been in sight', async () => {
  const name = Array.from({ length: 4 }, (_, n) => `${String(n)}${'a'.repeat(50)}`).join('.');
  const origin = `http://${name}.example.org`;
  server.respond(
    minded({
      answer: () => ({ calls: [{ name: 'open_link', arguments: { reasoning: 'More.', url: `${origin}/more` } }] }),
    }),
  );
  first.find(() => [FLOOD, DYKES]);
  await research.askWeb(panel, anotherQuestion());
  const always = button(panel, 'Always allow on this site');
  await telling(panel, always.waitFor());
  await checkLook(x, panel, 'lasting-yes');
  for (const width of [360, 180]) {
    await x.look(panel, { width, height: 420 });
    await panel.locator('.asking-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await expect.poll(() => panel.locator('.asking button[aria-disabled=true]').count()).toBe(0);
    expect(await panel.locator('.asking-body .host').last().textContent()).toBe(origin);
    await always.scrollIntoViewIfNeeded();
    expect(await always.evaluate(isWhollyInSight)).toBe(true);
  }
  await panel.locator('.asking').getByRole('button', { name: 'Decline' }).click({ delay: 500 });
});

/** Its corners are what would be pressed there. */
function isWhollyInSight(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const corners = [left + 8, right - 8].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const));
  return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}
