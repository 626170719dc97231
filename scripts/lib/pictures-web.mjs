/**
 * Pictures of research on the web: asked, searched, answered, and answered again from other sources. The rule: real runs of
 * the built-in engine, and of a scripted model, over search servers on this machine, one of which is out of order.
 */
import { SLIM, WIDE } from './studio.mjs';

const QUESTION = 'Who found the error in the tide record of Merrow Quay?';

/** The search servers, under a name that does not change with every run. */
const FINDER = 'http://finder.example';

/** What a model makes of results: only what is about volunteers is of use. */
function gradesOf(prompt) {
  const titles = Array.from(prompt.matchAll(/^\d+\. title: (.*)$/gm), ([, title = '']) => title);
  const grade = (title) =>
    title.startsWith('Volunteers')
      ? { relevance: 'relevant', confidence: 0.95, reason: 'it says who found the error' }
      : { relevance: 'not_relevant', confidence: 0.6, reason: 'it is about a bridge and its painters' };
  return JSON.stringify(titles.map((title, at) => ({ index: at + 1, ...grade(title) })));
}

/** `pages`: addresses that are found; nothing of them is about the question but the last. */
export function pictureWeb({ x, over, shoot, search, settingsOf, server, kit, pages, page }) {
  const { agentReply, button, gate, promptOf, refuse, reply } = kit;
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
    await button(panel, 'Web').click();
    await panel.getByText('Searches').waitFor();
  }

  const engines = ['searxng', 'brave'].map((engine) => ({ engine, endpoint: FINDER, cx: '' }));

  async function before() {
    await setUp(engines);
    await over(page, async (panel) => {
      await ask(panel);
      await panel.getByText('Allow reading full pages').waitFor();
      await shoot('web-ask', panel);
      await shoot('web-ask-slim', panel, SLIM);
    });
    await setUp([]);
    await over(page, async (panel) => {
      await button(panel, 'Web').click();
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

  /** A model grades, and finds other words where all is noise; it is held in the middle of its second grading. */
  async function graded(model) {
    search.misbehave(() => undefined);
    search.find((words) => (words.includes('volunteers') ? found : found.slice(0, 1)));
    const last = engines.slice(1); // the first has failed, and rests
    await x.storage.set('local', { settings: { ...settingsOf(model), search: { engines: last } } });
    const held = gate();
    let gradings = 0;
    server.respond((exchange) => {
      const prompt = promptOf(exchange);
      if (prompt.includes('Write one other query'))
        return reply({ text: JSON.stringify({ query: 'volunteers Merrow Quay tide notebooks' }) });
      if (!prompt.includes('Judge for each search result'))
        return agentReply(() => ({
          text: 'Volunteers found it when they typed up its notebooks. [keepers at Merrow Quay wrote down the height of the tide by hand](#)',
        }));
      gradings += 1;
      return reply({ text: gradesOf(prompt), before: gradings === 1 ? {} : { 0: held.pass } });
    });
    await over(page, async (panel) => {
      await ask(panel);
      const box = panel.getByRole('textbox', { name: 'Ask the web' });
      await box.fill(QUESTION);
      await box.press('Enter');
      await held.reached;
      await panel.getByText(/^2 searches/).waitFor();
      await shoot('web-searching', panel);
      held.release();
      await says(panel, /Answer ready/);
      await panel.locator('.searches > summary').click();
      await shoot('web-graded', panel);
    });
  }

  return { before, answered, graded };
}
