/**
 * Pictures of a run that is too long for its model's window: a failure that is learnt from, room that is made, the receipt.
 * The rule: a real run; only the model's words are a script, which sees nothing but the request.
 */
const QUESTION = 'Who keeps the town going, and what does it cost?';
const QUERIES = [
  'maintenance budget euros inhabitant',
  'water mains stick listening',
  'bridge painters years',
  'guildhall clock rota',
  'library of parts brewery',
];
const WHY = [
  'The page may name the cost in euros for each inhabitant.',
  'The listeners are named early; find how many there are.',
  'The bridge is never finished: find who paints it.',
  'The clock has keepers of its own.',
  'Spare parts are kept somewhere: find by whom.',
];
const NOTES = `- Averholm spends **1,140 euros** for each inhabitant on keeping things up.
- One listener walks the water mains with a stick of pear wood.
- Nine painters work on the bridge; a round takes six or seven years.`;
const ANSWER = `**A few dozen people**, most of whom nobody sees: nine painters on the bridge, one listener at the water mains, three keepers of the clock and the librarians of the parts.

It costs **1,140 euros for each inhabitant** a year.`;

export function pictureLongRun({ over, shoot, server, kit, setModel, longPage }) {
  const { agentReply, pastCalls, promptText, button } = kit;

  function script(exchange) {
    const prompt = promptText(exchange);
    if (prompt.includes('Write the notes now.')) return { text: NOTES };
    if (prompt.includes('suggested_fix') && pastCalls(exchange).length === 0)
      return {
        text: JSON.stringify({
          analysis: 'The essay tells of people and never uses the words of an accountant.',
          suggested_fix: 'Look for plain words: euros, inhabitant, council.',
        }),
      };
    const noted = Number(/Notes on what came before, (\d+) of your decisions/.exec(prompt)?.[1] ?? 0);
    const made = noted + pastCalls(exchange).filter(({ name }) => name === 'find_in_page').length;
    if (made === 0) return find('EBITDA CAPEX', 'What it costs would stand under such words.');
    const query = QUERIES[made - 1];
    return query === undefined ? { text: ANSWER } : find(query, WHY[made - 1]);
  }
  const find = (query, reasoning) => ({
    calls: [{ name: 'find_in_page', arguments: { reasoning, query, limit: 8 } }],
  });

  return async function longRun() {
    await setModel({ contextTokens: 5600, maxSteps: 12, priceInput: 0.15, priceOutput: 0.6 });
    server.respond(() => agentReply(script));
    await over(longPage, async (panel) => {
      const box = panel.getByRole('textbox', { name: 'Ask about this page' });
      await panel.getByText('What it takes').waitFor();
      await box.fill(QUESTION);
      await box.press('Enter');
      await panel.getByRole('status').filter({ hasText: 'Answer ready' }).first().waitFor();
      await panel.getByText('Receipt', { exact: true }).click();
      await shoot('receipt', panel);
      await panel.getByText('Receipt', { exact: true }).click();
      await panel.getByText(/^Steps/).click();
      await panel
        .getByText(/^What was left out/)
        .first()
        .click();
      await shoot('made-room', panel);
      await button(panel, 'Copy').waitFor();
    });
    await setModel({});
  };
}
