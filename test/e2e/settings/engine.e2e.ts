/** The built-in engine as a user meets it: what it says where the page does not answer, and what its summary is called. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { ask } from '../kit/asking.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, finished, openWithPanel, summarise, summaryOf, telling } from '../kit/reader.ts';

let x: Harness;
let site: Site;
beforeAll(async () => {
  [x, site] = await Promise.all([launch(), startSite()]);
});
afterAll(() => Promise.all([x.close(), site.close()]));

test('a question that the page does not answer is told so, with the nearest passages and no quote marks [R11.1]', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await ask(panel, 'What is the capital of France?');
  const answer = panel.getByRole('article', { name: 'Answer' });
  await telling(panel, answer.filter({ hasText: /^The page doesn’t say\.$/ }).waitFor());
  const nearest = panel.getByRole('region', { name: 'Nearest passages' });
  await telling(panel, nearest.locator('.entry').first().waitFor());
  expect(await panel.locator('.quote-mark').count()).toBe(0);
  expect(await panel.locator('.quotes, .proof').filter({ hasText: /quote/i }).count()).toBe(0);
  await nearest.locator('.entry').first().click();
  await telling(panel, panel.getByText('Shown on the page.').waitFor());
  await nearest.getByRole('button', { name: 'Choose a model' }).waitFor();
  await page.close();
});

test('a question of words that the page has none of is told the same, in words for people', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await ask(panel, 'hi');
  await telling(
    panel,
    panel.getByRole('article', { name: 'Answer' }).filter({ hasText: 'The page doesn’t say.' }).waitFor(),
  );
  expect(await panel.locator('body').innerText()).not.toMatch(/synonyms|answer that the page/);
  await page.close();
});

test('a summary without a model is called what it is, and its sentences are found on the page', async () => {
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await summarise(panel);
  await finished(panel);
  await panel.getByText('Key sentences, no AI').waitFor();
  expect(await summaryOf(panel).locator('.quote-mark').count()).toBeGreaterThanOrEqual(3);
  expect(await summaryOf(panel).evaluate(listBrokenWidths)).toEqual([]);
  await button(panel, 'Copy').waitFor();
  await page.close();
});

/** Widths at which a number begins a line, away from the word that it belongs to. */
function listBrokenWidths(answer: HTMLElement): readonly number[] {
  const marks = Array.from(answer.querySelectorAll('.quote-mark'));
  const begins = (mark: Element): boolean =>
    mark.getBoundingClientRect().left - (mark.closest('p, li')?.getBoundingClientRect().left ?? 0) < 12;
  const widths = Array.from({ length: 240 }, (_, more) => 180 + more);
  const broken = widths.filter((width) => {
    answer.style.width = `${String(width)}px`;
    return marks.some(begins);
  });
  answer.style.width = '';
  return broken;
}
