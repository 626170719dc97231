/** Language, length and format of answers, and translation: from the choice of a user to the prompt that the server sees. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gate, promptOf, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { checkTabWalk } from '../kit/controls.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import {
  button,
  comes,
  command,
  finished,
  openSettings,
  openWithPanel,
  summarise,
  telling,
  waitForEstimate,
  useServer,
} from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;
beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
  await x.grantHost('http://localhost/*');
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));
beforeEach(async () => {
  await useServer(x, server, { contextTokens: 32_768 });
  server.respond(() => reply({ text: 'Neun Zentimeter zu hoch.' }));
});

const lastPrompt = (): string => {
  const call = server.calls.at(-1);
  return call === undefined ? '' : promptOf(call);
};
const ready = (panel: Page, job: string) =>
  telling(
    panel,
    panel
      .getByRole('status')
      .filter({ hasText: `${job} ready` })
      .first()
      .waitFor(),
  );

test('language, length and format are set once, and reach the prompt of the next summary [J2e] [R2.7]', async () => {
  const settings = await openSettings(x, 'answers');
  await settings.getByLabel('Language', { exact: true }).selectOption('de');
  await button(settings, 'Short').click();
  await button(settings, 'Bullet points').click();
  await settings.getByText('Saved. Applies to your next question.').waitFor();
  await checkLook(x, settings, 'settings-answers');
  await checkTabWalk(settings);
  await settings.close();
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await summarise(panel);
  await finished(panel);
  expect(lastPrompt()).toContain('Answer in German.');
  expect(lastPrompt()).toContain('three to five main points as a Markdown list');
  expect(await panel.getByRole('article', { name: 'Summary' }).getAttribute('lang')).toBe('de');
  await page.close();
});

test('one summary can be of another length or format, from its own menu and after a slash [J2e]', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await telling(panel, button(panel, 'Summarise this page').waitFor());
  await telling(panel, button(panel, 'More ways to summarise or translate').click());
  await checkLook(x, panel, 'summary-menu');
  await button(panel, 'Long summary').click();
  await finished(panel);
  expect(lastPrompt()).toContain('go through it part by part');
  await panel.locator('#ask-field').fill('/para');
  await panel.getByRole('option', { name: 'Summary in paragraphs' }).waitFor();
  await panel.locator('#ask-field').press('Enter');
  await expect.poll(() => lastPrompt()).toContain('one to three paragraphs, without lists');
  await finished(panel);
  await page.close();
});

test('the selection is offered once there is one, when the pointer comes back from the page', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await telling(panel, button(panel, 'Summarise this page').waitFor());
  await panel.mouse.move(-9, -9);
  expect(await button(panel, 'Explain selection').count()).toBe(0);
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('h1') ?? document.body));
  await panel.mouse.move(9, 9);
  await telling(panel, button(panel, 'Explain selection').waitFor());
  await page.close();
});

test('a page is translated into the language that is chosen, which is remembered for the selection too [J10]', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await telling(panel, button(panel, 'More ways to summarise or translate').click());
  await panel.locator('.start-actions').getByRole('button', { name: 'Translate…' }).click();
  const sheet = panel.getByRole('dialog', { name: 'Translate' });
  await sheet.getByLabel('Into').selectOption('fr');
  await checkLook(x, panel, 'translate-sheet');
  await sheet.getByRole('button', { name: 'Translate page' }).click();
  await ready(panel, 'Translation');
  expect(lastPrompt()).toContain('Translate this page into French.');
  await panel.getByText('Translate the page into French').waitFor();
  await panel.locator('.note', { hasText: /^Covers all [\d,]+ words/ }).waitFor();
  await checkLook(x, panel, 'translated-page');
  const translation = panel.getByRole('article', { name: 'Translation' });
  expect(await translation.getAttribute('lang')).toBe('fr');
  const calls = server.calls.length;
  server.respond(() => reply({ text: 'Neuf centimètres de trop.' }));
  await button(panel, 'Try again').click();
  await telling(panel, translation.getByText('Neuf centimètres').first().waitFor());
  await ready(panel, 'Translation');
  expect(server.calls.length).toBe(calls + 2); // its parts alone: the page is not read again

  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('h1') ?? document.body));
  await command(panel, 'Translate…');
  await expect.poll(() => sheet.getByLabel('Into').inputValue()).toBe('fr'); // once it has been loaded
  await sheet.getByRole('button', { name: 'Translate selection' }).click();
  await expect.poll(() => lastPrompt()).toContain('Translate the selected text into French.');
  await telling(panel, panel.getByText('Translate into French').waitFor());
  await page.close();
});

test('a long page grows part by part; what is done stays when it is stopped, and is not asked for again [J10]', async () => {
  const held = gate();
  const nth = (text: string) => /This is part (\d) of (\d)/.exec(text);
  server.respond((exchange) => {
    const [, part = '', of = ''] = nth(promptOf(exchange)) ?? [];
    return reply({ text: `Teil ${part} von ${of}.`, ...(part === '2' && { before: { 0: held.pass } }) });
  });
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await waitForEstimate(panel);
  await command(panel, 'Translate…');
  await panel.getByRole('dialog', { name: 'Translate' }).getByRole('button', { name: 'Translate page' }).click();
  await comes(panel, held.reached, 'the second part');
  await telling(panel, panel.getByRole('article', { name: 'Translation' }).getByText('Teil 1 von 2.').waitFor());
  await panel.getByRole('status').filter({ hasText: 'Translating part 2 of 2' }).first().waitFor();
  await checkLook(x, panel, 'translating-page');
  await button(panel, 'Stop').click();
  await telling(panel, button(panel, 'Continue').waitFor());
  await panel.getByText('Teil 1 von 2.').waitFor();
  await checkLook(x, panel, 'stopped');
  held.release();
  const calls = server.calls.length;
  await button(panel, 'Continue').click();
  await telling(panel, panel.getByRole('article', { name: 'Translation' }).getByText('Teil 2 von 2.').waitFor());
  await ready(panel, 'Translation');
  expect(server.calls.slice(calls).map((call) => nth(promptOf(call))?.[1])).toEqual(['2']);
  await page.close();
});
