/**
 * Translating without a model, by Chrome's translator: a press in the panel loads the languages, the hidden page
 * translates. This Chromium has no languages: a stub takes the API's place in both, as the one thing that is not real.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { until } from '../kit/behind.ts';
import { clickButton, findHiddenPage, showsText } from '../kit/raw-panel.ts';
import { rawLaunch, type RawHarness, type RawPage } from '../kit/raw.ts';

let x: RawHarness;
let site: Site;
let panel: RawPage;
beforeAll(async () => {
  [x, site] = await Promise.all([rawLaunch(), startSite()]);
  const article = await x.open(site.page('news'));
  await x.clickAction(article);
  panel = await x.sidePanel();
});
afterAll(() => Promise.all([x.close(), site.close()]));

test('a page is translated into the chosen language, once its languages are loaded', async () => {
  await showsText(panel, /Summarise this page/);
  await panel.evaluate(STUB);
  await clickButton(panel, 'Add or start');
  await showsText(panel, /Translate…/);
  await clickButton(panel, 'Translate…');
  await showsText(panel, /Translate page/);
  await panel.evaluate(() => {
    const select = document.querySelector<HTMLSelectElement>('dialog select');
    if (select === null) throw new Error('There is no choice of languages.');
    select.value = 'de';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await clickButton(panel, 'Translate page');
  await until(async () => (await panel.evaluate<string>('loaded.join()')) === 'en>de', 'the languages to load', 20_000);
  await until(() => Promise.resolve(findHiddenPage(x) !== undefined), 'the hidden page', 20_000);
  const target = findHiddenPage(x);
  if (target === undefined) throw new Error('There is no hidden page.');
  await showsText(panel, /Try again/); // this browser's own has no languages
  const hidden = await x.attach(target.targetId);
  await hidden.evaluate(STUB);
  await clickButton(panel, 'Try again');
  await showsText(panel, /Translation ready/);
  await showsText(panel, /«[^»]{10,}»/);
  expect(await hidden.evaluate<number>('alive')).toBe(0);
  await hidden.detach();
});

/** Puts what it is given into marks, and has the languages once they were asked for. */
const STUB = `
  globalThis.alive = 0;
  globalThis.loaded = [];
  globalThis.Translator = {
    availability: async () => (globalThis.isPanel && loaded.length === 0 ? 'downloadable' : 'available'),
    async create({ sourceLanguage, targetLanguage }) {
      loaded.push(sourceLanguage + '>' + targetLanguage);
      alive += 1;
      return { translate: async (text) => '«' + text + '»', destroy() { alive -= 1; } };
    },
  };
  globalThis.isPanel = location.pathname.includes('sidepanel');
`;
