/** What stands with an answer, in a real panel: the running cost, the way to its end, its proof and its receipt. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { gate, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer } from '../../kit/models/model-server.ts';
import { startSite } from '../../kit/pages/site.ts';
import { checkTabWalk } from '../kit/controls.ts';
import { launch } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, comes, finished, openWithPanel, readReceipt, summarise, telling, useServer } from '../kit/reader.ts';

const LONG = Array.from({ length: 40 }, (_, n) => `Paragraph ${String(n + 1)} of a long summary.`).join('\n\n');

test('a long answer grows without a jump; one press leads to its end, another to its receipt', async () => {
  const held = gate();
  const [x, site, server] = await Promise.all([
    launch(),
    startSite(),
    startModelServer(() => reply({ text: LONG, size: 200, before: { 6: held.pass } })),
  ]);
  onTestFinished(() => Promise.all([x.close(), site.close(), server.close()]).then(() => undefined));
  await useServer(x, server);
  const { panel } = await openWithPanel(x, site.page('news'));
  await x.look(panel, { width: 360, height: 765 });
  await watchScrolling(panel);
  await summarise(panel);
  await comes(panel, held.reached, 'the held piece');
  const latest = button(panel, '↓ Latest');
  await telling(panel, latest.waitFor());
  expect(await panel.locator('.status > .cost').count()).toBe(0); // nothing was charged so far
  expect(await readScrolling(panel)).toEqual({ places: [0], hasGrown: true });
  await checkLook(x, panel, 'running');
  await panel.mouse.move(180, 200);
  await panel.mouse.wheel(0, 90);
  await panel.waitForFunction(() => scrollY === 90);
  await watchScrolling(panel);
  held.release();
  await finished(panel);
  expect(await readScrolling(panel)).toEqual({ places: [90], hasGrown: true });

  await latest.focus();
  await panel.keyboard.press('Enter');
  await telling(panel, latest.waitFor({ state: 'detached' }));
  expect(await isInSight(panel, '.end')).toBe(true);
  expect(await panel.evaluate(() => document.activeElement?.className)).toBe('end');
  await panel.getByText('No quotes to check').waitFor();
  await checkLook(x, panel, 'done');
  await checkTabWalk(panel);

  const badge = panel.getByRole('button', { name: /^Receipt: free · [\d,]+ tokens/ });
  await readReceipt(panel, async () => {
    expect(await panel.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    await checkLook(x, panel, 'receipt');
  });
  await panel.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await badge.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await x.problems()).toEqual([]);
});

declare global {
  interface Window {
    /** At each frame: how far the page was scrolled, and its height. */
    watched: [scrolled: number, height: number][];
  }
}

/** From now on. */
const watchScrolling = (panel: Page): Promise<void> =>
  panel.evaluate(() => {
    const isWatched = 'watched' in window;
    window.watched = [];
    const watch = (): void => {
      window.watched.push([scrollY, document.documentElement.scrollHeight]);
      requestAnimationFrame(watch);
    };
    if (!isWatched) watch();
  });

const readScrolling = (panel: Page) =>
  panel.evaluate(() => ({
    places: [...new Set(window.watched.map(([scrolled]) => scrolled))],
    hasGrown: new Set(window.watched.map(([, height]) => height)).size > 1,
  }));

/** Above the dock. */
const isInSight = (panel: Page, selector: string): Promise<boolean> =>
  panel.evaluate((selector) => {
    const [element, dock] = [document.querySelector(selector), document.querySelector('.dock')];
    const bottom = element?.getBoundingClientRect().bottom ?? Infinity;
    return bottom >= 0 && bottom <= (dock?.getBoundingClientRect().top ?? 0);
  }, selector);
