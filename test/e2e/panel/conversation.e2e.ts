/**
 * A conversation beside a page, as a user has it: asked on, cut, closed and opened again, left for a new one, found again
 * and gone on with. The model's part depends on the request alone.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentReply, promptText, type AgentScript } from '../../kit/models/model-server-agent.ts';
import { gate } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { ask } from '../kit/asking.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, comes, openWithPanel, readReceipt, telling, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;

const [FIRST, SECOND, THIRD] = [
  'Who paints the bridge?',
  'And how long does it take?',
  'Who minds the clock?',
] as const;
const ANSWERS: Readonly<Record<string, string>> = {
  [FIRST]: 'Nine painters.',
  [SECOND]: 'Six or seven years.',
  [THIRD]: 'Three keepers.',
};

/** Answers what was asked last, and says how much of the conversation it was shown. */
const remembers: AgentScript = (exchange) => {
  const prompt = promptText(exchange);
  const asked = Object.keys(ANSWERS).filter((question) => prompt.includes(question));
  const last = asked.reduce((a, b) => (prompt.lastIndexOf(b) > prompt.lastIndexOf(a) ? b : a), FIRST);
  return { text: `${ANSWERS[last] ?? ''} (${String(asked.length)} asked)` };
};

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer(() => agentReply(remembers))]);
  await useServer(x, server, { contextTokens: 128_000 });
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

const field = (panel: Page) => panel.getByRole('textbox', { name: 'Ask about this page' });
const present = (panel: Page) => panel.getByRole('region', { name: 'Current question' });
const answers = (panel: Page) => panel.getByRole('article', { name: 'Answer' }).allInnerTexts();
const questions = (panel: Page) => panel.locator('.asked').allTextContents();

async function says(panel: Page, answer: string): Promise<void> {
  await telling(panel, present(panel).getByRole('article', { name: 'Answer' }).filter({ hasText: answer }).waitFor());
  await telling(panel, panel.getByRole('status').filter({ hasText: 'Answer ready' }).first().waitFor());
}

/** Asks on once the panel is ready for that. */
async function follow(panel: Page, question: string): Promise<void> {
  await telling(panel, panel.getByPlaceholder('Ask a follow-up…').waitFor());
  await field(panel).fill(question);
  await field(panel).press('Enter');
}

test('a question is followed up twice, in one conversation that the model remembers [J7]', async () => {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, FIRST);
  await says(panel, 'Nine painters. (1 asked)');
  await follow(panel, SECOND);
  await says(panel, 'Six or seven years. (2 asked)');
  await follow(panel, THIRD);
  await says(panel, 'Three keepers. (3 asked)');
  expect(await answers(panel)).toEqual([
    'Nine painters. (1 asked)',
    'Six or seven years. (2 asked)',
    'Three keepers. (3 asked)',
  ]);
  expect(await questions(panel)).toEqual([FIRST, SECOND, THIRD].map((question) => `Question: ${question}`));
  await readReceipt(panel, (receipt) => receipt.getByText('This conversation').waitFor());
  await page.close();
});

/** The actions below the nth answer. */
const below = (panel: Page, n: number, name: string) =>
  panel.locator('.answer-actions').nth(n).getByRole('button', { name });

test('an answer is written again, a question asked in other words, a conversation branched: nothing before it is asked twice [R11.10]', async () => {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, FIRST);
  await says(panel, 'Nine painters. (1 asked)');
  await follow(panel, SECOND);
  await says(panel, 'Six or seven years. (2 asked)');
  const asked = server.calls.length;

  await below(panel, 1, 'Try again').click();
  await says(panel, 'Six or seven years. (2 asked)');
  expect(server.calls.length).toBe(asked + 1);

  await below(panel, 1, 'Edit').click();
  await panel.getByRole('textbox', { name: 'Edit the question' }).fill(THIRD);
  await checkLook(x, panel, 'edit');
  await panel.getByRole('textbox', { name: 'Edit the question' }).press('Enter');
  await says(panel, 'Three keepers. (2 asked)');
  expect(await questions(panel)).toEqual([FIRST, THIRD].map((question) => `Question: ${question}`));

  const before = server.calls.length;
  await below(panel, 0, 'More for this answer').click();
  await below(panel, 0, 'Continue in a new conversation').click();
  await says(panel, 'Nine painters. (1 asked)');
  await follow(panel, SECOND);
  await says(panel, 'Six or seven years. (2 asked)');
  expect(server.calls.length).toBe(before + 1);
  await page.close();
});

test('the worker killed in the middle of a follow-up: the same answer, in the same conversation', async () => {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, FIRST);
  await says(panel, 'Nine painters.');
  const held = gate();
  let first = true;
  server.respond(() => {
    const options = first ? { before: { 2: held.pass } } : {};
    first = false;
    return agentReply(remembers, options);
  });
  await follow(panel, SECOND);
  await comes(panel, held.reached, 'the follow-up at the server');
  await x.killWorker();
  held.release();
  await says(panel, 'Six or seven years. (2 asked)');
  expect(await answers(panel)).toEqual(['Nine painters. (1 asked)', 'Six or seven years. (2 asked)']);
  server.respond(() => agentReply(remembers));
  await page.close();
});

test('the panel closed and opened again shows the same conversation, its present question at the top', async () => {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, FIRST);
  await says(panel, 'Nine painters.');
  await follow(panel, SECOND);
  await says(panel, 'Six or seven years.');
  const before = await answers(panel);
  await panel.close();
  await x.clickAction(page);
  const again = await x.sidePanel();
  await says(again, 'Six or seven years.');
  expect(await answers(again)).toEqual(before);
  await telling(again, again.getByPlaceholder('Ask a follow-up…').waitFor());
  const top = await present(again).evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeLessThan(await again.evaluate(() => innerHeight / 3));
  await page.close();
});

test('an answer is rated, which stays with the conversation and is sent nowhere', async () => {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, FIRST);
  await says(panel, 'Nine painters.');
  const asked = server.requests.length;
  await below(panel, 0, 'More for this answer').click();
  await below(panel, 0, 'Good answer').click();
  const rated = (shown: Page) => shown.getByText('You rated this answer good.');
  await telling(panel, rated(panel).waitFor());
  await panel.close();
  await x.clickAction(page);
  const again = await x.sidePanel();
  await telling(again, rated(again).waitFor());
  await telling(again, button(again, 'New conversation').click());
  await button(again, 'History').click();
  await telling(again, again.locator('.listed > button').filter({ hasText: FIRST }).first().click());
  await telling(again, rated(again).waitFor());
  expect(server.requests.length).toBe(asked);
  await button(again, 'Back').click();
  await again.keyboard.press('Escape'); // the drawer that Back leads to
  await page.close();
});

test('a new conversation knows nothing of the one before; that is found in history and gone on with [J7]', async () => {
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, FIRST);
  await says(panel, 'Nine painters. (1 asked)');
  await telling(panel, button(panel, 'New conversation').click());
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await field(panel).fill(THIRD);
  await field(panel).press('Enter');
  await says(panel, 'Three keepers. (1 asked)');
  expect(await questions(panel)).toEqual([`Question: ${THIRD}`]);

  await button(panel, 'History').click();
  await panel.getByRole('searchbox', { name: 'Search history' }).fill('bridge');
  await telling(panel, panel.locator('.listed > button').filter({ hasText: FIRST }).first().click());
  await telling(panel, panel.getByRole('article', { name: 'Answer' }).filter({ hasText: 'Nine painters.' }).waitFor());
  await button(panel, 'Continue here').click();
  await panel.keyboard.type(SECOND);
  await panel.keyboard.press('Enter');
  await says(panel, 'Six or seven years. (2 asked)');
  expect(await questions(panel)).toEqual([FIRST, SECOND].map((question) => `Question: ${question}`));
  await page.close();
});

test('no error was left behind', async () => {
  expect((await x.problems()).filter((problem) => !problem.includes('No SW'))).toEqual([]);
});
