/**
 * Pictures of questions: on their way, answered, and in need of a user. The rule: real runs; only the model's words are
 * a script, which sees nothing but the request.
 */
const QUESTION = 'What does the corrected record change for the port?';
const READ_ON = 'https://library.merrowquay.example/tides?from=harbour-ledger';

const find = (query, reasoning, observation) => ({
  name: 'find_in_page',
  arguments: { ...(observation && { observation }), reasoning, query },
});
const THRESHOLD = [find('gates close forecast', 'What the record decides is when the gates close: look for that.')];
const PRICE = [
  find(
    'closure port hours cost',
    'A closure stops the port: look for its price, and for who objects.',
    'Since 20 February the gates close at 3.36 metres, not 3.45: 31 closures in eight years instead of 19.',
  ),
  find('pilots suspended second survey', 'A closure stops the port: look for its price, and for who objects.'),
];
const ANSWER = `The gates now close at a forecast of **3.36 metres**, not 3.45, so they close more often: over the past eight years **31 times instead of 19**.

- Each closure stops the port for about **five hours** and costs shipping firms a combined **£140,000**.
- The pilots’ association wants the change suspended until a second survey has been made.`;

/** Calls made so far decide what comes next. */
export function pictureQuestions({ over, shoot, server, kit, x, page }) {
  const { agentReply, pastCalls, userTexts, gate, button } = kit;
  const made = (exchange) => pastCalls(exchange).filter(({ name }) => name !== 'read_page').length;
  const inTwoLooks = (exchange) =>
    [{ calls: THRESHOLD }, { calls: PRICE }, { calls: PRICE }][made(exchange)] ?? { text: ANSWER };
  const respond = (script, options = () => ({})) => server.respond((exchange) => agentReply(script, options(exchange)));

  async function ask(panel, question) {
    const box = panel.getByRole('textbox', { name: 'Ask about this page' });
    await panel.getByText('Estimate:').waitFor();
    await box.fill(question);
    await box.press('Enter');
  }
  const says = (panel, words) => panel.getByRole('status').filter({ hasText: words }).first().waitFor();
  const asked = (question, visit) =>
    over(page, async (panel, tab) => {
      await ask(panel, question);
      await visit(panel, tab);
    });

  async function onItsWay() {
    const second = gate();
    respond(inTwoLooks, (exchange) => (made(exchange) === 1 ? { before: { 2: second.pass } } : {}));
    await asked(QUESTION, async (panel) => {
      await second.reached;
      await says(panel, 'Thinking');
      await shoot('asking', panel);
      second.release();
      await says(panel, 'Answer ready');
      await panel
        .getByText(/^Worked /)
        .last()
        .click();
      await shoot('answered-steps', panel);
    });
  }

  async function asksBack() {
    respond((exchange) =>
      userTexts(exchange).length < 2
        ? {
            calls: [
              {
                name: 'ask_user',
                arguments: { question: 'Do you mean the mistake itself, or the day the volunteers found it?' },
              },
            ],
          }
        : { text: 'The mistake was made on **11 February 1932**, when a new board was hung from the old nails.' },
    );
    await asked('When was it?', async (panel) => {
      const field = panel.getByRole('textbox', { name: 'Your answer' });
      await field.waitFor();
      await canBeAnswered(panel);
      await shoot('question', panel);
      await field.fill('The mistake itself.');
      await field.press('Enter');
      await says(panel, 'Answer ready');
    });
  }

  const opener = (exchange) =>
    made(exchange) > 0
      ? { text: 'Days are lent on the library’s website; it is open now.' }
      : {
          calls: [
            {
              name: 'open_link',
              arguments: { reasoning: 'The page says that days can be borrowed on this website.', url: READ_ON },
            },
          ],
        };

  /** The card was there long enough and its end was in sight. */
  async function canBeAnswered(panel) {
    await panel.locator('.asking-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await panel.locator('.asking button:not([aria-disabled="true"])').first().waitFor();
  }

  async function needsAYes() {
    respond(opener);
    await asked('Where can I borrow a day?', async (panel) => {
      const allow = button(panel, 'Allow once');
      await allow.waitFor();
      await canBeAnswered(panel);
      await shoot('approval', panel);
      await allow.click({ delay: 500 });
      await says(panel, 'Answer ready');
    });
  }

  /** The extension reloads in mid-decision. Last, for the panel is another one afterwards. */
  async function restarted() {
    const first = gate();
    respond(inTwoLooks, (exchange) => (made(exchange) === 0 ? { before: { 2: first.pass } } : {}));
    await over(page, async (panel, tab) => {
      await ask(panel, QUESTION);
      await first.reached;
      await x.reload();
      await x.clickAction(tab);
      const reopened = await x.sidePanel();
      await reopened.getByRole('note').first().waitFor();
      await shoot('restarted', reopened);
      await button(reopened, 'Dismiss').click(); // or it stands in every picture after this
      first.release();
      await says(reopened, 'Answer ready');
      return reopened;
    });
  }

  return { onItsWay, asksBack, needsAYes, restarted };
}
