/* global chrome, document */
/**
 * Pictures of a conversation: asked on, about a selection, with further tabs, found again. The rule: real runs; only the
 * model's words are a script, and what a page's own toolbar would have said is said in its place.
 */
import { SLIM, WIDE } from './studio.mjs';

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
export function pictureConversation({ over, shoot, server, kit, x, page, longPage }) {
  const { agentReply, promptText, button } = kit;

  async function ask(panel, question) {
    const box = panel.getByRole('textbox', { name: 'Ask about this page' });
    await panel.locator('#ask-field:not([aria-disabled="true"])').waitFor();
    await box.fill(question);
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

  /** What a page's toolbar leaves for the panel. */
  async function point(panel, preview) {
    await panel.evaluate(async (words) => {
      const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
      const about = { tabId: tab.id, hash: 'a'.repeat(64), preview: words, url: tab.url, title: tab.title, at: 1 };
      await chrome.storage.session.set({ [`about/${tab.id}`]: about });
    }, preview);
  }

  async function threeExchanges() {
    await over(page, async (panel, tab) => {
      await converse(panel);
      await panel.getByPlaceholder('Ask a follow-up…').waitFor();
      await shoot('conversation', panel);
      await shoot('conversation-slim', panel, SLIM);
      await shoot('conversation-wide', panel, WIDE);
      await point(panel, 'every reading since 11 February 1932 had been nine centimetres too high, and nobody noticed');
      await panel.locator('.chip').waitFor();
      await shoot('about', panel);
      await shoot('about-slim', panel, SLIM);
      await button(panel, 'Ask without the selection').click();
      await tab.goto(longPage);
      await button(panel, 'Summarise this page').waitFor();
      await shoot('afresh', panel);
    });
  }

  async function tabPicker() {
    const opened = [];
    for (const address of [longPage, page.replace('news', 'docs'), page.replace('harbour-ledger', 'elsewhere')])
      opened.push(await x.open(address));
    await x.grantHost('http://*/*');
    await over(page, async (panel) => {
      await panel.getByText('Estimate:').waitFor();
      await button(panel, 'Add and do').click();
      await button(panel, 'Add tabs…').click();
      const options = panel.getByRole('option');
      await options.first().click();
      await options.last().click();
      await shoot('tabs', panel);
      await shoot('tabs-slim', panel, SLIM);
      await panel.keyboard.press('Escape');
      await shoot('tabs-chosen', panel);
    });
    for (const tab of opened) await tab.close();
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
      await shoot('explained-slim', panel, SLIM);
      await button(panel, 'Show all of it').click();
      await shoot('explained-open', panel, WIDE);
      await button(panel, 'Add and do').click();
      await shoot('selection-menu', panel, SLIM);
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
      await shoot('history-slim', panel, SLIM);
      await panel
        .getByRole('button', { name: /^Options for/ })
        .first()
        .click();
      await shoot('history-menu', panel);
      await button(panel, 'Rename').first().click();
      await shoot('history-rename', panel);
      await panel.keyboard.press('Escape');
      await panel.getByRole('switch').click();
      await panel.getByText('new conversations are not kept').waitFor();
      await shoot('history-private', panel, SLIM);
      await panel.getByRole('switch').click();
      await panel
        .getByRole('button', { name: /^Options for/ })
        .last()
        .click();
      await button(panel, 'Delete').last().click();
      await button(panel, 'Undo').waitFor();
      await shoot('history-undo', panel, SLIM);
      await button(panel, 'Undo').click();
      await button(panel, 'Delete all history…').click();
      await shoot('history-delete-all', panel);
      await button(panel, 'Keep them').click();
      await panel.getByRole('searchbox').fill('volunteers 1932');
      await panel.getByText(/found/).first().waitFor({ state: 'attached' });
      await shoot('history-search', panel);
      await shoot('history-search-slim', panel, SLIM);
      await panel.locator('.listed > button').first().click();
      await panel
        .getByText(/^Worked /)
        .last()
        .waitFor();
      await shoot('history-open', panel);
      await button(panel, 'Back').click();
      await button(panel, 'Close history').click();
    });
  }

  return { threeExchanges, tabPicker, codeSelected, history };
}
