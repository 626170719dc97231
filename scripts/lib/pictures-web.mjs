/**
 * Pictures of research on the web: asked, searched, answered, and answered again from other sources. The rule: real runs of
 * the built-in engine over search servers on this machine, one of which is out of order.
 */
import { SLIM, WIDE } from './studio.mjs';

const QUESTION = 'Who found the error in the tide record of Merrow Quay?';

/** The search servers, under a name that does not change with every run. */
const FINDER = 'http://finder.example';

/** `pages`: addresses that are found; nothing of them is about the question but the last. */
export function pictureWeb({ x, over, shoot, search, settingsOf, refuse, pages, page }) {
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

  async function setUp(engines) {
    search.misbehave(({ engine }) => (engine === 'searxng' ? refuse(503, 'Busy.') : undefined));
    search.find(() => found);
    const settings = { ...settingsOf({}), search: { engines } };
    await x.storage.set('local', { settings, [`key/${FINDER}`]: 'a-key' });
  }

  async function ask(panel) {
    await panel.getByRole('radio', { name: 'The web' }).click();
    await panel.getByText('Searches').waitFor();
  }

  const engines = ['searxng', 'brave'].map((engine) => ({ engine, endpoint: FINDER, cx: '' }));

  async function before() {
    await setUp(engines);
    await over(page, async (panel) => {
      await ask(panel);
      await panel.getByText('Let KnowledgeLens read them').waitFor();
      await shoot('web-ask', panel);
      await shoot('web-ask-slim', panel, SLIM);
    });
    await setUp([]);
    await over(page, async (panel) => {
      await panel.getByRole('radio', { name: 'The web' }).click();
      await panel.getByText('Set one up').waitFor();
      await shoot('web-no-engine', panel);
    });
    await setUp(engines);
  }

  /** `shot`: without access to pages, or with it. */
  async function answered(shot) {
    await over(page, async (panel) => {
      await ask(panel);
      const box = panel.getByRole('textbox', { name: 'Ask the web' });
      await box.fill(QUESTION);
      await box.press('Enter');
      await says(panel, /ready|answer/i);
      await panel.locator('.searches').waitFor();
      await shoot(`${shot}`, panel);
      await panel.locator('.searches > summary').click();
      await shoot(`${shot}-searches`, panel);
      await shoot(`${shot}-searches-slim`, panel, SLIM);
      await shoot(`${shot}-searches-wide`, panel, WIDE);
      await panel.getByRole('button', { name: /^Leave out: Volunteers/ }).click();
      await panel.getByRole('button', { name: 'Answer again with these sources' }).waitFor();
      await shoot(`${shot}-sources`, panel);
    });
  }

  return { before, answered };
}
