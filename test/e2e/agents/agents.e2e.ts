/**
 * Agents, as a user meets them: one is built in a conversation and answers at once and after a restart; one takes the
 * conversation and gives it back in every way there is; and one that is cut in its work goes on there.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { removeProfile, throwawayProfile } from '../../../scripts/lib/chrome.mjs';
import {
  agentReply,
  lastToolResult,
  toolResults,
  userTexts,
  type AgentScript,
} from '../../kit/models/model-server-agent.ts';
import { gate } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { answered, ask } from '../kit/asking.ts';
import { BUILDER, call, called, cast, hasCalled, keepAgent, manifest, resultOf, TUTOR } from '../kit/casting.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, comes, openWithPanel, useServer } from '../kit/reader.ts';

let site: Site;
let server: ModelServer; // allows every origin: a restart may take the browser's own grant with it
let x: Harness;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer(() => undefined, { cors: true })]);
  await useServer(x, server, { contextTokens: 128_000 });
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

const MINUTES = 120_000;
const TELLER = manifest('tide-teller');

/** Has an agent built, then asks it; one that is there already is asked at once. */
const builds: AgentScript = (exchange) => {
  if (hasCalled(exchange, 'agent_tide_teller')) return { text: `The agent says: ${lastToolResult(exchange)}` };
  const offered = JSON.stringify(exchange.body).includes('"agent_tide_teller"');
  return {
    calls: [
      offered
        ? call('agent_tide_teller', { task: 'When is high water?' })
        : call('agent_builder', { task: 'Make an agent that tells tides.' }),
    ],
  };
};
const builder: AgentScript = (exchange) => {
  if (!hasCalled(exchange, 'list_capabilities')) return { calls: [call('list_capabilities', {})] };
  if (!hasCalled(exchange, 'check_agent'))
    return { calls: [call('check_agent', { manifest: { ...TELLER, version: 'new' } })] };
  if (!hasCalled(exchange, 'save_agent')) return { calls: [call('save_agent', { manifest: TELLER })] };
  return { text: `It is made: ${resultOf(exchange, 'save_agent') ?? ''}` };
};
const teller: AgentScript = (exchange) =>
  hasCalled(exchange, 'read_page')
    ? { text: `High water is at noon. ${String(toolResults(exchange).length)} look.` }
    : { calls: [call('read_page', {})] };

test(
  'an agent that the builder made answers a task in the same run, and after the browser’s restart [R7.5] [J9a]',
  async () => {
    const profile = await throwawayProfile(findBrowser() ?? '');
    onTestFinished(() => removeProfile(profile));
    const first = await launch({ profile });
    await useServer(first, server, { contextTokens: 128_000 });
    server.respond(() => agentReply(cast({ main: builds, [BUILDER]: builder, [called('tide-teller')]: teller })));
    const { panel } = await openWithPanel(first, site.page('news'));
    await ask(panel, 'Make me an agent that tells tides, and ask it when high water is.');

    const card = panel.getByRole('group', { name: 'Save this agent?' });
    await comes(panel, card.waitFor(), 'the approval');
    expect(await card.innerText()).toMatch(/read the page/i);
    await checkLook(first, panel, 'agent-proposed');
    await card.getByRole('group', { name: 'Details' }).press('End'); // its end must have been in sight
    await card.getByRole('button', { name: 'Save' }).click({ delay: 500 });
    expect(await answered(panel)).toContain('The agent says: ');
    expect(await panel.getByRole('article', { name: 'Answer' }).innerText()).toContain('High water is at noon.');

    await first.close();
    const second = await launch({ profile });
    onTestFinished(() => second.close());
    await second.grantHost('http://127.0.0.1/*'); // the browser of these tests forgets what it was granted
    const before = server.calls.length;
    const { panel: next } = await openWithPanel(second, site.page('long-read'));
    await ask(next, 'When is high water?');
    expect(await answered(next)).toContain('High water is at noon.');
    expect(server.calls.slice(before).some(({ body }) => JSON.stringify(body).includes(BUILDER))).toBe(false);
  },
  MINUTES,
);

/** Hands the conversation over, and says what came of it. */
const hands =
  (id: string): AgentScript =>
  (exchange) =>
    hasCalled(exchange, `agent_${id}`)
      ? { text: `Back with me. ${lastToolResult(exchange)}` }
      : { calls: [call(`agent_${id}`, { task: 'Teach what the page says.' })] };
const asks: AgentScript = (exchange) => ({ text: `Question ${String(userTexts(exchange).length)}?` });

test(
  'a tutor takes the conversation, and the person takes it back [R7.2b]',
  async () => {
    server.respond(() => agentReply(cast({ main: hands('tutor'), [TUTOR]: asks })));
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await ask(panel, 'Teach me.');
    const talk = panel.getByRole('region', { name: 'Conversation with Tutor' });
    await comes(panel, talk.getByText('Question 1?').waitFor(), 'the first question');
    const box = panel.getByRole('textbox', { name: 'Reply to Tutor' });
    await box.fill('I think so.');
    await box.press('Enter');
    await comes(panel, talk.getByText('Question 2?').waitFor(), 'the second question');
    expect(await x.killWorker()).toBe(true);
    await button(panel, 'End conversation').click();
    expect(await answered(panel)).toContain('Back with me.');
    expect(await talk.innerText()).toContain('You ended the conversation with Tutor.');
    await page.close();
  },
  MINUTES,
);

test.each([
  ['its limit of turns', { max_turns: 1 }, 'reached its step limit', 'I think so.'],
  ['its budget', { max_tokens_per_invocation: 12_000 }, 'reached its token limit', 'the sea and the moon '.repeat(190)],
] as const)(
  'an agent that has the conversation gives it back at %s, and the conversation goes on [R7.2b]',
  async (_, limits, words, reply) => {
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await keepAgent(
      panel,
      manifest(
        'coach',
        {},
        {
          integration_mode: 'handoff',
          uses_tools: [],
          limits: { max_turns: 9, max_tokens_per_invocation: 60_000, time_budget_ms: 120_000, ...limits },
        },
      ),
    );
    server.respond(() => agentReply(cast({ main: hands('coach'), [called('coach')]: asks })));
    await ask(panel, 'Coach me.');
    const talk = panel.getByRole('region', { name: 'Conversation with coach' });
    const box = panel.getByRole('textbox', { name: 'Reply to coach' });
    await comes(panel, talk.getByText('Question 1?').waitFor(), 'the first question');
    for (let n = 2; n < 8 && !(await talk.getByText(words).isVisible()); n += 1) {
      await box.fill(reply);
      await box.press('Enter');
      await comes(
        panel,
        talk
          .getByText(`Question ${String(n)}?`)
          .or(talk.getByText(words))
          .first()
          .waitFor(),
        'what is next',
      );
    }
    expect(await answered(panel)).toContain('Back with me.');
    expect(await talk.innerText()).toContain(words);
    await page.close();
  },
  MINUTES,
);

test(
  'a worker that is killed inside an agent’s work goes on there, and ends the same [R6.2a]',
  async () => {
    const held = gate();
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await keepAgent(panel, TELLER);
    const parts = cast({ main: builds, [called('tide-teller')]: teller });
    let cut = false;
    server.respond((exchange) => {
      const inside = JSON.stringify(exchange.body).includes(called('tide-teller')) && hasCalled(exchange, 'read_page');
      const holds = inside && !cut;
      cut ||= inside;
      return agentReply(parts, holds ? { before: { 1: held.pass } } : {});
    });
    const before = server.calls.length;
    await ask(panel, 'When is high water?');
    await comes(panel, held.reached, 'the agent’s second decision');
    expect(await x.killWorker()).toBe(true);
    held.release();
    expect(await answered(panel)).toContain('The agent says: tide teller reports.');
    expect(await panel.getByRole('article', { name: 'Answer' }).innerText()).toContain(
      'High water is at noon. 1 look.',
    );
    expect(server.calls.length - before).toBe(4); // two decisions of each; the one under way went on
    await page.close();
  },
  MINUTES,
);
