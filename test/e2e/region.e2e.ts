/**
 * A region of a page, chosen in a real browser: by mouse and by keys, on pages of every look, and the picture of it that is kept.
 */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './behind.ts';
import {
  cellPage,
  clears,
  dims,
  dragOver,
  isDimmed,
  nextWish,
  pixelsOf,
  strangers,
  wishes,
  wordsOf,
  type Rect,
} from './choosing.ts';
import { launch, type Harness } from './harness.ts';

const SITE = 'http://cells.test';
const REGION: Rect = { x: 110, y: 130, width: 250, height: 170 };
const WATCHING = `<script>
  window.heard = [];
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'mousedown', 'mouseup', 'click', 'keydown', 'keyup', 'focusin'])
    document.addEventListener(type, (event) => heard.push(type), true);
</script>`;

async function start(args: readonly string[] = []) {
  const x = await launch({ args });
  const pages = new Map<string, { body: string; headers: Record<string, string> }>();
  await x.context.route(
    (url) => url.origin === SITE,
    (route) => {
      const { body = '', headers = {} } = pages.get(route.request().url()) ?? {};
      return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body });
    },
  );
  let made = 0;
  return {
    x,
    /** A page in front, with the access that a click on the icon gives and the panel that it opens. */
    async open(body: string, headers: Record<string, string> = {}): Promise<{ page: Page; devtools: CDPSession }> {
      made += 1;
      const address = `${SITE}/${made}`;
      pages.set(address, { body, headers });
      const page = await x.open(address);
      await x.clickAction(page);
      const panel = await x.sidePanel();
      await until(() => access(panel), 'access to the tab');
      return { page, devtools: await x.context.newCDPSession(page) };
    },
    async ask(page: Page, devtools: CDPSession): Promise<void> {
      await x.command('read-region', page);
      await dims(devtools);
    },
  };
}

const access = (panel: Page): Promise<boolean> =>
  panel.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
    const { id = -1, url = '' } = tab ?? {};
    return url !== '' && `gesture/${String(id)}` in (await chrome.storage.session.get(null));
  });

describe.each([
  ['one', 1],
  ['two', 2],
] as const)('at %s pixels for one of the page', (_words, scale) => {
  let bench: Awaited<ReturnType<typeof start>>;
  let x: Harness;
  beforeAll(async () => {
    bench = await start([`--force-device-scale-factor=${scale}`]);
    x = bench.x;
  });
  afterAll(() => x.close());

  test.each([
    ['light', false],
    ['dark', true],
  ])('a region dragged with the mouse over a %s page is what is kept and read', async (scheme, dark) => {
    const { page, devtools } = await bench.open(cellPage({ dark, head: WATCHING }));
    await x.look(page, { scheme: scheme as 'light' | 'dark' });
    const before = (await wishes(x)).length;
    await bench.ask(page, devtools);
    await page.evaluate('heard.length = 0');
    await dragOver(page, REGION);
    await clears(devtools);
    const wish = await nextWish(x, before);
    expect(wish.pictures).toMatchObject([{ url: page.url(), title: 'Cells' }]);
    const picture = await pixelsOf(x, wish.pictures[0]?.hash ?? '');
    expect([picture.width, picture.height]).toEqual([REGION.width * scale, REGION.height * scale]);
    expect(strangers(picture, REGION, scale, dark)).toEqual([]);
    expect(await page.evaluate('heard')).toEqual([]);
    await page.close();
  });

  test('a region set by keys is read on Enter, of a page that has been scrolled', async () => {
    const { page, devtools } = await bench.open(cellPage({ head: WATCHING }));
    await page.evaluate(() => scrollTo(0, 613));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    const before = (await wishes(x)).length;
    await bench.ask(page, devtools);
    await page.evaluate('heard.length = 0');
    const view = await page.evaluate(() => [document.documentElement.clientWidth, innerHeight] as const);
    for (const key of ['ArrowRight', 'ArrowRight', 'Control+ArrowUp', 'Shift+ArrowLeft', 'Control+Shift+ArrowDown'])
      await page.keyboard.press(key);
    await until(async () => / \d+ × \d+ /.test(await wordsOf(devtools)), 'the size');
    await page.keyboard.press('Enter');
    await clears(devtools);
    const wish = await nextWish(x, before);
    const picture = await pixelsOf(x, wish.pictures[0]?.hash ?? '');
    const [width, height] = [Math.round(view[0] / 2), Math.round(view[1] / 2)];
    const left = Math.round((view[0] - width) / 2) + 8;
    const top = Math.round((view[1] - height) / 2) - 64;
    expect([picture.width, picture.height]).toEqual([(width - 8) * scale, (height + 64) * scale]);
    expect(strangers(picture, { x: left, y: top + 613, width, height }, scale)).toEqual([]);
    expect(await page.evaluate('heard')).toEqual([]);
    await page.close();
  });
});
