/**
 * Pictures of agents: their list, one of them, the text of one with a fault, one at work under its call, one that has the
 * conversation, and one that is to be kept. The rule: real runs; only the model's words are a script, which sees nothing but
 * the request.
 */
import { SLIM, WIDE } from './studio.mjs';

const REPORT =
  'Volunteers typed up 140 years of notebooks, and found that every reading since 1932 was nine centimetres too high.';
const QUESTION = 'What did the volunteers find, and why does it matter?';
const TURNS = [
  'Let us begin with what you know. The page tells of a **tide board** that was hung anew in 1932. What would happen to every reading after that, if the new board hung lower than the old one?',
  'Yes: each reading would be too high, by the same amount. Now think of the flood barrier. Which way would it err, if it trusted those readings?',
];
const PROPOSAL = {
  id: 'tide-watcher',
  name: 'Tide watcher',
  version: '1.0.0',
  description: 'Says in three points what a page tells about tides and floods.',
  natural_language_description:
    'Use it when the person asks what a page says about tides, floods or the sea. Not for the weather.',
  agent: {
    integration_mode: 'tool',
    model: 'main',
    instructions: 'You read the page and say what it tells about tides.\nThree points at most, each with a quote.',
    uses_tools: ['page', 'read_url'],
    limits: { max_turns: 6, max_tokens_per_invocation: 30_000, time_budget_ms: 120_000 },
  },
};

export function pictureAgents({ over, shoot, server, kit, page }) {
  const { agentReply, pastCalls, promptText, button, gate } = kit;
  const says = (panel, words) => panel.getByRole('status').filter({ hasText: words }).first().waitFor();

  async function pages() {
    await over(page, async (panel) => {
      await panel.getByText('Estimate:').waitFor();
      await button(panel, 'More').click();
      await button(panel, 'Agents').click();
      await panel.getByRole('button', { name: /^Web researcher/ }).waitFor();
      await shoot('agents', panel);
      await shoot('agents-slim', panel, SLIM);
      await shoot('agents-wide', panel, WIDE);
      await panel.getByRole('button', { name: /^Tutor/ }).click();
      await panel.getByRole('heading', { name: 'Talk to Tutor' }).waitFor();
      await shoot('agent', panel);
      await button(panel, 'Back').click();
      await button(panel, 'New agent').click();
      await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Date finder');
      await shoot('agent-new', panel);
      await panel.getByRole('textbox', { name: 'Max steps' }).fill('400');
      await panel.keyboard.press('Enter');
      await panel.getByText('Required.').first().waitFor();
      await shoot('agent-faults', panel);
      await shoot('agent-faults-slim', panel, SLIM);
      await button(panel, 'Back').click();
      await panel.getByText('This is not saved yet.').waitFor();
      await shoot('agent-unsaved', panel);
      await button(panel, 'Leave without saving').click();
      await button(panel, 'Back').click();
    });
  }

  /** An agent reads for the main one, and is held in the middle of it. */
  async function atWork() {
    const held = gate();
    const isAgents = (exchange) => promptText(exchange).includes('You are a careful reader');
    server.respond((exchange) => {
      const calls = pastCalls(exchange);
      const script = () => {
        if (isAgents(exchange) && calls.some(({ name }) => name === 'find_in_page')) return { text: REPORT };
        if (isAgents(exchange) && !calls.some(({ name }) => name === 'read_page'))
          return { calls: [{ name: 'read_page', arguments: { reasoning: 'First I read the page.' } }] };
        if (isAgents(exchange))
          return {
            calls: [
              {
                name: 'find_in_page',
                arguments: { reasoning: 'What they found stands there.', query: 'volunteers error' },
              },
            ],
          };
        if (calls.some(({ name }) => name.startsWith('agent_'))) return { text: `${REPORT} [nine centimetres](#)` };
        return {
          calls: [
            {
              name: 'agent_long_document_reader',
              arguments: {
                reasoning: 'A reader of long documents finds it.',
                task: 'Say what the volunteers found, and why it matters.',
              },
            },
          ],
        };
      };
      const hold =
        isAgents(exchange) && calls.some(({ name }) => name === 'find_in_page') ? { before: { 0: held.pass } } : {};
      return agentReply(script, hold);
    });
    await over(page, async (panel) => {
      await ask(panel, QUESTION);
      await held.reached;
      await says(panel, /Long-document reader/);
      await panel.locator('.agent-work summary').first().click();
      await shoot('agent-at-work', panel);
      held.release();
      await says(panel, /Answer ready/);
      await panel
        .getByText(/^Worked /)
        .last()
        .click();
      await panel.locator('.agent-work summary').first().click();
      await shoot('agent-done', panel);
      await shoot('agent-done-slim', panel, SLIM);
    });
  }

  async function talk() {
    server.respond(() =>
      agentReply((exchange) => {
        const isTutor = promptText(exchange).includes('Socratic tutor');
        if (!isTutor) {
          const called = pastCalls(exchange).some(({ name }) => name === 'agent_tutor');
          return called
            ? { text: 'You worked out why every reading was too high. Shall I sum the page up?' }
            : {
                calls: [
                  {
                    name: 'agent_tutor',
                    arguments: { reasoning: 'They want to learn.', task: 'Teach the tide record.' },
                  },
                ],
              };
        }
        return { text: promptText(exchange).includes('too high, I think') ? TURNS[1] : TURNS[0] };
      }),
    );
    await over(page, async (panel) => {
      await ask(panel, 'Teach me what this page is about.');
      const box = panel.getByRole('textbox', { name: 'Reply to Tutor' });
      await box.waitFor();
      await says(panel, /waiting for your reply/);
      await box.fill('They would all be too high, I think.');
      await box.press('Enter');
      await panel.getByText('flood barrier. Which way').waitFor();
      await shoot('agent-talk', panel);
      await shoot('agent-talk-slim', panel, SLIM);
      await shoot('agent-talk-wide', panel, WIDE);
      await button(panel, 'Back to the assistant').click();
      await says(panel, /Answer ready/);
      await shoot('agent-taken-back', panel);
    });
  }

  async function toBeKept() {
    server.respond(() =>
      agentReply((exchange) => {
        const isBuilder = promptText(exchange).includes('You build agents');
        const calls = pastCalls(exchange);
        if (!isBuilder)
          return {
            calls: [
              {
                name: 'agent_builder',
                arguments: { reasoning: 'It builds agents.', task: 'Build an agent for tides.' },
              },
            ],
          };
        return calls.some(({ name }) => name === 'save_agent')
          ? { text: 'Kept.' }
          : {
              calls: [
                { name: 'save_agent', arguments: { reasoning: 'It is what was asked for.', manifest: PROPOSAL } },
              ],
            };
      }),
    );
    await over(page, async (panel) => {
      await ask(panel, 'Make me an agent that tells me what pages say about tides.');
      await panel.getByRole('heading', { name: 'Save this agent?' }).waitFor();
      await shoot('agent-proposal', panel);
      await shoot('agent-proposal-slim', panel, SLIM);
      await button(panel, 'Stop').click();
      await panel.getByText('Stopped', { exact: true }).waitFor();
    });
  }

  async function direct() {
    await over(page, async (panel) => {
      await panel.getByText('Estimate:').waitFor();
      await button(panel, 'Add and do').click();
      await panel
        .getByRole('button', { name: /^Agent: / })
        .first()
        .click();
      await shoot('agent-ask', panel);
      await shoot('agent-ask-slim', panel, SLIM);
    });
  }

  async function ask(panel, question) {
    await panel.getByText('Estimate:').waitFor();
    const box = panel.getByRole('textbox', { name: 'Ask about this page' });
    await box.fill(question);
    await box.press('Enter');
  }

  return { pages, direct, atWork, talk, toBeKept };
}
