/**
 * The official conformance suite of MCP, its scenarios for clients, against the store build in a real browser. The one rule: a
 * scenario is met as a person meets it, through the settings and a run that asks before its call.
 */
import type { Page } from 'playwright-core';
import { launch, type Harness } from '../e2e/harness.ts';
import { answered, ask, pressInForm, serverForm } from '../e2e/asking.ts';
import { button, openSettings, openWithPanel, telling, useServer } from '../e2e/reader.ts';
import { agentReply, lastToolResult, offeredTools, pastCalls, type AgentScript } from '../kit/model-server-agent.ts';
import { startModelServer } from '../kit/model-server.ts';
import { startSite, type Site } from '../kit/site.ts';
import { listScenarios, runScenario, type Scenario, type ScenarioResult } from './conformance-suite.ts';
import type { Figure } from './figure.ts';

export async function conformanceBench(): Promise<Figure[]> {
  const [x, site, model] = await Promise.all([launch(), startSite(), startModelServer()]);
  try {
    await useServer(x, model, { contextTokens: 128_000 });
    await x.grantHost('http://localhost/*');
    let told = '';
    model.respond((exchange) => {
      told = lastToolResult(exchange) || told;
      return agentReply(callOnce);
    });
    const callTool = async (): Promise<string> => {
      told = '';
      await call(x, site);
      return told;
    };
    const only = process.env['KL_SCENARIOS']?.split(',');
    const results: ScenarioResult[] = [];
    for (const name of only ?? (await listScenarios())) {
      const result = await runScenario(name, (scenario) => play(x, scenario, callTool));
      console.log(`${result.ok ? 'passed' : 'FAILED'}  ${name}  ${result.failed.join(' · ')}`);
      results.push(result);
    }
    const sum = (count: (result: ScenarioResult) => number): number =>
      results.reduce((all, one) => all + count(one), 0);
    const checks = sum(({ passed, failed }) => passed + failed.length);
    return [
      {
        name: 'scenarios passed',
        value: sum(({ ok }) => Number(ok)),
        unit: '',
        against: { name: 'all', value: results.length },
      },
      { name: 'checks passed', value: sum(({ passed }) => passed), unit: '', against: { name: 'all', value: checks } },
    ];
  } finally {
    await Promise.all([x.close(), site.close(), model.close()]);
  }
}

/** The one tool of a server that it is offered, once. */
const callOnce: AgentScript = (exchange) => {
  const tool = offeredTools(exchange).find((name) => name.includes('__'));
  if (tool === undefined || pastCalls(exchange).some(({ name }) => name === tool)) return { text: 'That is all.' };
  const args = tool.endsWith('__add_numbers') ? { a: 2, b: 40 } : {};
  return { calls: [{ name: tool, arguments: { reasoning: 'They want it called.', ...args } }] };
};

/** `callTool` returns what the model was told of the call. */
async function play(x: Harness, { serverUrl, context }: Scenario, callTool: () => Promise<string>): Promise<void> {
  const settings = await openSettings(x, 'tools');
  settings.setDefaultTimeout(20_000);
  try {
    await button(settings, 'Add a server').click();
    await settings.getByLabel('Address', { exact: true }).fill(serverUrl);
    await button(settings, 'Save and test').click();
    if (!(await isListed(settings))) await signIn(settings, context);
    if (!(await isListed(settings))) throw new Error('The server lists no tools.');
    const [tool] = await settings.locator('ul.served-tools input[type=checkbox]').all();
    if (tool === undefined) return; // the server has none
    await tool.click();
    await settings.getByText('1 tool on').waitFor();
    if (!(await callTool()).includes('with more rights')) return;
    await settings.getByRole('button', { name: /^Sign in again/ }).click();
    await signIn(settings, context);
    await callTool();
  } catch (thrown) {
    const shown = await settings.locator('section[aria-labelledby=tool-servers]').innerText();
    throw new Error(`${String(thrown)}\nThe settings show: ${shown}\n${(await x.problems()).join('\n')}`, {
      cause: thrown,
    });
  } finally {
    await settings.getByRole('button', { name: /^Remove / }).click();
    await button(settings, 'Yes, remove it').click();
    await settings.getByRole('group', { name: 'Tools' }).getByText('None yet.').waitFor();
    await settings.close();
  }
}

/** One press for each site that has to be asked; none if nothing is there to sign in at. */
async function signIn(settings: Page, context: Scenario['context']): Promise<void> {
  const press = settings.getByRole('button', { name: /^Sign in at / });
  const over = settings.getByRole('status').filter({ hasText: /answers\.|has no tools/ });
  const failed = settings.getByRole('alert').filter({ hasText: /did not work/ });
  for (let presses = 0; presses < 4; presses += 1) {
    await press.or(over).or(failed).first().waitFor();
    if (!(await press.isVisible()) || (await failed.isVisible())) return;
    const id = settings.getByLabel('Client ID', { exact: true });
    if (await id.isVisible()) {
      if (context?.['client_id'] === undefined) return;
      await id.fill(context['client_id']);
      await settings.getByLabel('Client secret', { exact: true }).fill(context['client_secret'] ?? '');
    }
    await press.and(settings.locator(':not([aria-disabled=true])')).click();
    const busy = settings.locator('section[aria-labelledby=tool-servers] [aria-disabled=true]');
    await busy.first().waitFor({ state: 'detached' });
  }
}

/** False if the test ended with something wrong. */
async function isListed(settings: Page): Promise<boolean> {
  const found = settings.getByRole('status').filter({ hasText: /answers\.|has no tools/ });
  await found.or(settings.getByRole('alert')).first().waitFor();
  return (await found.count()) > 0;
}

async function call(x: Harness, site: Site): Promise<void> {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  try {
    await ask(panel, 'Call it, please.');
    const once = button(panel, 'Allow once');
    await telling(panel, once.waitFor());
    await once.click({ delay: 500 });
    const over = panel.getByRole('status').filter({ hasText: 'Answer ready' });
    await telling(panel, serverForm(panel).or(over).first().waitFor());
    if (await serverForm(panel).isVisible()) await pressInForm(panel, 'Answer'); // with the defaults as they stand there
    await answered(panel);
  } finally {
    await x.closeSidePanel(); // it would show the answer of this run at the next
    await page.close();
  }
}
