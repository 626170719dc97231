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
  runs,
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

/** How many regions are waited for. */
const asked = async (x: Harness): Promise<number> =>
  Object.keys(await x.storage.get('session')).filter((key) => key.startsWith('region/')).length;

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
    const before = await runs(x);
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
    const before = await runs(x);
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

describe('a region', () => {
  let bench: Awaited<ReturnType<typeof start>>;
  let x: Harness;
  beforeAll(async () => {
    bench = await start();
    x = bench.x;
  });
  afterAll(() => x.close());

  /** Chooses the usual region and resolves with what is kept of it. */
  async function chosen(page: Page, devtools: CDPSession, before: ReadonlySet<string>) {
    await dragOver(page, REGION);
    await clears(devtools);
    const wish = await nextWish(x, before);
    return pixelsOf(x, wish.pictures[0]?.hash ?? '');
  }

  test.each([0.5, 1.5])('is the very place of a page zoomed to %d', async (zoom) => {
    const { page, devtools } = await bench.open(cellPage());
    await x.inWorker(async (factor) => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      await chrome.tabs.setZoom(tab?.id ?? -1, factor);
    }, zoom);
    await page.evaluate(() => scrollTo(0, 90));
    const before = await runs(x);
    await bench.ask(page, devtools);
    const top = REGION.y + (await page.evaluate(() => scrollY));
    const picture = await chosen(page, devtools, before);
    expect([picture.width, picture.height]).toEqual([REGION.width * zoom, REGION.height * zoom]);
    expect(strangers(picture, { ...REGION, y: top }, zoom)).toEqual([]);
    await x.inWorker(async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      await chrome.tabs.setZoom(tab?.id ?? -1, 1);
    });
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
    expect(strangers(await chosen(page, devtools, before), REGION, 1)).toEqual([]);
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
    expect(strangers(await chosen(page, devtools, before), REGION, 1)).toEqual([]);
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
    const { width = 0, height = 0 } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    const smaller = { width: width - 100, height, deviceScaleFactor: 1, mobile: false };
    await devtools.send('Emulation.setDeviceMetricsOverride', smaller);
    await until(async () => (await wordsOf(devtools)).includes('0 × 0'), 'the rectangle to go');
    await devtools.send('Emulation.clearDeviceMetricsOverride');
    await page.waitForFunction((was) => innerWidth === was, width);
    expect(strangers(await chosen(page, devtools, before), REGION, 1)).toEqual([]);
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
    const wish = await nextWish(x, before);
    expect((await pixelsOf(x, wish.pictures[0]?.hash ?? '')).width).toBeGreaterThan(100);
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
    const wish = await nextWish(x, before);
    expect(strangers(await pixelsOf(x, wish.pictures[0]?.hash ?? ''), REGION, 1)).toEqual([]);
    await until(async () => (await asked(x)) === 0, 'the answer');
    await page.close();
  });

  test('is refused, in words, when another tab is in front by the time it is told', async () => {
    const { page, devtools } = await bench.open(cellPage());
    const before = await runs(x);
    await bench.ask(page, devtools);
    await page.keyboard.press('ArrowUp');
    const other = await x.open('about:blank#other');
    expect(await isDimmed(devtools)).toBe(true);
    const cdp = await x.context.newCDPSession(page); // a page behind paints no frames, but takes the key
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Enter', windowsVirtualKeyCode: 13 });
    await until(async () => (await asked(x)) === 0, 'the answer');
    await page.bringToFront();
    const panel = await x.sidePanel();
    await panel
      .getByRole('alert')
      .filter({ hasText: /in front/ })
      .first()
      .waitFor();
    expect(await runs(x)).toEqual(before);
    await Promise.all([page.close(), other.close()]);
  });

  test('that nobody asked for is taken from no page', async () => {
    const { page, devtools } = await bench.open(cellPage());
    const before = await runs(x);
    const forge = (ticket: string): Promise<unknown> =>
      x.inWorker(async (own) => {
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        const [sent] = await chrome.scripting.executeScript({
          target: { tabId: tab?.id ?? -1 },
          args: [own],
          func: (said: string) =>
            chrome.runtime.sendMessage<object, unknown>({
              type: 'region.chosen',
              ticket: said,
              region: { x: 0, y: 0, width: 100, height: 100, viewWidth: innerWidth, viewHeight: innerHeight },
            }),
        });
        return sent?.result;
      }, ticket);
    expect(await forge('made-up')).toMatchObject({ ok: false, trouble: { code: 'region.not-asked' } });
    await bench.ask(page, devtools);
    await until(
      async () =>
        ((await forge('made-up')) as { ok: boolean; trouble?: { code: string } }).trouble?.code === 'region.not-asked',
      'the refusal',
    );
    const picture = await chosen(page, devtools, before);
    expect(strangers(picture, REGION, 1)).toEqual([]);
    await page.close();
  });

  test('is not offered where the browser would not let it be read, and says what to do', async () => {
    const address = `${SITE}/never-clicked`;
    const page = await x.open(address);
    const panel = await x.sidePanel();
    await x.inWorker(async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      const event = chrome.commands.onCommand as unknown as { dispatch(name: string, tab: unknown): void };
      event.dispatch('read-region', { ...tab, url: undefined });
    });
    await panel
      .getByRole('alert')
      .filter({ hasText: /no picture of this tab/ })
      .first()
      .waitFor();
    expect(await isDimmed(await x.context.newCDPSession(page))).toBe(false);
    await page.close();
  });

  test('shows neither our own things nor what is selected', async () => {
    const shadow = `<script>const host = document.createElement('div'); host.style.cssText = 'position:absolute;left:0;top:400px;font:20px/40px monospace';
      document.body.append(host); host.attachShadow({ mode: 'closed' }).innerHTML = '<p style="margin:0">Words in a closed shadow tree</p>';</script>
      <style>::selection { background: red !important; color: lime !important }</style>
      <input id="field" value="Words in a field" style="position:absolute;left:230px;top:520px;border:0;padding:0;margin:0;outline:0;width:200px;height:30px;font:20px/30px monospace">
      <p id="quoted" style="position:absolute;left:0;top:520px;margin:0;font:20px/30px monospace;color:teal">Words in a quote</p>
      <p style="position:absolute;left:0;top:360px;margin:0;font:20px/40px monospace">Words of the page</p>
      <iframe style="position:absolute;left:0;top:440px;width:400px;height:80px;border:0" srcdoc="<body style='margin:0;font:20px/40px monospace'>Words in a frame</body>"></iframe>`;
    const { page, devtools } = await bench.open(cellPage({ body: shadow }));
    const take = async (): Promise<string> => {
      const before = await runs(x);
      await bench.ask(page, devtools);
      await dragOver(page, { x: 0, y: 350, width: 500, height: 200 });
      await clears(devtools);
      const wish = await nextWish(x, before);
      return wish.pictures[0]?.hash ?? '';
    };
    const clip = { x: 0, y: 350, width: 500, height: 200 };
    const lines = new Map<number, Buffer>();
    for (const y of [360, 400, 440]) lines.set(y, await page.screenshot({ clip: { x: 0, y, width: 500, height: 40 } }));
    const plain = await take();
    await page.evaluate(() => getSelection()?.selectAllChildren(document.body));
    await page.evaluate(() => {
      const quoted = document.querySelector('#quoted');
      const range = document.createRange();
      if (quoted) range.selectNodeContents(quoted);
      CSS.highlights.set('knowledgelens-quote', new Highlight(range));
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('::highlight(knowledgelens-quote) { background-color: #ffdf70; color: #1f1a00 }');
      document.adoptedStyleSheets.push(sheet);
    });
    await page.frames()[1]?.evaluate(() => getSelection()?.selectAllChildren(document.body));
    await page.evaluate(() => {
      const bar = document.createElement('kl-selection');
      bar.style.cssText = 'all: initial !important; display: contents !important';
      const box = document.createElement('div');
      box.popover = 'manual';
      box.style.cssText = 'position:fixed;inset:auto;left:350px;top:355px;width:100px;height:150px;background:blue';
      bar.attachShadow({ mode: 'closed' }).append(box);
      document.documentElement.append(bar);
      box.showPopover();
    });
    const selected = await page.screenshot({ clip });
    for (const y of [360, 400, 440]) {
      const line = { x: 0, y, width: 500, height: 40 };
      expect((await page.screenshot({ clip: line })).equals(lines.get(y) ?? Buffer.of())).toBe(false); // it is seen otherwise
    }
    const again = await take();
    expect(again).toBe(plain); // the hash of the picture: not one pixel is another
    expect(selected.equals(await page.screenshot({ clip }))).toBe(true); // all as it was
    await page.locator('#field').selectText();
    expect(await take()).toBe(plain);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('Words in a field');
    await page.close();
  });

  test('leaves nothing that the browser counts as an error', async () => {
    expect(await x.problems()).toEqual([]);
  });
});
