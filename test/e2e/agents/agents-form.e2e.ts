/** Agents made without a line of YAML: by the form, and by words that a model drafts one from. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentReply, promptText, type AgentScript } from '../../kit/models/model-server-agent.ts';
import { gate, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type Behaviour, type Exchange, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { call, cast, hasCalled } from '../kit/casting.ts';
import { checkTabWalk } from '../kit/controls.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, comes, openFromMenu, openSettings, openWithPanel, telling, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

const field = (panel: Page, name: string) => panel.getByRole('textbox', { name, exact: true });
const task = (panel: Page) => field(panel, 'What the agent should do');

const finder: AgentScript = (exchange) =>
  hasCalled(exchange, 'read_page') ? { text: 'The board was hung in 1932.' } : { calls: [call('read_page', {})] };

async function openAgents(): Promise<{ page: Page; panel: Page }> {
  const opened = await openWithPanel(x, site.page('news'));
  await openFromMenu(opened.panel, 'Agents');
  await telling(opened.panel, task(opened.panel).waitFor());
  return opened;
}

/** Runs the agent whose page is shown, to the end of its report. */
async function tryOut(panel: Page): Promise<void> {
  await telling(panel, field(panel, 'Task').fill('Which dates does this page name?'));
  await field(panel, 'Task').press('Enter');
  const report = panel.getByRole('article', { name: 'Report' });
  await comes(panel, report.getByText('The board was hung in 1932.').waitFor(), 'the report');
}

test('without a model the words wait, and a button leads to one', async () => {
  const { page, panel } = await openAgents();
  await task(panel).fill('Find the dates.');
  await telling(panel, button(panel, 'Connect a model').waitFor());
  await task(panel).press('Enter');
  await checkLook(x, panel, 'agents-no-model');
  await checkTabWalk(panel);
  expect(await task(panel).inputValue()).toBe('Find the dates.');
  await page.close();
});

test('an agent is made by the form, saved once it is whole, and run', async () => {
  await useServer(x, server, { contextTokens: 128_000, priceInput: 2, priceOutput: 8 });
  server.respond(() => agentReply(cast({ 'You find dates.': finder })));
  const { page, panel } = await openAgents();
  await button(panel, 'New agent').click();
  await telling(panel, field(panel, 'Name').fill('Date finder'));
  await field(panel, 'Name').press('Enter');
  await telling(panel, panel.getByText('Required.').first().waitFor());
  await expect.poll(() => field(panel, 'Short description').evaluate((it) => it === document.activeElement)).toBe(true);
  await checkLook(x, panel, 'agent-form-problems');
  await field(panel, 'Short description').fill('Finds dates.');
  await field(panel, 'When to use it').fill('Use it for dates.');
  await field(panel, 'Instructions').fill('You find dates.\n\nRead the page first.');
  await panel.getByRole('checkbox', { name: 'Look back at earlier results', exact: true }).check();
  await panel.getByText('Advanced', { exact: true }).click();
  const text = panel.getByRole('textbox', { name: 'Definition, in YAML' });
  await telling(panel, panel.getByText('Looks good').waitFor());
  expect(await text.inputValue()).toContain('    - page # reads the page that is open\n    - memory\n');
  await text.fill((await text.inputValue()).replace('Finds dates.', 'Finds every date.'));
  expect(await field(panel, 'Short description').inputValue()).toBe('Finds every date.');
  await checkLook(x, panel, 'agent-form');
  await button(panel, 'Save').click();
  await telling(panel, panel.getByRole('heading', { name: 'Date finder', exact: true }).waitFor());
  await tryOut(panel);
  await page.close();
});

test('an agent is made by words: priced, stopped at will, drafted into the form, counted, saved and run', async () => {
  const DRAFT = {
    name: 'Year teller',
    description: 'Tells the years of a page.',
    when: 'Use it for years.',
    kind: 'task',
    instructions: 'You find dates.',
    tools: ['page', 'no_such_tool'],
  };
  const held = gate();
  const isDraft = (exchange: Exchange): boolean => /<description>\s+Find the years\./.test(promptText(exchange));
  const draftWith = (draft: Behaviour) =>
    server.respond((exchange) => (isDraft(exchange) ? draft : agentReply(cast({ 'You find dates.': finder }))));
  draftWith(reply({ text: 'Never.', before: { 0: held.pass } }));
  const { page, panel } = await openAgents();
  await telling(
    panel,
    panel
      .getByRole('form', { name: 'Describe a task' })
      .getByText(/at most/)
      .waitFor(),
  );
  await task(panel).fill('Find the years.');
  await button(panel, 'Draft agent').click();
  await telling(panel, panel.getByText('Drafting…').waitFor());
  await comes(panel, held.reached, 'the call');
  await button(panel, 'Stop').press('Enter'); // a second click at once would be half of a double click
  await telling(panel, button(panel, 'Draft agent').waitFor());
  held.release();
  draftWith(reply({ text: 'I would make an agent.' }));
  await button(panel, 'Draft agent').click();
  await telling(panel, panel.getByRole('alert').getByText('The model’s draft couldn’t be used.').waitFor());
  await checkLook(x, panel, 'agent-draft-failed');
  expect(await task(panel).inputValue()).toBe('Find the years.');
  draftWith(reply({ text: JSON.stringify(DRAFT) }));
  await button(panel, 'Try again').click();
  await telling(panel, field(panel, 'Name').waitFor());
  expect(await field(panel, 'Name').inputValue()).toBe('Year teller');
  await telling(panel, panel.getByText('Looks good').waitFor());
  await checkLook(x, panel, 'agent-draft');
  await button(panel, 'Save').click();
  await telling(panel, panel.getByRole('heading', { name: 'Year teller', exact: true }).waitFor());
  await tryOut(panel);
  expect(server.calls.filter(isDraft)).toHaveLength(3);
  await page.close();
});

test('what drafts took is in the spending, and a deleted agent comes back', async () => {
  const settings = await openSettings(x, 'limits');
  await settings.locator('.spending tbody tr').first().waitFor();
  expect(await settings.locator('.spending tbody tr').first().innerText()).toContain('test-model');
  await settings.close();
  const { page, panel } = await openAgents();
  await panel.getByRole('button', { name: /^Year teller/ }).click();
  await button(panel, 'Delete').click();
  await telling(panel, button(panel, 'Undo').waitFor());
  expect(await panel.getByRole('button', { name: /^Year teller/ }).count()).toBe(0);
  await checkLook(x, panel, 'agent-deleted');
  await button(panel, 'Undo').click();
  await telling(panel, panel.getByRole('button', { name: /^Year teller/ }).waitFor());
  await page.close();
});

test('no error was left behind', async () => {
  expect(await x.problems()).toEqual([]);
});
