/**
 * Pictures of a run that is too long for its model's window: its receipt.
 * The rule: a real run; only the model's words are a script, which sees nothing but the request.
 */
const QUESTION = 'Who keeps the town going, and what does it cost?';
/** The first finds nothing, and is learnt from. */
const SEARCHES = [
  { query: 'EBITDA CAPEX', reasoning: 'What it costs would stand under such words.' },
  {
    query: 'maintenance budget euros inhabitant',
    reasoning: 'The page may name the cost in euros for each inhabitant.',
  },
  {
    query: 'water mains stick listening',
    reasoning: 'The listeners are named early; find how many there are.',
  },
  { query: 'bridge painters years', reasoning: 'The bridge is never finished: find who paints it.' },
  { query: 'guildhall clock rota', reasoning: 'The clock has keepers of its own.' },
  { query: 'library of parts brewery', reasoning: 'Spare parts are kept somewhere: find by whom.' },
];
const NOTES = `- Averholm spends **1,140 euros** for each inhabitant on keeping things up.
- One listener walks the water mains with a stick of pear wood.
- Nine painters work on the bridge; a round takes six or seven years.`;
const ANSWER = `**A few dozen people**, most of whom nobody sees: nine painters on the bridge, one listener at the water mains, three keepers of the clock and the librarians of the parts.

It costs **1,140 euros for each inhabitant** a year.`;

export function pictureLongRun({ over, shoot, server, kit, setModel, longPage }) {
  const { agentReply, pastCalls, promptText } = kit;

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
    // the latest turns are always shown as they were; code's own look in the page is none of these
    const asked = pastCalls(exchange).map((call) => SEARCHES.findIndex(({ query }) => call.arguments.includes(query)));
    const next = SEARCHES[Math.max(-1, ...asked) + 1];
    return next === undefined ? { text: ANSWER } : find(next);
  }
  const find = ({ query, reasoning }) => ({
    calls: [{ name: 'find_in_page', arguments: { reasoning, query, limit: 8 } }],
  });

  return async function longRun() {
    await setModel({ contextTokens: 5600, maxSteps: 12, priceInput: 0.15, priceOutput: 0.6 });
    server.respond(() => agentReply(script));
    await over(longPage, async (panel) => {
      const box = panel.getByRole('textbox', { name: 'Ask about this page' });
      await panel.getByText('Estimate:').waitFor();
      await box.fill(QUESTION);
      await box.press('Enter');
      await panel.getByRole('status').filter({ hasText: 'Answer ready' }).first().waitFor();
      await panel
        .getByRole('button', { name: /^Receipt: / })
        .last()
        .click();
      await shoot('receipt', panel);
      await panel.keyboard.press('Escape');
    });
    await setModel({});
  };
}
