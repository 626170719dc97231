/**
 * Pictures of agents: their list, one of them, and one that has worked under its call. The rule: real runs; only the model's
 * words are a script, which sees nothing but the request.
 */
const REPORT = 'Since a new board was put up, every reading was too high by the height of a teacup.';
const QUESTION = 'What did the volunteers find, and why does it matter?';
export function pictureAgents({ over, shoot, server, kit, page }) {
  const { agentReply, pastCalls, promptText, button } = kit;
  const says = (panel, words) => panel.getByRole('status').filter({ hasText: words }).first().waitFor();

  async function pages() {
    await over(page, async (panel) => {
      await panel.getByText('Estimate:').waitFor();
      await button(panel, 'More').click();
      await button(panel, 'Agents').click();
      await panel.getByRole('button', { name: /^Web researcher/ }).waitFor();
      await shoot('agents', panel);
      await panel.getByRole('button', { name: /^Tutor/ }).click();
      await panel.getByRole('heading', { name: 'Conversation with Tutor' }).waitFor();
      await shoot('agent', panel);
      await button(panel, 'Back').click();
      await button(panel, 'Back').click();
    });
  }

  /** An agent reads for the main one. */
  async function atWork() {
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
                arguments: { reasoning: 'What they found stands there.', query: 'readings too high' },
              },
            ],
          };
        if (calls.some(({ name }) => name.startsWith('agent_')))
          return { text: `${REPORT} [every reading at Merrow Quay was too high](#)` };
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
      return agentReply(script);
    });
    await over(page, async (panel) => {
      await ask(panel, QUESTION);
      await says(panel, /Answer ready/);
      await panel
        .getByText(/^Worked /)
        .last()
        .click();
      await panel.locator('.agent-work summary').first().click();
      await shoot('agent-done', panel);
    });
  }

  async function ask(panel, question) {
    await panel.getByText('Estimate:').waitFor();
    const box = panel.getByRole('textbox', { name: 'Ask about this page' });
    await box.fill(question);
    await box.press('Enter');
  }

  return { pages, atWork };
}
