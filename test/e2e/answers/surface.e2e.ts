/**
 * What strangers wrote, as a user sees it in the panel: links that nobody knows, cards that show what would leave, titles
 * that try to break the layout.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE_LINE } from '../../kit/base/hostile-line.ts';
import { pastCalls, type AgentScript } from '../../kit/models/model-server-agent.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSearchServer, type SearchServer } from '../../kit/web/search-server.ts';
import { placeHosts, startWebHost, type WebHost } from '../../kit/web/web-host.ts';
import { answered, ask } from '../kit/asking.ts';
import { until } from '../kit/behind.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, openWithPanel, telling, useServer } from '../kit/reader.ts';
import * as research from '../kit/researching.ts';
import { found, minded, TIDES } from '../kit/researching.ts';

const SAID = 'The tide rises twice a day at most coasts';
const LONG_MODEL = 'M'.repeat(120);

let x: Harness;
let server: ModelServer;
let engine: SearchServer;
let web: WebHost;

beforeAll(async () => {
  [server, engine, web] = await Promise.all([startModelServer(), startSearchServer(), startWebHost()]);
  x = await launch({ args: placeHosts({ 'tides.example.org': web }, {}) });
  await useServer(x, server, {
    contextTokens: 128_000,
    model: LONG_MODEL,
    search: { engines: [engine.config('searxng')] },
  });
  await x.grantHost('<all_urls>');
  web.on('/hostile', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><head><title>${HOSTILE_LINE}</title></head><body><main><h1>${HOSTILE_LINE}</h1><h2>${HOSTILE_LINE}</h2><p>${SAID}, as the <a href="/more">tables</a> say. The code of the house is 4711.</p></main></body></html>`,
      ),
  );
});
afterAll(async () => {
  await x.close();
  await Promise.all([server, engine, web].map((each) => each.close()));
});

const WIDTHS = [320, 360];

/** What is wider than the view, at each width, with everything unfolded. */
async function listWide(page: Page): Promise<readonly string[]> {
  const wide: string[] = [];
  for (const width of WIDTHS) {
    await x.look(page, { width, height: 640 });
    wide.push(
      ...(await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        const { scrollWidth } = document.documentElement;
        const isScrolled = (node: Element | null): boolean =>
          node !== null &&
          (/auto|scroll|hidden|clip/.test(getComputedStyle(node).overflowX) || isScrolled(node.parentElement));
        return scrollWidth <= innerWidth
          ? []
          : [...document.body.querySelectorAll('*')]
              .filter((node) => node.getBoundingClientRect().right > innerWidth + 1 && !isScrolled(node.parentElement))
              .map((node) => `${String(innerWidth)}: ${node.outerHTML.slice(0, 120)}`);
      })),
    );
  }
  return wide;
}

const answers = (text: string): void => server.respond(minded({ answer: () => ({ text }) }));

test('an address that nobody knows is text, which a press copies; a link of the page can be clicked [R11.7]', async () => {
  const { page, panel } = await openWithPanel(x, `${TIDES}/hostile`);
  const secret = 'https://t.example/?q=4711';
  answers(`Read the [tables](${TIDES}/more) or [these](${secret}), at ${secret}&more.`);
  await ask(panel, 'How often does the tide rise?');
  await answered(panel);
  const article = panel.getByRole('article', { name: 'Answer' });
  await telling(panel, article.getByRole('link', { name: 'tables' }).waitFor());
  expect(
    await article.getByRole('link').evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href)),
  ).toEqual([`${TIDES}/more`]);
  expect(await article.innerText()).toContain(`these ${secret}`);
  const copy = article.getByRole('button', { name: 'Copy address' }).first();
  await panel.evaluate(() => {
    const copied: string[] = [];
    Object.assign(globalThis, { copied });
    document.addEventListener('copy', () => copied.push('event'));
    const write = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = (text) => {
      copied.push(text);
      return write(text);
    };
  });
  await copy.click();
  expect(await panel.evaluate(() => (globalThis as unknown as { copied: string[] }).copied)).toEqual([secret]);
  await page.close();
});

const asks: (call: { name: string; arguments: Record<string, string> }) => AgentScript = (call) => (exchange) =>
  pastCalls(exchange).some(
    ({ name, arguments: json }) => name === call.name && json.includes(call.arguments['reasoning'] ?? ''),
  )
    ? { text: `So it went: ${pastCalls(exchange).at(-1)?.result ?? ''}` }
    : { calls: [call] };

test('a card shows the whole query with its blanks, takes a yes only once its end was in sight, and Esc declines [R11.6]', async () => {
  const { page, panel } = await openWithPanel(x, `${TIDES}/hostile`);
  engine.find(() => [found('Tides', `${TIDES}/hostile`)]);
  answers('Twice a day.');
  await ask(panel, 'What is the code of the house?');
  await answered(panel);
  const query = `tide ${'tables of harbours in the north '.repeat(14)}${' '.repeat(60)}house 4711`;
  server.respond(
    minded({ answer: asks({ name: 'search_web_for_info', arguments: { reasoning: 'Searching on.', query } }) }),
  );
  await x.look(panel, { width: 320, height: 480 });
  await research.askWeb(panel, 'How high does the tide rise at the coast?');
  const card = panel.locator('.asking');
  await telling(panel, card.waitFor());
  const shown = await card.innerText();
  for (const part of ['house 4711', 'SearXNG', '61 spaces', 'characters'])
    expect(shown.replace(/\s+/g, ' ')).toContain(part);
  const yes = card.getByRole('button', { name: 'Allow once' });
  await until(async () => (await yes.getAttribute('aria-disabled')) === 'true', 'the button to wait for the end');
  // it has the focus, takes at most six tenths of the panel, and its buttons are in sight however long it is
  const body = card.getByRole('group', { name: 'Details' });
  await until(() => body.evaluate((node) => node === document.activeElement), 'the focus in the card');
  const [{ height = Infinity } = {}, { y = Infinity } = {}] = [
    (await card.boundingBox()) ?? undefined,
    (await yes.boundingBox()) ?? undefined,
  ];
  expect(height).toBeLessThanOrEqual(0.6 * 480);
  expect(y).toBeLessThan(480 - 40);
  expect(await listWide(panel)).toEqual([]);
  await x.look(panel, { width: 320, height: 480 });
  await panel.keyboard.press('End');
  await until(async () => (await yes.getAttribute('aria-disabled')) === 'false', 'the button, once the end was seen');
  const before = engine.searches.length;
  await panel.keyboard.press('Escape');
  await telling(panel, research.answered(panel));
  expect(await panel.evaluate(() => document.activeElement?.id)).toBe('ask-field');
  expect(
    engine.searches
      .slice(before)
      .map(({ words }) => words)
      .join(' '),
  ).not.toContain('4711');
  await page.close();
});

test('a card names a host in letters and as the browser writes it [R11.6]', async () => {
  const { page, panel } = await openWithPanel(x, `${TIDES}/hostile`);
  const url = 'https://bücher.example/a';
  server.respond(minded({ answer: asks({ name: 'open_link', arguments: { reasoning: 'It says more.', url } }) }));
  await ask(panel, 'Where does it say more?');
  const card = panel.locator('.asking');
  await telling(panel, card.waitFor());
  expect(await card.locator('.host').allInnerTexts()).toEqual(['xn--bcher-kva.example', 'bücher.example']);
  expect(await listWide(panel)).toEqual([]);
  await card.getByRole('button', { name: 'Decline' }).click({ delay: 500 });
  await answered(panel);
  await page.close();
});

test('no title, name or query makes the panel or the settings scroll sideways [R11.7]', async () => {
  const { page, panel } = await openWithPanel(x, `${TIDES}/hostile`);
  await telling(panel, panel.getByText('Estimate:').waitFor());
  expect(await listWide(panel)).toEqual([]);
  answers(`It [rises twice a day](#), ${'W'.repeat(400)}.`);
  await ask(panel, `How often does it rise? ${'W'.repeat(300)}`);
  await answered(panel);
  expect(await listWide(panel)).toEqual([]);
  engine.find(() => [
    found(HOSTILE_LINE, `${TIDES}/hostile`, HOSTILE_LINE),
    found(HOSTILE_LINE, `${TIDES}/${'w'.repeat(400)}`),
  ]);
  await research.askWeb(panel, `And on the web? ${'W'.repeat(300)}`);
  await research.answered(panel);
  expect(await listWide(panel)).toEqual([]);
  await button(panel, 'History').click();
  await telling(panel, panel.locator('.listed-title').first().waitFor());
  expect(await listWide(panel)).toEqual([]);
  const settings = await x.open(x.url('src/options/index.html'));
  await settings.getByText(LONG_MODEL).first().waitFor();
  expect(await listWide(settings)).toEqual([]);
  await settings.close();
  await page.close();
  expect(await x.problems()).toEqual([]);
});
