/** The first minute: what the panel shows a newcomer, from the built-in engine to a model found on this computer. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../../src/lib/protocol/settings/settings.ts';
import { ollamaForbidden, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { ollamaChat } from '../../kit/wire/ollama.ts';
import { createHand } from '../kit/hand.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, finished, openWithPanel, telling } from '../kit/reader.ts';

const ANSWER = 'Anyone with a card [may take a day out](#). What came back is [nine centimetres](#).';

let x: Harness;
let site: Site;
let server: ModelServer;
let ollama: ModelServer;
beforeAll(async () => {
  [site, server, ollama] = await Promise.all([
    startSite(),
    startModelServer(),
    startModelServer(undefined, { format: ollamaChat, models: ['llama3.2'] }),
  ]);
  // their ports may be taken on this computer
  const places = [
    `MAP localhost:1234 ${new URL(server.origin).host}`,
    `MAP localhost:11434 ${new URL(ollama.origin).host}`,
  ];
  x = await launch({ args: [`--host-resolver-rules=${places.join(', ')}`] });
});
afterAll(() => Promise.all([x.close(), site.close(), server.close(), ollama.close()]));

const cards = async (panel: Awaited<ReturnType<Harness['sidePanel']>>): Promise<readonly string[]> =>
  panel.locator('.first-step summary').allInnerTexts();
const settings = async (): Promise<Settings> => (await x.storage.get('local'))['settings'] as Settings;

test('from the install to a checked answer of a model on this computer: six clicks at most', async () => {
  server.respond(({ path }) => (path.endsWith('/models') ? undefined : reply({ text: ANSWER })));
  const hand = createHand(x);
  const page = await x.open(site.page('news'));
  await hand.clickIcon(page);
  const panel = await x.sidePanel();
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await expect.poll(() => cards(panel)).toEqual(['Connect a model', 'Toolbar for selected text']);
  await checkLook(x, panel, 'first-run');
  await hand.allow('http://localhost:11434/*', 'http://localhost:1234/*');
  await hand.click(button(panel, 'Find local models'));
  await telling(panel, panel.getByText(/^Not found: .*Chrome/).waitFor());
  await button(panel, 'Use llama3.2').waitFor();
  await checkLook(x, panel, 'first-run-found');
  await hand.click(button(panel, 'Use test-model'));
  await telling(panel, panel.getByText('writes your answers now.').waitFor());
  expect(await settings()).toMatchObject({
    main: 'lm-studio:test-model',
    models: [{ endpoint: 'http://localhost:1234/v1' }],
  });
  await expect.poll(() => cards(panel)).toEqual(['Toolbar for selected text']);
  await summariseInFew(hand, panel);
  await page.close();
});

/** The end of a walk: a summary with checked quotes, after six clicks and one paste at most. */
async function summariseInFew(hand: ReturnType<typeof createHand>, panel: Page): Promise<void> {
  await hand.click(panel.getByRole('button', { name: /^Summarise this page/ }));
  await telling(panel, panel.getByText('2 quotes checked').waitFor());
  expect(hand.count().clicks).toBeLessThanOrEqual(6);
  expect(hand.count().pastes).toBeLessThanOrEqual(1);
}

test('from an Ollama that refuses extensions to its checked answer: six clicks and one paste at most', async () => {
  await x.storage.clear('local');
  ollama.respond(() => ollamaForbidden());
  const hand = createHand(x);
  const page = await x.open(`${site.page('news')}#refused`);
  await hand.clickIcon(page);
  const panel = await x.sidePanel();
  await hand.allow('http://localhost:11434/*', 'http://localhost:1234/*');
  await hand.click(button(panel, 'Find local models'));
  await telling(
    panel,
    panel
      .getByText(/OLLAMA_ORIGINS=/)
      .first()
      .waitFor(),
  );
  await hand.click(panel.getByRole('button', { name: /^Copy .*OLLAMA_ORIGINS=/ }).first());
  hand.paste(() =>
    ollama.respond(({ path }) => (path === '/api/chat' ? reply({ text: ANSWER }, ollamaChat) : undefined)),
  );
  await panel.evaluate(() => window.dispatchEvent(new Event('focus'))); // back from the terminal
  await hand.click(button(panel, 'Use llama3.2'));
  await telling(panel, panel.getByText('writes your answers now.').waitFor());
  await summariseInFew(hand, panel);
  await page.close();
});

test('what is tried is gone, what is skipped stays skipped, and a model is still one press away', async () => {
  await x.storage.clear('local');
  const asked = server.requests.length;
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await panel.getByRole('button', { name: /^Summarise this page/ }).click();
  await finished(panel);
  expect(server.requests).toHaveLength(asked);
  await button(panel, 'New conversation').click();
  await expect.poll(() => cards(panel)).toEqual(['Connect a model', 'Toolbar for selected text']);
  await panel.getByText('Toolbar for selected text').click();
  await button(panel, 'Skip “Toolbar for selected text”').click();
  await expect.poll(() => cards(panel)).toEqual(['Connect a model']);
  await button(panel, 'Skip “Connect a model”').click();
  await expect.poll(() => cards(panel)).toEqual([]);
  expect(await panel.evaluate(() => document.activeElement?.className)).toBe('stack gap-3 start');
  await panel.reload();
  await telling(panel, panel.getByText('Built-in engine: picks sentences, no AI.').waitFor());
  expect(await cards(panel)).toEqual([]);
  await button(panel, 'Connect a model').click();
  expect(await cards(panel)).toEqual(['Connect a model']);
  await page.close();
});

test('the toolbar is shown on this site from the card, and a click’s access is made to last', async () => {
  await x.storage.clear('local');
  const { page, panel } = await openWithPanel(x, site.page('news'));
  const { origin } = new URL(site.page('news'));
  await panel.getByText('Access for this visit only.').waitFor();
  await x.allowHost(`${origin}/*`);
  await button(panel, 'Always allow here').click();
  await expect.poll(() => button(panel, 'Always allow here').count()).toBe(0);
  await panel.getByText('Toolbar for selected text').click();
  await button(panel, 'On this site').click();
  await panel.getByText('Select text on the page to see them.').waitFor();
  expect((await settings()).toolbar).toEqual({ where: 'sites', sites: [origin], butNot: [] });
  await page.close();
});
