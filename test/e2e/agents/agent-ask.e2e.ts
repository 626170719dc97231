/**
 * A question about the page, as a user sees it: the model looks in the page, asks back, and opens nothing without a yes.
 * The worker is killed in the moments that hurt; a yes is never lost, and nothing that was agreed to happens twice.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  agentReply,
  offeredTools,
  pastCalls,
  userTexts,
  type AgentScript,
} from '../../kit/models/model-server-agent.ts';
import { gate, promptOf, refuse, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type Exchange, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { answered, ask, CALLS, fiveSteps, GOAL } from '../kit/asking.ts';
import { until } from '../kit/behind.ts';
import { freezeAt, frozen } from '../kit/freeze.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, comes, openWithPanel, telling, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
  await useServer(x, server, { contextTokens: 128_000 });
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));
beforeEach(() => server.respond(() => agentReply(fiveSteps)));

/** What stands on the toolbar icon over the tab in front. */
const badgeOf = (panel: Page): Promise<string> =>
  panel.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
    return chrome.action.getBadgeText(tab?.id === undefined ? {} : { tabId: tab.id });
  });

/** Where the model wants to lead the user. */
const link = (): string => `${site.page('news')}?more`;
const called = (exchange: Exchange, tool: string): boolean => pastCalls(exchange).some(({ name }) => name === tool);

/** Wants to open an address, then says what came of it. */
const opener: AgentScript = (exchange) =>
  called(exchange, 'open_link')
    ? { text: `So it went: ${pastCalls(exchange).at(-1)?.result ?? ''}` }
    : { calls: [{ name: 'open_link', arguments: { reasoning: 'They want to read on.', url: link() } }] };

/** Tabs that show the address. */
const openedTabs = (): number => x.context.pages().filter((page) => page.url() === link()).length;

test('a question is answered from what was found, with its steps to be read', async () => {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, GOAL);
  expect(await answered(panel)).toMatch(/Nine painters.*Fingerprint [0-9a-f]{12}/s);
  await panel.getByText(GOAL).first().waitFor();
  await page.close();
});

test('killed in the middle of a decision with the panel open, the run goes on and says so', async () => {
  const held = gate();
  server.respond(({ index }) => agentReply(fiveSteps, index === first + 1 ? { before: { 2: held.pass } } : {}));
  const first = server.requests.length;
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, GOAL);
  await comes(panel, held.reached, 'the second decision');
  await x.killWorker();
  held.release();
  expect(await answered(panel)).toMatch(/Nine painters/);
  expect(server.requests).toHaveLength(first + CALLS); // the reply went on: nothing was asked again
  await panel.getByText(/^Worked /).click();
  await panel
    .getByText(/interruption/i)
    .first()
    .waitFor();
  await page.close();
});

test('the model asks back, and goes on with the answer', async () => {
  const script: AgentScript = (exchange) => {
    const said = userTexts(exchange);
    if (said.length < 2) {
      return { calls: [{ name: 'ask_user', arguments: { question: 'The bridge or the clock?' } }] };
    }
    return { text: `You said: ${said.at(-1) ?? ''}` };
  };
  server.respond(() => agentReply(script));
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'How old is it?');
  await telling(panel, panel.locator('.asking').getByText('The bridge or the clock?').waitFor());
  await until(async () => (await badgeOf(panel)) === '?', 'the icon to say that somebody is waited for');
  await checkLook(x, panel, 'agent-question');
  await x.killWorker(); // it waits in the dark anyway
  const box = panel.getByRole('textbox', { name: 'Your answer' });
  await box.fill('The clock.');
  await box.press('Enter');
  expect(await answered(panel)).toBe('You said: The clock.');
  await page.close();
});

test('nothing is opened without a yes, and a no is told to the model', async () => {
  server.respond(() => agentReply(opener));
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'Show me more of it.');
  await telling(panel, panel.locator('.asking').getByText(link()).waitFor());
  // what was read could go there again and again
  expect(await panel.getByRole('button', { name: /^Always/ }).count()).toBe(0);
  await button(panel, 'Decline').click({ delay: 500 });
  expect(await answered(panel)).toMatch(/does not want/);
  expect(openedTabs()).toBe(0);
  await page.close();
});

const stoodStill = async (): Promise<boolean> => (await frozen(x)) > 0;

test('a yes given in the moment the worker dies is not lost, and what it allows happens once', async () => {
  server.respond(() => agentReply(opener));
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'Show me more of it.');
  const allow = button(panel, 'Allow once');
  await telling(panel, allow.waitFor());
  const before = openedTabs();
  await freezeAt(x, /^inbox.*"type":"approve"/);
  await allow.click({ delay: 500 });
  await until(stoodStill, 'the yes to be stored');
  await x.killWorker();
  expect(await answered(panel)).toContain(`Opened ${link()}`);
  await expect.poll(openedTabs).toBe(before + 1);
  await page.close();
});

test('a call that was cut is not made again by itself: the person says what became of it', async () => {
  server.respond(() => agentReply(opener));
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'Show me more of it.');
  const allow = button(panel, 'Allow once');
  await telling(panel, allow.waitFor());
  await freezeAt(x, /"args":\{[^{}]*\},"key":/); // the intent: of all frames it alone has both
  const before = openedTabs();
  await allow.click({ delay: 500 });
  await until(stoodStill, 'the intent to be stored');
  await x.killWorker();
  await telling(panel, panel.getByText('Did this go through?').waitFor());
  expect(openedTabs()).toBe(before);
  await checkLook(x, panel, 'outcome');
  await button(panel, 'It didn’t. Do it now').click({ delay: 500 });
  expect(await answered(panel)).toContain(`Opened ${link()}`);
  await expect.poll(openedTabs).toBe(before + 1);
  await page.close();
});

test('an explicit deletion clears the session, and a run goes from it with its tab [R6.6a] [R6.6b]', async () => {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'Delete this one.');
  await answered(panel);
  await button(panel, 'History').click();
  await telling(panel, button(panel, 'Delete all history…').click());
  await button(panel, 'Delete everything').click();
  await telling(panel, panel.getByText('Your conversations will appear here.').waitFor());
  await button(panel, 'Close history').click();
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await page.close();

  const other = await openWithPanel(x, site.page('news'));
  await ask(other.panel, GOAL);
  await answered(other.panel);
  await other.page.close();
  await until(
    async () => !Object.keys(await x.storage.get('session')).some((key) => key.startsWith('run/')),
    'the run to go with its tab',
  );
});

test('an extension reload in the middle of a run continues it [R6.2b]', async () => {
  const held = gate();
  const first = server.requests.length;
  server.respond(({ index }) => agentReply(fiveSteps, index === first + 2 ? { before: { 1: held.pass } } : {}));
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, GOAL);
  await comes(panel, held.reached, 'the third decision');
  await x.reload();
  held.release();
  await x.clickAction(page);
  const reopened = await x.sidePanel();
  expect(await answered(reopened)).toMatch(/Nine painters/);
  await reopened
    .getByText(/after a restart/)
    .first()
    .waitFor();
  await checkLook(x, reopened, 'restarted');
  await page.close();
});

test('a server that takes no tools is told of them in words, and its calls are read from its text', async () => {
  const words = (exchange: Exchange): string => {
    const asked = promptOf(exchange);
    if (asked.includes('<tool_result'))
      return `Nine painters. Told of ${String(offeredTools(exchange).length)} tools over the wire.`;
    return '<tool_call>{"name": "find_in_page", "reasoning": "Look.", "arguments": {"query": "bridge painters",}}</tool_call>';
  };
  server.respond((exchange) =>
    offeredTools(exchange).length > 0
      ? refuse(400, 'registry.ollama.ai/library/old-model does not support tools')
      : reply({ text: words }),
  );
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, GOAL);
  expect(await answered(panel)).toBe('Nine painters. Told of 0 tools over the wire.');
  await page.close();
});

test('without a model the page’s own sentences answer, and cost nothing [J8e]', async () => {
  await x.setSettings({});
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'How many rivets does the bridge have?');
  expect(await answered(panel)).toContain('There are about 1.2 million rivets.');
  await page.close();
});

test('no error was left behind', async () => {
  expect((await x.problems()).filter((problem) => !/No SW|status of 400/.test(problem))).toEqual([]);
});
