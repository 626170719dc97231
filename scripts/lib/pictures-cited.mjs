/**
 * Pictures of answers that quote: on their way, checked, and with a quote shown on its page. The rule: real runs; only the
 * model's words are a script, and what became of its quotes is the product's own finding.
 */
import { NARROW, SLIM } from './studio.mjs';

const QUESTION = 'What does the corrected record change for the port?';
/** Quotes as they stand, one with another first letter, and one that is nowhere. */
const ANSWER = `The gates now close at a forecast of **3.36 metres**, not 3.45 [Since 20 February they close at 3.36](#). That means more closures [31 closures instead of 19](#) and, so the operators hope, no flooded cellars [no cellar has been flooded since](#).

- [each closure stops the port for about five hours](#), at a combined £140,000 for shipping firms [costs shipping firms a combined £140,000](#).
- The pilots want to wait for more evidence [suspended until a second survey has been made](#).
- It is not for good yet: [The Conservancy will decide in June whether to make the new threshold permanent](#).`;
/** Of a window in which page and panel stand side by side. */
const [PAGE, HEIGHT] = [900, 760];

export function pictureCitations({ x, over, shoot, hero, server, kit, setModel, page }) {
  const { agentReply } = kit;

  async function ask(panel) {
    const box = panel.getByRole('textbox', { name: 'Ask about this page' });
    await panel.getByText('Estimate:').waitFor();
    await box.fill(QUESTION);
    await box.press('Enter');
  }
  const answered = (panel) => panel.getByRole('status').filter({ hasText: 'Answer ready' }).first().waitFor();

  async function byAModel() {
    await setModel({});
    server.respond(() => agentReply(() => ({ text: ANSWER })));
    await over(page, async (panel, tab) => {
      await tab.getByRole('button', { name: 'Accept all cookies' }).click();
      await ask(panel);
      await answered(panel);
      await shoot('cited', panel);
      await shoot('cited-slim', panel, SLIM);
      await panel.locator('summary.proof').last().click();
      await shoot('cited-list', panel);
      await panel.locator('summary.proof').last().click();
      await x.look(panel, { scheme: 'light', width: NARROW, height: HEIGHT });
      await x.look(tab, { scheme: 'light', width: PAGE, height: HEIGHT });
      const quote = panel.getByRole('button', { name: /^Quote 1/ });
      await quote.focus();
      await quote.press('Enter');
      await panel.getByText('Shown on the page.').waitFor();
      await panel.getByText('Shown on the page.').waitFor({ state: 'detached' });
      await hero('cited-page', tab, panel, { asItStands: true });
    });
  }

  return { byAModel };
}
