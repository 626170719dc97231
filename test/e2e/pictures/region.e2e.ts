/**
 * A region of a page, chosen in a real browser: by mouse and by keys, on pages of every look, and the picture of it that is kept.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../kit/behind.ts';
import { cellPage, clears, dims, dragOver, nextRequest, pixelsOf, runs, strangers, wordsOf } from '../kit/choosing.ts';
import type { Harness } from '../kit/harness.ts';
import { asked, chosen, REGION, start, type RegionBench } from './region-bench.ts';

const WATCHING = `<script>
  window.heard = [];
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'mousedown', 'mouseup', 'click', 'keydown', 'keyup', 'focusin'])
    document.addEventListener(type, (event) => heard.push(type), true);
</script>`;

describe.each([
  ['one', 1],
  ['two', 2],
] as const)('at %s pixels for one of the page', (_words, scale) => {
  let bench: RegionBench;
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
    const before = await runs(x);
    await bench.ask(page, devtools);
    await page.evaluate('heard.length = 0');
    await dragOver(page, REGION);
    await clears(devtools);
    const request = await nextRequest(x, before);
    expect(request.pictures).toMatchObject([{ url: page.url(), title: 'Cells' }]);
    const picture = await pixelsOf(x, request.pictures[0]?.hash ?? '');
    expect([picture.width, picture.height]).toEqual([REGION.width * scale, REGION.height * scale]);
    expect(strangers(picture, REGION, scale, dark)).toEqual([]);
    expect(await page.evaluate('heard')).toEqual([]);
    await page.close();
  });

  test('a region set by keys is read on Enter, of a page that has been scrolled', async () => {
    const { page, devtools } = await bench.open(cellPage({ head: WATCHING }));
    await page.evaluate(() => scrollTo(0, 613));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    const before = await runs(x);
    await bench.ask(page, devtools);
    await page.evaluate('heard.length = 0');
    const view = await page.evaluate(() => [document.documentElement.clientWidth, innerHeight] as const);
    for (const key of ['ArrowRight', 'ArrowRight', 'Control+ArrowUp', 'Shift+ArrowLeft', 'Control+Shift+ArrowDown'])
      await page.keyboard.press(key);
    await until(async () => / \d+ × \d+ /.test(await wordsOf(devtools)), 'the size');
    await page.keyboard.press('Enter');
    await clears(devtools);
    const request = await nextRequest(x, before);
    const picture = await pixelsOf(x, request.pictures[0]?.hash ?? '');
    const [width, height] = [Math.round(view[0] / 2), Math.round(view[1] / 2)];
    const left = Math.round((view[0] - width) / 2) + 8;
    const top = Math.round((view[1] - height) / 2) - 64;
    expect([picture.width, picture.height]).toEqual([(width - 8) * scale, (height + 64) * scale]);
    expect(strangers(picture, { x: left, y: top + 613, width, height }, scale)).toEqual([]);
    expect(await page.evaluate('heard')).toEqual([]);
    await page.close();
  });
});

describe('a region', () => {
  let bench: RegionBench;
  let x: Harness;
  beforeAll(async () => {
    bench = await start();
    x = bench.x;
  });
  afterAll(() => x.close());

  /** The tab in front alone, and not its site. */
  const zoomTo = (zoom: number): Promise<void> =>
    x.inWorker(async (factor) => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      await chrome.tabs.setZoomSettings(tab?.id ?? -1, { scope: 'per-tab' });
      await chrome.tabs.setZoom(tab?.id ?? -1, factor);
    }, zoom);

  test.each([0.5, 1.5])('is the very place of a page zoomed to %d', async (zoom) => {
    const { page, devtools } = await bench.open(cellPage());
    await zoomTo(zoom);
    await page.evaluate(() => scrollTo(0, 90));
    const before = await runs(x);
    await bench.ask(page, devtools);
    const top = REGION.y + (await page.evaluate(() => scrollY));
    const picture = await chosen(x, page, devtools, before);
    // outwards to whole pixels, which a view told in whole pixels of the page may miss by one
    expect(picture.width - REGION.width * zoom).toBeOneOf([0, 1]);
    expect(picture.height - REGION.height * zoom).toBeOneOf([0, 1]);
    expect(strangers(picture, { ...REGION, y: top }, zoom)).toEqual([]);
    await page.close();
  });

  test('is chosen on a page whose policy forbids everything and whose rules hide everything of others', async () => {
    const hostile = `<style>
      * { cursor: wait !important; transition: none !important }
      dialog, kl-region, [popover], :not(html, body, main, i, head, style, title) { display: none !important; opacity: 0 !important; visibility: hidden !important; pointer-events: none !important; z-index: -1 !important }
      ::backdrop { background: red !important }
      html { transform: none; overflow: auto }
    </style>`;
    const { page, devtools } = await bench.open(cellPage({ head: hostile }), {
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    const before = await runs(x);
    await bench.ask(page, devtools);
    expect(strangers(await chosen(x, page, devtools, before), REGION, 1)).toEqual([]);
    await page.close();
  });

  test('is stopped by Esc, the button or a click, as each says, and the focus goes back', async () => {
    const { page, devtools } = await bench.open(
      cellPage({ body: '<input id="field" style="position:fixed;top:0;left:0">' }),
    );
    await page.focus('#field');
    const before = await runs(x);
    await bench.ask(page, devtools);
    expect(await wordsOf(devtools)).toContain('Esc to stop');
    await page.mouse.click(300, 300);
    await until(async () => (await wordsOf(devtools)).includes('Too small'), 'the hint');
    await page.keyboard.press('Escape');
    await clears(devtools);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field');
    await bench.ask(page, devtools);
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await clears(devtools);
    await until(
      async () => !Object.keys(await x.storage.get('session')).some((key) => key.startsWith('region/')),
      'the end',
    );
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field');
    await page.keyboard.type('still here');
    expect(await page.inputValue('#field')).toBe('still here');
    expect(await runs(x)).toEqual(before);
    await page.close();
  });

  test('is chosen where the page keeps all keys and clicks to itself, and Esc still stops', async () => {
    const greedy = `<script>for (const type of ['keydown', 'keyup', 'click', 'mousedown'])
      window.addEventListener(type, (event) => event.stopImmediatePropagation(), true);</script>`;
    const { page, devtools } = await bench.open(cellPage({ head: greedy }));
    const before = await runs(x);
    await bench.ask(page, devtools);
    await page.keyboard.press('Escape');
    await clears(devtools);
    await bench.ask(page, devtools);
    expect(strangers(await chosen(x, page, devtools, before), REGION, 1)).toEqual([]);
    await page.close();
  });

  test('that was asked for twice is asked for once, and starts anew when the page changes its size', async () => {
    const { page, devtools } = await bench.open(cellPage());
    const before = await runs(x);
    await bench.ask(page, devtools);
    await x.command('read-region', page);
    await dims(devtools);
    await page.keyboard.press('ArrowUp');
    await until(async () => /\d+ × \d+/.test(await wordsOf(devtools)), 'the size');
    const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    const smaller = { width: width - 100, height, deviceScaleFactor: 1, mobile: false };
    await devtools.send('Emulation.setDeviceMetricsOverride', smaller);
    await until(async () => (await wordsOf(devtools)).includes('0 × 0'), 'the rectangle to go');
    await devtools.send('Emulation.clearDeviceMetricsOverride');
    await page.waitForFunction((was) => innerWidth === was, width);
    expect(strangers(await chosen(x, page, devtools, before), REGION, 1)).toEqual([]);
    expect((await runs(x)).size).toBe(before.size + 1);
    await page.close();
  });

  test('is taken by another worker than the one that asked', async () => {
    const { page, devtools } = await bench.open(cellPage());
    const before = await runs(x);
    await bench.ask(page, devtools);
    await until(
      async () => !Object.keys(await x.storage.get('session')).some((key) => key.startsWith('intent/')),
      'the press to go off the record',
    );
    await page.keyboard.press('ArrowUp');
    expect(await x.killWorker()).toBe(true);
    await page.keyboard.press('Enter');
    await clears(devtools);
    const request = await nextRequest(x, before);
    expect((await pixelsOf(x, request.pictures[0]?.hash ?? '')).width).toBeGreaterThan(100);
    await until(async () => (await asked(x)) === 0, 'the request to be answered');
    await page.close();
  });

  test('is not lost with the worker that was taking it', async () => {
    const { page, devtools } = await bench.open(cellPage());
    const before = await runs(x);
    await bench.ask(page, devtools);
    await x.inWorker(() => {
      chrome.tabs.captureVisibleTab = () => {
        void chrome.storage.session.set({ 'test/taking': true });
        return new Promise<never>(() => undefined);
      };
    });
    await dragOver(page, REGION);
    await until(async () => 'test/taking' in (await x.storage.get('session')), 'the worker to be at it');
    expect(await runs(x)).toEqual(before);
    await x.killWorker();
    const request = await nextRequest(x, before);
    expect(strangers(await pixelsOf(x, request.pictures[0]?.hash ?? ''), REGION, 1)).toEqual([]);
    await until(async () => (await asked(x)) === 0, 'the request to be answered');
    await page.close();
  });
});
