/**
 * The official conformance suite of MCP, its scenarios for clients, against the store build in a real browser. The one rule: a
 * scenario is met as a user meets it, through the settings and a run that asks before its call.
 */
import type { Page } from 'playwright-core';
import { listScenarios, runScenario, type Scenario, type ScenarioResult } from './conformance-suite.ts';
import type { Figure } from '../figure.ts';
import { isListed, startServedToolBench, switchOnTools, type ServedToolBench } from './served-tools.ts';

export async function conformanceBench(): Promise<Figure[]> {
  const bench = await startServedToolBench();
  try {
    const only = process.env['KL_SCENARIOS']?.split(',');
    const results: ScenarioResult[] = [];
    for (const listed of await listScenarios()) {
      const { name, version } = listed;
      if (only && !only.includes(name)) continue;
      const result = await runScenario(listed, (scenario) => play(bench, scenario));
      console.log(`${result.ok ? 'passed' : 'FAILED'}  ${version}  ${name}  ${result.failed.join(' · ')}`);
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
    await bench.close();
  }
}

/** Where the suite has the document of its client. */
const CLIENT_DOCUMENT = 'https://conformance-test.local/client-metadata.json';

const play = ({ withServer, callTools }: ServedToolBench, { scenario, serverUrl, context }: Scenario): Promise<void> =>
  withServer(serverUrl, async (settings) => {
    const calls = context?.toolCalls ?? [];
    const client = scenario === 'auth/basic-cimd' ? { client_id: CLIENT_DOCUMENT } : context;
    if (!(await isListed(settings))) await signIn(settings, client);
    if (!(await isListed(settings))) throw new Error('The server lists no tools.');
    if ((await switchOnTools(settings)) === 0) return;
    const told = await callTools(calls);
    if (told.at(-1)?.includes('with more rights') !== true) return;
    await settings.getByRole('button', { name: /^Sign in again/ }).click();
    await settings.getByRole('button', { name: /^Sign in at / }).waitFor(); // what the test before found is still shown
    await signIn(settings, context);
    await callTools(calls);
  });

/** One press for each site that has to be asked; none if nothing is there to sign in at. */
async function signIn(settings: Page, context: Scenario['context']): Promise<void> {
  const press = settings.getByRole('button', { name: /^Sign in at / });
  const over = settings.getByRole('status').filter({ hasText: /answers\.|has no tools/ });
  const failed = settings.getByRole('alert').filter({ hasText: /did not work/ });
  for (let presses = 0; presses < 4; presses += 1) {
    await press.or(over).or(failed).first().waitFor();
    if (!(await press.isVisible()) || (await failed.isVisible())) return;
    const id = settings.getByLabel('Client ID', { exact: true });
    const isFolded = !(await id.isVisible());
    if (!isFolded && context?.client_id === undefined) return;
    if (context?.client_id !== undefined) {
      if (isFolded) await settings.getByText('Your own client ID').click();
      await id.fill(context.client_id);
      await settings.getByLabel('Client secret', { exact: true }).fill(context.client_secret ?? '');
    }
    await press.and(settings.locator(':not([aria-disabled=true])')).click();
    const busy = settings.locator('section[aria-labelledby=tool-servers] [aria-disabled=true]');
    await busy.first().waitFor({ state: 'detached' });
  }
}
