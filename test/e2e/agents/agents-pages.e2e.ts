/** The pages of agents, as a new user goes through them with the guide in hand: one is written, tried, customised and reset. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentReply, toolResults, type AgentScript } from '../../kit/models/model-server-agent.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { until } from '../kit/behind.ts';
import { call, cast, hasCalled } from '../kit/casting.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, comes, openFromMenu, openWithPanel, telling, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
  await useServer(x, server, { contextTokens: 128_000 });
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

/** The first manifest of the guide, as a reader would copy it. */
const GUIDE = readFileSync(fileURLToPath(new URL('../../../docs/writing-an-agent.md', import.meta.url)), 'utf8');
const FIRST = /```yaml\n([^]*?)```/.exec(GUIDE)?.[1] ?? '';

const finder: AgentScript = (exchange) =>
  hasCalled(exchange, 'read_page')
    ? { text: `1932: the board was hung anew. ${String(toolResults(exchange).length)} look.` }
    : { calls: [call('read_page', {})] };

test('the agent of the guide is written, saved and tried; its faults are told until there is none', async () => {
  server.respond(() => agentReply(cast({ 'You find dates on a page.': finder })));
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await openFromMenu(panel, 'Agents');
  await button(panel, 'New agent').click();
  await panel.getByText('Advanced', { exact: true }).click();
  const text = panel.getByRole('textbox', { name: 'Definition, in YAML' });
  await text.fill(FIRST.replace('integration_mode: tool', 'integration_mode: robot'));
  await comes(
    panel,
    panel.getByRole('button', { name: /agent\.integration_mode/ }).waitFor(),
    'the fault with its path',
  );
  await text.fill(FIRST);
  await comes(panel, panel.getByText('Looks good').waitFor(), 'the text without problems');
  await button(panel, 'Save').click();
  const task = panel.getByRole('textbox', { name: 'Task' });
  await telling(panel, task.waitFor());
  await task.fill('Which dates does this page name?');
  await task.press('Enter');
  const report = panel.getByRole('article', { name: 'Report' });
  await comes(panel, report.getByText('1932: the board was hung anew. 1 look.').waitFor(), 'the report');
  await openFromMenu(panel, 'Agents');
  await panel.getByRole('button', { name: /^Date finder/ }).click();
  await comes(panel, panel.getByText(/1 time\b/).waitFor(), 'what it has taken');
  await button(panel, 'Back').click(); // to the list
  await button(panel, 'Back').click();
  await page.close();
});

test('a built-in agent is customised in the form, and reset, which can be undone', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  const open = (name: RegExp) => panel.getByRole('button', { name }).click();
  await openFromMenu(panel, 'Agents');
  await checkLook(x, panel, 'agents');
  await open(/^Tutor/);
  await checkLook(x, panel, 'agent');
  await button(panel, 'Customise').click();
  await telling(panel, panel.getByRole('textbox', { name: 'Name', exact: true }).fill('My own tutor'));
  await comes(panel, panel.getByText('Looks good').waitFor(), 'the text without problems');
  await button(panel, 'Save').click();
  await comes(panel, panel.getByRole('heading', { name: 'My own tutor', exact: true }).waitFor(), 'the copy');
  await button(panel, 'Back').click();
  await telling(panel, panel.getByRole('button', { name: /^My own tutor/ }).waitFor());
  await until(async () => (await panel.getByRole('button', { name: /^Tutor/ }).count()) === 0, 'one in its place');
  await open(/^My own tutor/);
  await button(panel, 'Reset to default').click();
  await comes(panel, panel.getByRole('heading', { name: 'Tutor', exact: true }).waitFor(), 'the built-in one');
  await button(panel, 'Undo').click();
  await comes(panel, panel.getByRole('heading', { name: 'My own tutor', exact: true }).waitFor(), 'the copy again');
  await button(panel, 'Reset to default').click();
  await comes(panel, panel.getByRole('heading', { name: 'Tutor', exact: true }).waitFor(), 'the built-in one again');
  await page.close();
});

test('no error was left behind', async () => {
  expect(await x.problems()).toEqual([]);
});
