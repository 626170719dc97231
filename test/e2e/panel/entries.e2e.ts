/**
 * Every way a user starts something with a selection, from a worker that was asleep: the right job, the right words, the
 * panel over the right tab; and a worker that dies in the moment of the press loses nothing.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { json, promptOf, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { until } from '../kit/behind.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { menu, onRecord, putToolbarOn, selectParagraph, standStill } from '../kit/pressing.ts';
import { command, openWithPanel, telling, useServer, warns } from '../kit/reader.ts';
import { appears, press as pressToolbar } from '../toolbar/toolbar-kit.ts';

let x: Harness;
let site: Site;
let toolbarSite: Site; // the other has the access alone that a click gives
let server: ModelServer;

beforeAll(async () => {
  [x, site, toolbarSite, server] = await Promise.all([launch(), startSite(), startSite(), startModelServer()]);
  const engines = [{ engine: 'searxng', endpoint: server.origin, cx: '' }] as const;
  await useServer(x, server, { contextTokens: 128_000, search: { engines } });
  await putToolbarOn(x, toolbarSite.url);
});
afterAll(() => Promise.all([x.close(), site.close(), toolbarSite.close(), server.close()]));
beforeEach(() =>
  server.respond(() => reply({ text: (exchange) => `This says it all. ${markOf(promptOf(exchange))}` })),
);

/** The middle of what the model was shown as the selection. */
const markOf = (prompt: string): string =>
  /The selected text[^]*?(\w+ \w+ \w+ \w+)/.exec(prompt)?.[1] ?? 'no selection';

/** The explanation that the panel shows, once it is whole. */
async function explained(panel: Page): Promise<string> {
  await telling(panel, panel.getByRole('status').filter({ hasText: 'Explanation ready' }).first().waitFor());
  return panel.getByRole('article', { name: 'Explanation' }).innerText();
}

/** Each way in, ready to be pressed over the page. */
const WAYS = {
  'the context menu': (page: Page) => Promise.resolve(() => menu(x, page, 'explain')),
  'a shortcut': (page: Page) => Promise.resolve(() => x.command('explain-selection', page)),
  'the panel': async () => {
    const panel = await x.sidePanel();
    return () => command(panel, 'Explain selection');
  },
  'the toolbar': async (page: Page) => {
    const devtools = await x.context.newCDPSession(page);
    await appears(devtools);
    return () => pressToolbar(page, devtools, 'Explain');
  },
} as const;
type Way = keyof typeof WAYS;
const siteFor = (way: Way): Site => (way === 'the toolbar' ? toolbarSite : site);

/** What the engine finds for the selection, and what the model makes of it. */
const FOUND = [{ url: 'https://tides.example/', title: 'Tides', content: 'High water comes twice a day.' }];
const TOLD = reply({ text: 'High water comes twice a day.' });

const heard = (): string => promptOf(server.calls.at(-1) ?? { ...NOTHING });
const NOTHING = { index: 0, method: '', path: '', headers: {}, body: {}, state: 'open', sent: 0 } as const;

test.each(Object.keys(WAYS) as Way[])('%s explains what is selected, from a worker that was asleep', async (way) => {
  const { page, panel } = await openWithPanel(x, siteFor(way).page('long-read'));
  const words = await selectParagraph(page, 2);
  const press = await WAYS[way](page);
  const before = server.calls.length;
  await x.killWorker();
  await press();
  expect(await explained(panel)).toContain('This says it all.');
  expect(server.calls).toHaveLength(before + 1);
  expect(heard()).toContain(words.slice(0, 60));
  expect(heard()).toContain('Explain the selected text.');
  await until(async () => (await onRecord(x)).length === 0, 'the press to go off the record');
  await page.close();
});

test('the toolbar opens the panel by itself', async () => {
  const { page } = await openWithPanel(x, toolbarSite.page('news'));
  await x.closeSidePanel();
  await selectParagraph(page, 1);
  const press = await WAYS['the toolbar'](page);
  await x.killWorker();
  const opened = x.sidePanel();
  await press();
  expect(await explained(await opened)).toContain('This says it all.');
  await page.close();
});

const PRESSED = ['the context menu', 'a shortcut', 'the toolbar'] as const satisfies readonly Way[];

test.each(PRESSED)('%s is not forgotten by a worker that dies right after the press', async (way) => {
  const { page, panel } = await openWithPanel(x, siteFor(way).page('long-read'));
  const words = await selectParagraph(page, 3);
  const press = await WAYS[way](page);
  const before = server.calls.length;
  await standStill(x);
  await press();
  await until(async () => (await onRecord(x)).length === 1, 'the press to be on record');
  expect(server.calls).toHaveLength(before);
  await x.killWorker();
  expect(await explained(panel)).toContain('This says it all.');
  expect(server.calls).toHaveLength(before + 1);
  expect(heard()).toContain(words.slice(0, 60));
  await until(async () => (await onRecord(x)).length === 0, 'the press to go off the record');
  await page.close();
});

test('two presses at once over two tabs are two runs', async () => {
  const { page: first } = await openWithPanel(x, site.page('news'));
  const one = await selectParagraph(first, 1);
  const { page: second, panel } = await openWithPanel(x, site.page('long-read'));
  const two = await selectParagraph(second, 1);
  const before = server.calls.length;
  await x.killWorker();
  await x.inWorker(
    async (urls) => {
      const tabs = await chrome.tabs.query({});
      const event = chrome.commands.onCommand as unknown as { dispatch(name: string, tab: unknown): void };
      for (const url of urls)
        event.dispatch(
          'explain-selection',
          tabs.find((tab) => tab.url === url),
        );
    },
    [first.url(), second.url()],
  );
  expect(await explained(panel)).toContain('This says it all.');
  await first.bringToFront();
  expect(await explained(panel)).toContain('This says it all.');
  const asked = server.calls.slice(before).map(promptOf);
  expect(asked).toHaveLength(2);
  for (const words of [one, two]) expect(asked.some((prompt) => prompt.includes(words.slice(0, 60)))).toBe(true);
  await Promise.all([first.close(), second.close()]);
});

test('with nothing selected the panel says so, and what to do', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  const before = server.calls.length;
  await x.killWorker();
  await x.command('explain-selection', page);
  await warns(panel, /[Ss]elect/);
  expect(server.calls).toHaveLength(before);
  await until(async () => (await onRecord(x)).length === 0, 'the press to go off the record');
  await page.close();
});

test('“Ask” keeps the selection for the question, and asks nothing by itself', async () => {
  const { page } = await openWithPanel(x, site.page('news'));
  const words = await selectParagraph(page, 1);
  const before = server.calls.length;
  await x.killWorker();
  await x.command('ask-selection', page);
  const kept = async (): Promise<readonly unknown[]> =>
    Object.entries(await x.storage.get('session')).flatMap(([key, value]) => (key.startsWith('about/') ? [value] : []));
  await until(async () => (await kept()).length === 1, 'the selection to be kept');
  const [about] = (await kept()) as readonly { readonly preview: string; readonly hash: string }[];
  expect(words).toContain(about?.preview.slice(0, 60));
  expect(about?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(server.calls).toHaveLength(before);
  await page.close();
  await until(async () => (await kept()).length === 0, 'it to go with its tab');
});

test('“Search” asks the person’s engine for what is selected, and the answer grows in the panel', async () => {
  server.respond(({ path }) => (path.startsWith('/search?') ? json(200, { results: FOUND }) : TOLD));
  const { page, panel } = await openWithPanel(x, site.page('news'));
  const words = await selectParagraph(page, 1);
  await x.killWorker();
  await menu(x, page, 'search');
  await telling(panel, panel.getByRole('status').filter({ hasText: 'Answer ready' }).first().waitFor());
  const asked = server.requests.filter(({ path }) => path.startsWith('/search?'));
  const query = new URL(asked[0]?.path ?? '', server.url).searchParams.get('q') ?? '';
  expect(query.split(' ').length).toBeGreaterThan(1);
  for (const word of query.split(' ')) expect(words.toLowerCase()).toContain(word.toLowerCase());
  expect(await panel.getByRole('article', { name: 'Answer from the web' }).innerText()).toContain('High water');
  await page.close();
});

test('no error was left behind', async () => {
  // what the browser says of calls that a worker being killed had under way
  expect((await x.problems()).filter((problem) => !problem.includes('No SW'))).toEqual([]);
});
