/**
 * A screenshot from drag to text, as a user has it: a region dragged over a page, its text in the panel, equal to what stands
 * on the page, and an answer that points into the picture. The pages are of the set that the bench measures.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { agentReply, pastCalls } from '../../kit/models/model-server-agent.ts';
import { errorsOf } from '../../kit/screens/error.ts';
import { HELD_OUT, screensOf, type Screen } from '../../kit/screens/index.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import type { Rect } from '../kit/choosing.ts';
import { dragRegion, openShowing, textOfPicture, textRead } from '../kit/dragging.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { openWithPanel, telling, useServer } from '../kit/reader.ts';

/** Kinds of screen that a region is dragged over: small and crowded, light and dark, in columns, a table, code. */
const DENSE = [
  'dense-10',
  'dense-10-dark',
  'dense-11',
  'dense-11-gray',
  'dense-12',
  'dense-12-columns',
  'dense-mono-10',
  'close',
  'plain',
  'code',
];
/** And of paper: the photograph of a page stands askew. */
const WORN = ['receipt', 'slide', 'page-photo'];
/** Share of the characters of all together that may be wrong: what the bench reports of such kinds, with room for one word a page. */
const MOST_WRONG = 0.02;

const screens = HELD_OUT.flatMap((seed) => screensOf(seed));
const screenOf = (kind: string): Screen => {
  const found = screens.find((screen) => screen.kind.startsWith(kind));
  if (!found)
    throw new Error(`There is no screen of the kind ${kind}. There are: ${screens.map((s) => s.kind).join()}.`);
  return found;
};

/** A tab that shows the screen, with the panel over it. */
const showing = (x: Harness, site: Site, { html }: Screen): Promise<{ page: Page; panel: Page }> =>
  openShowing(x, site, html);

/** Nothing of an earlier picture is in the panel: what is read next is the next one's. */
async function clear(panel: Page): Promise<void> {
  await panel.getByRole('button', { name: 'New conversation' }).click();
  await telling(panel, textOfPicture(panel).waitFor({ state: 'detached' }));
}

describe.each<{ scale: number; pages: [string, readonly string[]][]; scrolled: string }>([
  {
    scale: 1,
    pages: [
      ['dense pages', DENSE],
      ['a receipt, a slide and the photograph of a page', WORN],
    ],
    scrolled: 'sans',
  },
  // a picture of twice the pixels in each direction takes the engine four times as long
  { scale: 2, pages: [['a dense page', ['dense-10-dark']]], scrolled: 'dark' },
])('at $scale device pixels for each of the page’s', ({ scale, pages, scrolled }) => {
  let x: Harness;
  let site: Site;
  beforeAll(async () => {
    const args = [`--force-device-scale-factor=${String(scale)}`];
    [x, site] = await Promise.all([launch({ args }), startSite()]);
    await x.setSettings({});
  });
  afterAll(() => Promise.all([x.close(), site.close()]));

  test.each(pages)(
    '[J3] the text of %s is the text that stands on them',
    { timeout: 240_000 },
    async (_name, kinds) => {
      const { page, panel } = await openWithPanel(x, site.bad('plain'));
      let [wrong, of] = [0, 0];
      for (const kind of kinds) {
        const screen = screenOf(kind);
        await page.setContent(screen.html);
        await dragRegion(page, panel);
        const read = errorsOf(await textRead(panel), screen.truth);
        expect.soft(read.wrong / read.of, `${kind}: share of characters that are wrong`).toBeLessThan(0.1);
        wrong += read.wrong;
        of += read.of;
        await clear(panel);
      }
      expect(wrong / of).toBeLessThanOrEqual(MOST_WRONG);
      await page.close();
    },
  );

  test('a part of a page that is scrolled and zoomed', async () => {
    const { page, panel } = await showing(x, site, screenOf(scrolled));
    const words = 'The seventh buoy was painted green in March.';
    await page.evaluate((text) => {
      const above = Object.assign(document.createElement('div'), { style: 'height:1500px' });
      const line = Object.assign(document.createElement('p'), { id: 'line', textContent: text });
      const below = Object.assign(document.createElement('div'), { style: 'height:1500px' });
      document.body.append(above, line, below);
    }, words);
    await panel.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
      await chrome.tabs.setZoom(tab?.id ?? -1, 1.5);
    });
    await page.waitForFunction((ratio) => devicePixelRatio === ratio, scale * 1.5);
    await page.locator('#line').scrollIntoViewIfNeeded();
    const box = await page.locator('#line').evaluate((line) => line.getBoundingClientRect().toJSON() as Rect);
    await dragRegion(page, panel, { x: box.x - 4, y: box.y - 4, width: box.width, height: box.height + 8 });
    expect((await textRead(panel)).trim()).toBe(words);
    await panel.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
      await chrome.tabs.setZoom(tab?.id ?? -1, 0);
    });
    await page.close();
  });

  test('no error was left behind', async () => {
    expect(await x.problems()).toEqual([]);
  });
});

describe('an answer about a picture', () => {
  let x: Harness;
  let site: Site;
  let server: ModelServer;
  const WORDS = 'The ferry leaves pier nine at dawn.';
  beforeAll(async () => {
    [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
    await useServer(x, server);
  });
  afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

  test('[J3] cites its words, and a click draws their boxes on it', async () => {
    server.respond(() =>
      agentReply((exchange) => {
        const shown = pastCalls(exchange).find(({ name }) => name === 'extract_screenshot_text')?.result ?? '';
        const id = /\[([0-9a-z]+)\]\n/.exec(shown)?.[1] ?? '';
        return { text: `At dawn [leaves pier nine at dawn](#${id}), and not later [leaves at noon](#${id}).` };
      }),
    );
    const { page, panel } = await openWithPanel(x, site.bad('plain'));
    await page.setContent(`<body style="margin:40px;font:20px sans-serif"><p>${WORDS}</p><p>Bring a coat.</p>`);
    await dragRegion(page, panel);
    expect(await textRead(panel)).toContain(WORDS);
    await panel.getByPlaceholder('Ask a follow-up…').click(); // the picture is attached already
    await panel.keyboard.type('When does the ferry leave?');
    await panel.keyboard.press('Enter');
    await telling(panel, panel.getByRole('status').filter({ hasText: 'Answer ready' }).first().waitFor());
    const answer = panel.getByRole('article', { name: 'Answer' });
    await answer
      .getByRole('button', { name: /leaves pier nine at dawn/ })
      .first()
      .click();
    const sheet = panel.getByRole('dialog', { name: 'In the picture' });
    await telling(panel, sheet.waitFor());
    await telling(panel, sheet.getByRole('img').first().waitFor());
    await panel.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await page.close();
  });

  test('no error was left behind', async () => {
    expect(await x.problems()).toEqual([]);
  });
});
