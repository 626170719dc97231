/** What a region must never be: another tab’s, one that nobody asked for, or a picture with our own things in it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { framesIn, over } from '../kit/asking.ts';
import { until } from '../kit/behind.ts';
import { cellPage, clears, dragOver, isDimmed, nextRequest, runs, strangers } from '../kit/choosing.ts';
import type { Harness } from '../kit/harness.ts';
import { asked, chosen, REGION, SITE, start, type RegionBench } from './region-bench.ts';

let bench: RegionBench;
let x: Harness;
beforeAll(async () => {
  bench = await start();
  x = bench.x;
});
afterAll(() => x.close());

test('a region is refused, in words, when another tab is in front by the time it is told', async () => {
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

test('a region that nobody asked for is taken from no page', async () => {
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
  expect(await forge('made-up')).toMatchObject({ ok: false, error: { code: 'region.not-asked' } });
  await bench.ask(page, devtools);
  await until(
    async () =>
      ((await forge('made-up')) as { ok: boolean; error?: { code: string } }).error?.code === 'region.not-asked',
    'the refusal',
  );
  const picture = await chosen(x, page, devtools, before);
  expect(strangers(picture, REGION, 1)).toEqual([]);
  await page.close();
});

test('a region is not offered where the browser would not let it be read, and says what to do', async () => {
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

test('a region shows neither our own things nor what is selected', async () => {
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
    const { runId, pictures } = await nextRequest(x, before);
    // the same picture asked again during its run would join the run
    await until(async () => over(framesIn(await x.storage.get('session'), runId)), 'the run to end', 40_000);
    return pictures[0]?.hash ?? '';
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

test('a region is no longer waited for on a page that makes itself anew, and the page can be used', async () => {
  const { page, devtools } = await bench.open(cellPage());
  const before = await runs(x);
  await bench.ask(page, devtools);
  await page.evaluate(() => {
    document.documentElement.replaceChildren(document.createElement('head'), document.createElement('body'));
    document.body.append('Another page');
    document.documentElement.addEventListener('click', () => (document.title = 'pressed'));
  });
  await page.mouse.move(200, 200);
  await until(async () => (await asked(x)) === 0, 'the end');
  await until(async () => {
    await page.mouse.click(200, 200); // what follows an end at once is not the page's
    return (await page.title()) === 'pressed';
  }, 'the page to hear of a click');
  expect(await runs(x)).toEqual(before);
  await page.close();
});

test('a region is no longer waited for once the page has gone', async () => {
  const { page, devtools } = await bench.open(cellPage());
  await bench.ask(page, devtools);
  expect(await asked(x)).toBe(1);
  await page.goto(`${SITE}/elsewhere`);
  await until(async () => (await asked(x)) === 0, 'the end');
  expect(await isDimmed(devtools)).toBe(false);
  await page.close();
});

test('all this leaves nothing that the browser counts as an error', async () => {
  expect(await x.problems()).toEqual([]);
});
