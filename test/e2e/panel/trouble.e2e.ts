/** Bad input: every way a page or a model server can fail gets a clear message with the next step, and nothing is lost. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  gate,
  html,
  inTurn,
  json,
  ollamaForbidden,
  redirect,
  refuse,
  reply,
} from '../../kit/models/model-server-replies.ts';
import { startModelServer, type Behaviour, type Exchange, type ModelServer } from '../../kit/models/model-server.ts';
import { entryOf, settingsOf } from '../../kit/protocol/settings.ts';
import { startSite, type BadPage, type Site } from '../../kit/pages/site.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import {
  comes,
  button,
  finished,
  openWithPanel,
  shows,
  summarise,
  summaryOf,
  useServer,
  warns,
} from '../kit/reader.ts';

/** A second origin for the same local site. */
const ELSEWHERE = '--host-resolver-rules=MAP elsewhere.test 127.0.0.1';

let x: Harness;
let site: Site;
let server: ModelServer;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch({ args: [ELSEWHERE] }), startSite(), startModelServer()]);
  await useServer(x, server, { contextTokens: 128_000 });
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));
beforeEach(() => server.respond(() => reply()));

describe('pages', () => {
  test.each<[BadPage, RegExp]>([['empty', /no text[\s\S]*loading/i]])(
    '%s: says what it is and what to do',
    async (name, message) => {
      const { page, panel } = await openWithPanel(x, site.bad(name));
      await warns(panel, message);
      await page.close();
    },
  );

  test.each<BadPage>(['pdf', 'plain', 'strict-csp', 'deep', 'long-word'])(
    '%s: is summarised all the same',
    async (name) => {
      const { page, panel } = await openWithPanel(x, site.bad(name));
      await summarise(panel);
      expect(await finished(panel)).toContain('Summary of');
      await page.close();
    },
  );

  test('the browser’s own page: says that no extension may read it', async () => {
    const { page, panel } = await openWithPanel(x, 'chrome://version/');
    await warns(panel, /browser’s own pages[\s\S]*Open any website/i);
    await checkLook(x, panel, 'browser-page');
    await page.close();
  });

  test('no access: says so with its cure, and the cure works [R9.4c]', async () => {
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await button(panel, 'More').waitFor();
    await page.goto(site.page('docs').replace('localhost', 'elsewhere.test')); // another origin: `activeTab` ends
    await warns(panel, /can’t read this page yet[\s\S]*icon/i);
    await checkLook(x, panel, 'no-access');
    await x.clickAction(page);
    await summarise(panel);
    await finished(panel);
    await page.close();
  });

  test('gone in the middle of a run: the run ends well, since what was read is kept', async () => {
    const held = gate();
    server.respond(() => reply({ before: { 3: held.pass } }));
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await summarise(panel);
    await comes(panel, held.reached, 'the held event');
    await page.goto(site.page('docs'));
    held.release();
    expect(await finished(panel)).toContain('Summary of');
    await page.close();
  });
});

describe('the model server', () => {
  let panel: Page;
  beforeAll(async () => {
    ({ panel } = await openWithPanel(x, site.page('news')));
  });
  beforeEach(async () => {
    await button(panel, 'New conversation').click();
    await summaryOf(panel).waitFor({ state: 'detached' });
  });

  /** The share of a command's block that its longest line takes. */
  const measureWidest = (block: HTMLElement): number =>
    Math.max(...Array.from(block.querySelector('code')?.getClientRects() ?? [], ({ width }) => width)) /
    block.clientWidth;

  const cases: readonly [string, () => Behaviour, RegExp][] = [
    ['401', () => refuse(401, 'Incorrect API key provided.'), /key/i],
    ['403 as Ollama does', ollamaForbidden, /OLLAMA_ORIGINS=chrome-extension:\/\/[a-p]{32}/],
    ['404 for the model', () => refuse(404, 'model "test-model" not found'), /test-model/],
    ['a page instead of a stream', () => html(), /text\/html/],
    ['JSON instead of a stream', () => json(200, { hello: 'world' }), /application\/json/],
    ['a redirect', () => redirect('http://127.0.0.1:9/elsewhere'), /redirect/i],
    ['malformed events', () => reply({ insert: { after: 2, data: '{"choices": [' } }), /server/i],
    ['an empty reply', () => reply({ text: '' }), /without writing anything[\s\S]*another model/i],
  ];
  test.each(cases)('%s: says what is wrong and what to do', async (name, behaviour, message) => {
    server.respond(behaviour);
    await summarise(panel);
    await warns(panel, message);
    if (name.startsWith('403')) {
      await checkLook(x, panel, 'failed');
      await x.look(panel, { width: 320, height: 765 });
      expect(await panel.locator('.command').first().evaluate(measureWidest)).toBeGreaterThan(0.85);
    }
    server.respond(() => reply());
    await button(panel, 'Try again').click(); // nothing is lost: the same run goes on
    expect(await finished(panel)).toContain('Summary of');
  });

  test('refused: names the address, and goes on when the server is back', async () => {
    const gone = await startModelServer();
    await gone.close();
    await x.setSettings({
      provider: 'openai-compatible',
      endpoint: gone.url,
      model: 'test-model',
      contextTokens: 128_000,
    });
    await summarise(panel);
    await warns(panel, /127\.0\.0\.1/);
    await useServer(x, server, { contextTokens: 128_000 });
    await button(panel, 'Try again').click();
    await finished(panel);
  });

  test('429 with Retry-After: says how long, waits, and goes on by itself', async () => {
    server.respond(() => once429);
    const once429 = inTurn(refuse(429, 'Slow down.', 'rate_limit', { 'retry-after': '2' }), reply());
    await summarise(panel);
    await panel.getByText(/trying again in/i).waitFor();
    expect(await finished(panel)).toContain('Summary of');
  });

  test('no credit, and another model that the person allowed: that one goes on, and the panel says so', async () => {
    const main = entryOf({ endpoint: server.url, model: 'main-model' });
    const other = entryOf({ endpoint: server.url, model: 'other-model' });
    const settings = { ...settingsOf(), models: [main, other], main: main.id, fallback: other.id };
    await x.storage.set('local', { settings });
    const modelOf = ({ body }: Exchange): unknown => (body as { model?: unknown }).model;
    server.respond((exchange) => (modelOf(exchange) === 'main-model' ? refuse(402, 'No balance.') : reply()));
    await summarise(panel);
    expect(await finished(panel)).toContain('Summary of');
    await panel.getByText(/Answered by other-model at .*main-model.*No balance/).waitFor();
    expect(server.calls.slice(-2).map(modelOf)).toEqual(['main-model', 'other-model']);
    await useServer(x, server, { contextTokens: 128_000 });
  });

  test('500 once: is tried again by itself', async () => {
    const once500 = inTurn(refuse(500, 'Oops.'), reply());
    server.respond(() => once500);
    await summarise(panel);
    expect(await finished(panel)).toContain('Summary of');
  });

  test('a stream that is cut again and again: ends with a message, what had come stays in view', async () => {
    // cut only once the panel has it: a broken connection may lose what was sent last
    const seen = (): Promise<void> => shows(panel, 'Summary of');
    server.respond(() => reply({ before: { 9: seen }, stopAfter: { events: 9, how: 'destroy' } }));
    await summarise(panel);
    await warns(panel, /cut|broke|ended/i, 45_000);
    expect(await summaryOf(panel).innerText()).toContain('Summary of');
  });

  test('a stream that stops without an end: is noticed by its time-out', async () => {
    await useServer(x, server, {
      contextTokens: 128_000,
      timeouts: { connect: 5000, firstChunk: 5000, gap: 1500, total: 60_000 },
    });
    const hangs = inTurn(reply({ stopAfter: { events: 9, how: 'hang' } }), reply());
    server.respond(() => hangs);
    await summarise(panel);
    await shows(panel, 'Summary of');
    expect(await finished(panel)).toContain('Fingerprint');
  });
});

test('no error was left behind', async () => {
  const expected = /Failed to load resource|net::ERR|MIME type/; // the browser's own note of a refused request
  expect((await x.problems()).filter((problem) => !expected.test(problem))).toEqual([]);
});
