/**
 * Pictures of research on the web: answered, with its searches. The rule: real runs of the built-in engine over search
 * servers on this machine, one of which is out of order.
 */
const QUESTION = 'How large is the error in the tide record of Merrow Quay?';

/** The search servers, under a name that does not change with every run. */
const FINDER = 'http://finder.example';

/** `pages`: addresses that are found; nothing of them is about the question but the last. */
export function pictureWeb({ x, over, shoot, search, settingsOf, kit, pages, page }) {
  const { button, refuse } = kit;
  const says = (panel, words) => panel.getByRole('status').filter({ hasText: words }).first().waitFor();
  const found = [
    {
      url: pages.noise,
      title: 'How the old bridge is painted',
      snippet: 'Nine painters take six or seven years, and then they begin again.',
    },
    {
      url: pages.news,
      title: 'Volunteers find error in the tide record of Merrow Quay',
      snippet: 'Volunteers who typed up 140 years of tide notebooks found an error in the tide record of Merrow Quay.',
    },
  ];

  async function setUp() {
    search.misbehave(({ engine }) => (engine === 'searxng' ? refuse(503, 'Busy.') : undefined));
    search.find(() => found);
    const settings = { ...settingsOf({}), search: { engines } };
    await x.storage.set('local', { settings, [`key/${FINDER}`]: 'a-key' });
  }

  async function ask(panel) {
    await button(panel, 'Web').click();
    await panel.getByText('Searches').waitFor();
  }

  const engines = ['searxng', 'brave'].map((engine) => ({ engine, endpoint: FINDER, cx: '' }));

  async function answered() {
    await setUp();
    await over(page, async (panel) => {
      await ask(panel);
      const box = panel.getByRole('textbox', { name: 'Ask the web' });
      await box.fill(QUESTION);
      await box.press('Enter');
      await says(panel, /ready|answer/i);
      await panel.locator('.searches').waitFor();
      await shoot('web-read', panel);
      await panel.locator('.searches > summary').click();
      await shoot('web-searches', panel);
    });
  }

  return { answered };
}
