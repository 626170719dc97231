/**
 * The official conformance suite of MCP, its scenarios for clients, against the store build in a real browser. The one rule: a
 * scenario is met as a person meets it, through the settings and a run that asks before its call.
 */
import type { Page } from 'playwright-core';
import { launch, type Harness } from '../e2e/harness.ts';
import { answered, ask } from '../e2e/asking.ts';
import { button, openSettings, openWithPanel, telling, useServer } from '../e2e/reader.ts';
import { agentReply, lastToolResult, pastCalls, type AgentTurn } from '../kit/model-server-agent.ts';
import { startModelServer, type Exchange } from '../kit/model-server.ts';
import { startSite, type Site } from '../kit/site.ts';
import {
  listScenarios,
  runScenario,
  type Scenario,
  type ScenarioCall,
  type ScenarioResult,
} from './conformance-suite.ts';
import type { Figure } from './figure.ts';

export async function conformanceBench(): Promise<Figure[]> {
  const [x, site, model] = await Promise.all([launch(), startSite(), startModelServer()]);
  try {
    await useServer(x, model, { contextTokens: 128_000 });
    await x.grantHost('http://localhost/*');
    let told = '';
    let wanted: readonly ScenarioCall[] = [];
    model.respond((exchange) => {
      told = lastToolResult(exchange) || told;
      return agentReply((asked) => callNext(asked, wanted));
    });
    const callTools = async (calls: readonly ScenarioCall[]): Promise<string> => {
      told = '';
      wanted = calls;
      await call(x, site);
      return told;
    };
    const only = process.env['KL_SCENARIOS']?.split(',');
    const results: ScenarioResult[] = [];
    for (const listed of await listScenarios()) {
      const { name, version } = listed;
      if (only && !only.includes(name)) continue;
      const result = await runScenario(listed, (scenario) => play(x, scenario, callTools));
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
    await Promise.all([x.close(), site.close(), model.close()]);
  }
}

/** Each tool of the server that is offered, once: with what the suite wants, or whatever fits. */
function callNext(exchange: Exchange, wanted: readonly ScenarioCall[]): AgentTurn {
  const called = pastCalls(exchange).map(({ name }) => name);
  const served = listOffers(exchange).filter(({ name }) => name.includes('__'));
  const tool = served.find(({ name }) => !called.includes(name));
  if (!tool) return { text: 'That is all.' };
  const call = wanted.find(({ name }) => tool.name.endsWith(`__${name}`));
  const given = Object.entries(call?.arguments ?? fill(tool.parameters)).filter(([, value]) => value !== null);
  return {
    calls: [{ name: tool.name, arguments: { ...Object.fromEntries(given), reasoning: 'They want it called.' } }],
  };
}

interface Offer {
  readonly name: string;
  readonly parameters: Parameters;
}

interface Parameters {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
}

const listOffers = ({ body }: Exchange): readonly Offer[] =>
  (body as { readonly tools?: readonly { readonly function: Offer }[] }).tools?.map((tool) => tool.function) ?? [];

const SAMPLES: Readonly<Record<string, unknown>> = { string: 'word', boolean: true, object: {}, array: [] };

const fill = ({ required = [], properties = {} }: Parameters): Readonly<Record<string, unknown>> =>
  Object.fromEntries(required.map((name) => [name, SAMPLES[String(properties[name]?.type)] ?? 42]));

/** `callTools` returns what the model was told of the last call. */
async function play(
  x: Harness,
  { serverUrl, context }: Scenario,
  callTools: (wanted: readonly ScenarioCall[]) => Promise<string>,
): Promise<void> {
  const calls = context?.toolCalls ?? [];
  const settings = await openSettings(x, 'tools');
  settings.setDefaultTimeout(20_000);
  try {
    await button(settings, 'Add a server').click();
    await settings.getByLabel('Address', { exact: true }).fill(serverUrl);
    await button(settings, 'Save and test').click();
    if (!(await isListed(settings))) await signIn(settings, context);
    if (!(await isListed(settings))) throw new Error('The server lists no tools.');
    const tools = settings.getByRole('list', { name: /tools? on$/ }).locator('[data-state=off]');
    const usable = tools.filter({ has: settings.locator('input:enabled') });
    if ((await usable.count()) === 0) return; // the server has none
    for (let count = 1; (await usable.count()) > 0; count += 1) {
      await usable.first().locator('input').click();
      await settings.getByText(count === 1 ? '1 tool on' : `${String(count)} tools on`).waitFor();
    }
    if (!(await callTools(calls)).includes('with more rights')) return;
    await settings.getByRole('button', { name: /^Sign in again/ }).click();
    await signIn(settings, context);
    await callTools(calls);
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
      if (context?.client_id === undefined) return;
      await id.fill(context.client_id);
      await settings.getByLabel('Client secret', { exact: true }).fill(context.client_secret ?? '');
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

/** Of one run. */
const MAX_PRESSES = 40;

async function call(x: Harness, site: Site): Promise<void> {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  try {
    await ask(panel, 'Call it, please.');
    const press = panel.getByRole('button', { name: /^(Allow once|Answer)$/ }); // a form with its defaults
    const over = panel.getByRole('status').filter({ hasText: 'Answer ready' });
    for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
      await telling(panel, press.or(over).first().waitFor());
      if (await over.isVisible()) break;
      // the card may go meanwhile, and another come
      const body = panel.locator('.asking-body');
      await body.evaluate((card) => card.scrollTo(0, card.scrollHeight)).catch(() => undefined);
      await press.click({ delay: 500, timeout: 5000 }).catch(() => undefined);
    }
    await answered(panel);
  } finally {
    await x.closeSidePanel(); // it would show the answer of this run at the next
    await page.close();
  }
}
