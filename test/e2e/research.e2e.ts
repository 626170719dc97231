/**
 * A question of the web, as a person asks it: noise is searched past, pages behind public names are read and cited, engines
 * stand in for each other, and where nothing holds, that is said. Only the model's mind is scripted.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { agentReply, type AgentScript } from '../kit/model-server-agent.ts';
import { gate, promptOf, refuse, reply } from '../kit/model-server-replies.ts';
import { startModelServer, type Behaviour, type Exchange, type ModelServer } from '../kit/model-server.ts';
import { startSearchServer, type ScriptedResult, type SearchServer } from '../kit/search-server.ts';
import { startSite, type Site } from '../kit/site.ts';
import { startWebHost, type WebHost } from '../kit/web-host.ts';
import { launch, type Harness } from './harness.ts';
import { button, comes, openWithPanel, telling, useServer } from './reader.ts';

const SAID = 'In the night to 17 February 1962 the storm tide rose to 5.70 metres in Hamburg';
const TIDES = 'http://tides.example.org';
const NOISY = 'http://noise.example.com';

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
  const names = ['tides.example.org', 'noise.example.com'].map((name) => `MAP ${name} 127.0.0.1:${String(web.port)}`);
  const rules = [...names, `MAP nas.lan 127.0.0.1:${String(inside.port)}`].join(', ');
  x = await launch({ args: [`--host-resolver-rules=${rules}`] });
  const search = { engines: [first.config('searxng'), second.config('wikipedia')] };
  await useServer(x, server, { contextTokens: 128_000, search });
  await x.grantHost('<all_urls>');
  html('/flood', `<h1>The flood of 1962</h1><p>${SAID}, higher than ever before. Sixty dykes broke.</p>`);
  html('/dykes', '<h1>Dykes</h1><p>Dykes are built of sand and clay, and grass keeps them together.</p>');
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

function html(path: string, body: string): void {
  web.on(path, (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><head><title>${path.slice(1)}</title></head><body><main>${body}</main></body></html>`,
      ),
  );
}

const found = (title: string, url: string, snippet = `About ${title}.`): ScriptedResult => ({ title, url, snippet });
const FLOOD = found('The flood of 1962', `${TIDES}/flood`, 'What happened in the night to 17 February.');
const DYKES = found('Dykes', `${TIDES}/dykes`);
const NOISE = [1, 2, 3, 4, 5, 6].map((n) => found(`Offer ${String(n)}`, `${NOISY}/offer-${String(n)}`, 'Buy now!'));

interface Mind {
  /** Titles that are of use. */
  readonly useful?: readonly string[];
  readonly rewrite?: (prompt: string) => string;
  readonly answer?: AgentScript;
  readonly grading?: Behaviour;
}

/** A model that grades by title, rewrites as told, and answers with a quote. */
function minded({ useful = [FLOOD.title, DYKES.title], rewrite = () => 'storm tide', answer, grading }: Mind = {}) {
  return (exchange: Exchange): Behaviour => {
    const prompt = promptOf(exchange);
    if (prompt.includes('Judge for each search result')) return grading ?? reply({ text: grades(prompt, useful) });
    if (prompt.includes('Write one other query')) return reply({ text: JSON.stringify({ query: rewrite(prompt) }) });
    return agentReply(
      answer ?? (() => ({ text: `It [rose to 5.70 metres](#) then, and [reached nine metres](#) later.` })),
    );
  };
}

function grades(prompt: string, useful: readonly string[]): string {
  const titles = Array.from(prompt.matchAll(/^\d+\. title: (.*)$/gm), ([, title = '']) => title);
  return JSON.stringify(
    titles.map((title, i) => ({
      index: i + 1,
      relevance: useful.includes(title) ? 'relevant' : 'not_relevant',
      confidence: 0.9,
      reason: useful.includes(title) ? 'it is about the flood' : 'an advertisement',
    })),
  );
}

let questions = 0;

/** A question that has not been asked: what was found for one is kept for the session. */
function anotherQuestion(): string {
  questions += 1;
  return `How high did the storm tide of 1962 rise in Hamburg, quarter ${String(questions)}?`;
}

async function askWeb(question = anotherQuestion()): Promise<void> {
  await panel.getByRole('radio', { name: 'The web' }).check();
  const box = panel.getByRole('textbox', { name: 'Ask the web' });
  await telling(panel, panel.getByText(/^Searches /).waitFor());
  await box.fill(question);
  await box.press('Enter');
}

const answerArticle = () => panel.getByRole('article', { name: 'Answer from the web' });

async function answered(): Promise<string> {
  const ready = panel.getByRole('status').filter({ hasText: 'Answer ready' });
  await telling(panel, ready.first().waitFor({ timeout: 45_000 }));
  return answerArticle().last().innerText();
}

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
  await button(panel, `Leave out: ${FLOOD.title}`).click();
  await button(panel, 'Answer again with these sources').click();
  await telling(panel, panel.getByText('Answered again: without', { exact: false }).first().waitFor());
  await answered();
  expect([first.searches.length, web.visits.length, server.calls.length]).toEqual([
    before[0],
    before[1],
    (before[2] ?? 0) + 1,
  ]);
  // what the page said can be quoted no more
  expect(await answerArticle().last().locator('.quote-mark').count()).toBe(0);
});

test('killed while results are graded, the run goes on without searching again', async () => {
  const held = gate();
  first.find(() => [FLOOD, DYKES]);
  let gradings = 0;
  server.respond((exchange) => {
    const prompt = promptOf(exchange);
    if (!prompt.includes('Judge for each search result')) return minded()(exchange);
    gradings += 1;
    const text = grades(prompt, [FLOOD.title]);
    return gradings === 1 ? reply({ text, before: { 0: held.pass } }) : reply({ text });
  });
  const before = first.searches.length;
  await askWeb();
  await comes(panel, held.reached, 'the grading');
  await x.killWorker();
  held.release();
  expect(await answered()).toContain('It');
  expect(first.searches.length - before).toBe(1);
  expect(gradings).toBe(2);
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
  await panel.getByText('backed by no source', { exact: false }).waitFor();
});
