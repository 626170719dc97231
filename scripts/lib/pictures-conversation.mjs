/* global document */
/**
 * Pictures of a conversation: asked on, about a selection, found again. The rule: real runs; only the model's words are a script.
 */
const QUESTIONS = [
  'What did the volunteers find?',
  'How high do the gates close now?',
  'And what does that cost the port?',
];
const ANSWERS = [
  'Every reading since **11 February 1932** was nine centimetres too high: a new tide board had been hung from old fixings that were knocked downwards.',
  'At a forecast of **3.36 metres** instead of 3.45. Over the past eight years that would have meant:\n\n| | before | now |\n|---|---|---|\n| closures | 19 | 31 |',
  'Each closure stops the port for about **five hours**.\n\n- Shipping firms together lose **£140,000** each time.\n- The pilots’ association wants a second survey first.',
];
const CODE = `const level = board.read() - 0.09;
if (level > gates.threshold) {
  await gates.close({ at: tide.high, hours: 5 });
  log.add(new Date(), level);
}`;
const EXPLAINED =
  'It corrects the reading of the tide board by nine centimetres and **closes the gates** for five hours where the corrected level is above their threshold. `tide.high` is the time of high water; the last line writes the corrected level down.';

/** `over`: the panel over a page; the session is forgotten afterwards. */
export function pictureConversation({ over, shoot, server, kit, page }) {
  const { agentReply, promptText, button } = kit;

  async function ask(panel, question) {
    const box = panel.getByRole('textbox', { name: 'Ask about this page' });
    await box.fill(question);
    await panel.locator('#send-button[aria-disabled="false"]').waitFor(); // the page is read
    await box.press('Enter');
  }
  const says = (panel, words) => panel.getByRole('status').filter({ hasText: words }).first().waitFor();

  async function converse(panel) {
    server.respond(() =>
      agentReply((exchange) => {
        const asked = QUESTIONS.filter((question) => promptText(exchange).includes(question)).length;
        return { text: ANSWERS[Math.max(0, asked - 1)] };
      }),
    );
    for (const [at, question] of QUESTIONS.entries()) {
      await ask(panel, question);
      if (at > 0)
        await panel
          .locator('.exchange')
          .nth(at - 1)
          .waitFor();
      await says(panel, 'Answer ready');
    }
  }

  async function threeExchanges() {
    await over(page, async (panel) => {
      await converse(panel);
      await panel.getByPlaceholder('Ask a follow-up…').waitFor();
      await shoot('conversation', panel);
    });
  }

  /** As a pointer that comes from the page. */
  async function enter(panel) {
    await panel.mouse.move(-9, -9);
    await panel.mouse.move(9, 9);
  }

  async function codeSelected() {
    server.respond(() => agentReply(() => ({ text: EXPLAINED })));
    await over(page, async (panel, tab) => {
      await panel.getByText('Estimate:').waitFor();
      await selectCode(tab);
      await enter(panel);
      await button(panel, 'Explain selection').click();
      await says(panel, 'Explanation ready');
      await shoot('explained', panel);
    });
  }

  /** Puts a piece of code on the page, and selects it. */
  async function selectCode(tab) {
    await tab.evaluate((written) => {
      const [pre, code] = [document.createElement('pre'), document.createElement('code')];
      code.textContent = written;
      pre.append(code);
      document.querySelector('article p').before(pre);
      document.getSelection().selectAllChildren(pre);
    }, CODE);
  }

  async function history() {
    await over(page, async (panel) => {
      await panel.getByText('Estimate:').waitFor();
      await button(panel, 'History').click();
      await panel.locator('.listed > button').first().waitFor();
      await shoot('history', panel);
      await button(panel, 'Close history').click();
    });
  }

  return { threeExchanges, codeSelected, history };
}
