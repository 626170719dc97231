/** Chat without a page: beside a page of the browser, cut in the middle, and with nothing of any tab in what is sent. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentReply, promptText, protocolOf, type AgentScript } from '../../kit/models/model-server-agent.ts';
import { gate } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, command, comes, openWithPanel, telling, waitForEstimate, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;

const [FIRST, SECOND] = ['Why is the sky blue?', 'And at sunset?'] as const;
const script: AgentScript = (exchange) => ({
  text: promptText(exchange).includes(SECOND) ? 'The path through the air is longer.' : 'Blue light is scattered most.',
});

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer(() => agentReply(script))]);
  await x.grantHost('http://localhost/*');
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

const field = (panel: Page) => panel.locator('#ask-field');
const says = (panel: Page, answer: string) =>
  telling(
    panel,
    panel.locator('.present').getByRole('article', { name: 'Answer' }).filter({ hasText: answer }).waitFor(),
  );

async function chat(panel: Page, question: string, placeholder = 'Ask the model…'): Promise<void> {
  await telling(panel, panel.getByPlaceholder(placeholder).waitFor());
  await field(panel).fill(question);
  await field(panel).press('Enter');
}

test('without a model a page that cannot be read says what a chat needs, and a button leads there', async () => {
  const { page, panel } = await openWithPanel(x, 'chrome://version/');
  await telling(panel, panel.getByText('A question without a page needs a language model.').waitFor());
  await field(panel).fill('Why?');
  await field(panel).press('Enter');
  await telling(panel, panel.getByText('Not asked. This page can’t be read.').waitFor());
  expect(await panel.locator('.ask').getByRole('button', { name: 'Connect a model' }).count()).toBe(1);
  await page.close();
});

test('on a page that cannot be read one chats, on and on, though the worker is killed; nothing of any tab is sent', async () => {
  await useServer(x, server, { contextTokens: 32_000 });
  const beside = await x.open(site.page('long-read'));
  const { page, panel } = await openWithPanel(x, 'chrome://version/');
  await telling(panel, panel.locator('.calm').getByText('You can still ask the model').waitFor());
  await waitForEstimate(panel);
  await chat(panel, FIRST);
  await says(panel, 'Blue light is scattered most.');
  await telling(panel, panel.getByText('From the model’s own knowledge').waitFor());
  expect(await panel.locator('.quotes').count()).toBe(0);

  const held = gate();
  let first = true;
  server.respond(() => {
    const options = first ? { before: { 2: held.pass } } : {};
    first = false;
    return agentReply(script, options);
  });
  await chat(panel, SECOND, 'Continue the conversation…');
  await comes(panel, held.reached, 'the follow-up at the server');
  expect(await x.killWorker()).toBe(true);
  held.release();
  await says(panel, 'The path through the air is longer.');
  server.respond(() => agentReply(script));

  const last = server.calls.at(-1);
  expect(last && promptText(last)).toContain('Blue light is scattered most.');
  for (const exchange of server.calls) {
    expect(protocolOf(exchange)).toBe('text');
    const sent = JSON.stringify(exchange.body);
    for (const word of ['Averholm', 'long-read', 'localhost', 'chrome:', 'version']) expect(sent).not.toContain(word);
  }
  await page.close();
  await beside.close();
});

test('beside a page that can be read a chat is chosen, and the page stays unread by the model', async () => {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  const before = server.calls.length;
  await command(panel, 'Ask without the page');
  await chat(panel, FIRST);
  await says(panel, 'Blue light is scattered most.');
  for (const exchange of server.calls.slice(before)) expect(JSON.stringify(exchange.body)).not.toContain('Averholm');
  expect(server.calls.length).toBe(before + 1);
  await button(panel, 'Ask about this page').click();
  await telling(panel, panel.getByRole('textbox', { name: 'Ask about this page' }).waitFor());
  await page.close();
});

test('no error was left behind', async () => {
  expect((await x.problems()).filter((problem) => !problem.includes('No SW'))).toEqual([]);
});
