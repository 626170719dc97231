/** The selection toolbar on pages of every kind, none of which may break it. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  ALL,
  appears,
  type Bench,
  drag,
  goes,
  PLAIN,
  press,
  rectOf,
  settled,
  STYLE,
  sweep,
  TEXT,
  withBench,
  WORDS,
} from './toolbar-kit.ts';

let b: Bench;
withBench((bench) => (b = bench));

describe('it never depends on how the page is made', () => {
  const hostile =
    '<style>* { display: none !important; zoom: 3; transform: rotate(9deg) } html, body, p { display: block !important; zoom: 1; transform: none } ::backdrop { background: red !important } [popover] { left: -999px !important }</style>';
  const kinds: Readonly<Record<string, readonly [body: string, headers?: Record<string, string>]>> = {
    'a strict policy': [
      `<!doctype html><link rel="stylesheet" href="/none.css">${TEXT}`,
      {
        'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'",
      },
    ],
    'quirks mode': [`${STYLE}${TEXT}`],
    'right-to-left text': [`<!doctype html><html dir="rtl">${STYLE}${TEXT}`],
    'a page enlarged by its own zoom': [`<!doctype html><html style="zoom: 1.7">${STYLE}${TEXT}`],
    'a body that is transformed and cuts off': [
      `<!doctype html>${STYLE}<body style="transform: translateX(30px); overflow: hidden; contain: layout">${TEXT}`,
    ],
    'rules for every element': [`<!doctype html>${STYLE}${hostile}${TEXT}`],
    'a capture listener that stops everything': [
      `<!doctype html>${STYLE}<script>for (const t of ['pointerdown','pointerup','mousedown','mouseup','click','keydown','keyup','selectionchange']) addEventListener(t, (e) => e.stopImmediatePropagation(), true)</script>${TEXT}`,
    ],
    'prototypes that were overwritten': [
      `<!doctype html>${STYLE}<script>for (const P of [Element, Range, Node, HTMLElement, Selection, EventTarget]) for (const k of Object.keys(P.prototype)) try { P.prototype[k] = () => { throw 1 } } catch {}</script>${TEXT}`,
    ],
  };
  test.each(Object.entries(kinds))('%s', async (_kind, [body, headers]) => {
    const { page, devtools } = await b.open(body, headers);
    const { x, y, width, height } = await textBox(page);
    await sweep(page, [x + 1, y + height / 2], [x + width - 1, y + height / 2]);
    expect(await appears(devtools)).toEqual(ALL);
    const bar = await rectOf(devtools, 'toolbar');
    expect(bar.bottom <= y || bar.top >= y + height).toBe(true);
    expect(Math.max(y - bar.bottom, bar.top - y - height)).toBeLessThan(20);
    expect(bar.left).toBeGreaterThanOrEqual(0);
    await press(page, devtools, 'Ask…');
    expect(await b.hears()).toMatchObject([{ action: 'ask', text: WORDS }]);
  });

  /** Through DevTools: the page may have broken its own functions. */
  async function textBox(page: Page) {
    const devtools = await b.x.context.newCDPSession(page);
    const { root } = await devtools.send('DOM.getDocument');
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#text' });
    const { model } = await devtools.send('DOM.getBoxModel', { nodeId });
    const [x = 0, y = 0, right = 0, , , bottom = 0] = model.content;
    return { x, y, width: right - x, height: bottom - y };
  }

  test('a pinch zoom, in which it keeps its size and stays in sight', async () => {
    const { page, devtools } = await b.open(PLAIN);
    await drag(page, '#text');
    await appears(devtools);
    await page.keyboard.press('Escape');
    await devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2.5 });
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#other') ?? document.body));
    await appears(devtools);
    const bar = await rectOf(devtools, 'toolbar');
    const view = await page.evaluate(() => ({
      width: visualViewport?.width ?? 0,
      height: visualViewport?.height ?? 0,
    }));
    expect(bar.right).toBeLessThanOrEqual(view.width);
    expect(bar.bottom).toBeLessThanOrEqual(view.height);
    expect(bar.bottom - bar.top).toBeLessThan(20);
  });

  test.each(['open', 'closed'])('a selection inside %s shadow roots, one in another', async (mode) => {
    const { page, devtools } = await b.open(
      `<!doctype html>${STYLE}<div id="a"></div><script>const r = a.attachShadow({ mode: '${mode}' }); r.innerHTML = '<p>Outer words</p><div></div>'; r.querySelector('div').attachShadow({ mode: '${mode}' }).innerHTML = '<p style="width: fit-content">Inner words</p>'</script>`,
    );
    await page.mouse.dblclick(60, 148);
    await appears(devtools);
    await press(page, devtools, 'Explain');
    await page.mouse.click(600, 500);
    await settled(page); // one act in half a second
    const { y } = (await page.locator('#a').boundingBox()) ?? { y: 0 };
    await page.mouse.dblclick(60, y + 24 + 16 + 12);
    await appears(devtools);
    await press(page, devtools, 'Translate');
    const said = await b.hears(2);
    expect(said).toMatchObject([
      { action: 'explain', text: 'Outer' },
      { action: 'translate', text: 'Inner' },
    ]);
    const left = await b.inWorld(page, () =>
      globalThis.__klSelected?.map((range) => (range instanceof Range ? range.toString() : '')),
    );
    expect(left).toEqual(['Inner']);
  });

  test.each(['page', 'other'])('a frame from http://%s.test, which has its own', async (site) => {
    const src = `http://${site}.test/framed`;
    const { page, devtools } = await b.open(
      `<!doctype html><body style="margin: 0"><iframe src="${src}" style="margin: 50px; border: 0; width: 500px; height: 300px"></iframe>`,
      {},
      { [src]: PLAIN },
    );
    const frame = page.frames().find((f) => f.url() === src);
    if (frame === undefined) throw new Error('There is no frame.');
    await frame.locator('#text').waitFor();
    await drag(page, '#text', frame);
    const inside = await b.x.context.newCDPSession(frame).catch(() => devtools);
    await appears(inside);
    await press(page, inside, 'Explain', inside === devtools ? { x: 0, y: 0 } : { x: 50, y: 50 });
    expect(await b.hears()).toMatchObject([{ action: 'explain', text: WORDS }]);
  });

  test('a modal dialog, where all around is inert', async () => {
    const { page, devtools } = await b.open(
      `<!doctype html>${STYLE}<dialog style="width: 500px; overflow: hidden">${TEXT}</dialog><script>document.querySelector('dialog').showModal()</script>`,
    );
    await drag(page, '#text');
    await appears(devtools);
    await press(page, devtools, 'Simplify');
    expect(await b.hears()).toMatchObject([{ action: 'simplify', text: WORDS }]);
    expect(await page.evaluate(() => document.querySelector('dialog')?.open)).toBe(true);
  });

  test('an element in fullscreen', async () => {
    const { page, devtools } = await b.open(
      `<!doctype html>${STYLE}<div id="full" style="background: #fff">${TEXT}<button>Full</button></div><script>document.querySelector('button').onclick = () => full.requestFullscreen()</script>`,
    );
    await page.getByRole('button').click();
    await until(() => page.evaluate(() => document.fullscreenElement !== null));
    await drag(page, '#text');
    await appears(devtools);
    await press(page, devtools, 'Explain');
    expect(await b.hears()).toMatchObject([{ action: 'explain', text: WORDS }]);
  });

  test('a page that throws out what it does not know', async () => {
    const { page } = await b.open(
      `${PLAIN}<script>new MutationObserver((all) => { for (const { addedNodes } of all) for (const n of addedNodes) if (n.localName === 'kl-selection') { n.remove(); document.title += 'x' } }).observe(document, { childList: true, subtree: true })</script>`,
    );
    await drag(page, '#text');
    await until(async () => (await page.title()) === 'x');
    await drag(page, '#other');
    await until(async () => (await page.title()) === 'xx');
  });

  test('a page that begins anew under it', async () => {
    const { page, devtools } = await b.open(PLAIN);
    await page.setContent(PLAIN); // which opens and writes the document
    await drag(page, '#text');
    await appears(devtools);
    await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
    await goes(devtools);
    await page.evaluate(() => document.body.append('Words of the second body'));
    await page.mouse.dblclick(60, 130);
    await appears(devtools);
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { timeout: 10_000, interval: 20 }).toBe(true);
}
