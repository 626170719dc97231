/** Tools of a real server, as a user uses them: switched on in the settings, and called by a run that asks before each call. */
import type { Page } from 'playwright-core';
import { answered, ask } from '../../e2e/kit/asking.ts';
import { launch, type Harness } from '../../e2e/kit/harness.ts';
import { button, openSettings, openWithPanel, telling, useServer } from '../../e2e/kit/reader.ts';
import { agentReply, pastCalls, type AgentTurn } from '../../kit/models/model-server-agent.ts';
import { startModelServer, type Exchange } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';

export interface WantedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Into the form by which the server asks, by the field's label; the other fields keep their defaults. */
  readonly entered?: Readonly<Record<string, string>>;
}

export interface ServedToolBench {
  readonly x: Harness;
  /** Removes the server after the work, whatever becomes of it. */
  readonly withServer: (address: string, work: (settings: Page) => Promise<void>) => Promise<void>;
  /** Has the model call each tool that is on, once: as wanted, or with whatever fits. Resolves with what it was told, in order. */
  readonly callTools: (wanted: readonly WantedCall[], isOnlyWanted?: boolean) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

export async function startServedToolBench(): Promise<ServedToolBench> {
  const [x, site, model] = await Promise.all([launch(), startSite(), startModelServer()]);
  await useServer(x, model, { contextTokens: 128_000, maxSteps: 20 }); // a scenario may want each of its tools called
  await x.grantHost('http://localhost/*');
  return {
    x,
    withServer: (address, work) => withServer(x, address, work),
    async callTools(wanted, isOnlyWanted = false) {
      let told: readonly string[] = [];
      model.respond((exchange) => {
        told = pastCalls(exchange).flatMap(({ name, result }) => (isServed(name) && result !== null ? [result] : []));
        return agentReply((asked) => callNext(asked, wanted, isOnlyWanted));
      });
      await call(x, site, Object.assign({}, ...wanted.map(({ entered }) => entered)) as Entered);
      return told;
    },
    close: async () => void (await Promise.all([x.close(), site.close(), model.close()])),
  };
}

async function withServer(x: Harness, address: string, work: (settings: Page) => Promise<void>): Promise<void> {
  const settings = await openSettings(x, 'tools');
  settings.setDefaultTimeout(20_000);
  try {
    await button(settings, 'Add a server').click();
    await settings.getByLabel('Address', { exact: true }).fill(address);
    await button(settings, 'Save and test').click();
    await work(settings);
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

/** False if the test ended with something wrong. */
export async function isListed(settings: Page): Promise<boolean> {
  const found = settings.getByRole('status').filter({ hasText: /answers\.|has no tools/ });
  await found.or(settings.getByRole('alert')).first().waitFor();
  return (await found.count()) > 0;
}

/** All that can be used. Resolves with their number. */
export async function switchOnTools(settings: Page): Promise<number> {
  const tools = settings.getByRole('list', { name: /tools? on$/ }).locator('[data-state=off]');
  const usable = tools.filter({ has: settings.locator('input:enabled') });
  let count = 0;
  while ((await usable.count()) > 0) {
    await usable.first().locator('input').click();
    count += 1;
    await settings.getByText(count === 1 ? '1 tool on' : `${String(count)} tools on`).waitFor();
  }
  return count;
}

const isServed = (name: string): boolean => name.includes('__');

function callNext(exchange: Exchange, wanted: readonly WantedCall[], isOnlyWanted: boolean): AgentTurn {
  const called = pastCalls(exchange).map(({ name }) => name);
  const findWanted = (tool: Offer) => wanted.find(({ name }) => tool.name.endsWith(`__${name}`));
  const served = listOffers(exchange).filter((tool) => isServed(tool.name) && (!isOnlyWanted || findWanted(tool)));
  const tool = served.find(({ name }) => !called.includes(name));
  if (!tool) return { text: 'That is all.' };
  const call = findWanted(tool);
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

type Entered = NonNullable<WantedCall['entered']>;

/** Of one run. */
const MAX_PRESSES = 40;

async function call(x: Harness, site: Site, entered: Entered): Promise<void> {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  try {
    await ask(panel, 'Call it, please.');
    const press = panel.getByRole('button', { name: /^(Allow once|Answer|Let it answer)$/ });
    const over = panel.getByRole('status').filter({ hasText: 'Answer ready' });
    for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
      await telling(panel, press.or(over).first().waitFor());
      if (await over.isVisible()) break;
      // the card may go meanwhile, and another come
      const body = panel.locator('.asking-body');
      for (const [label, text] of Object.entries(entered))
        await body
          .getByLabel(label, { exact: true })
          .fill(text, { timeout: 1000 })
          .catch(() => undefined);
      await body.evaluate((card) => card.scrollTo(0, card.scrollHeight)).catch(() => undefined);
      await press.click({ delay: 500, timeout: 5000 }).catch(() => undefined);
    }
    await answered(panel);
  } finally {
    await x.closeSidePanel(); // it would show the answer of this run at the next
    await page.close();
  }
}
