/** The selection toolbar on pages of every kind, with a real mouse and keyboard. The worker is stood in for. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  appears,
  type Bench,
  buttonsOf,
  drag,
  goes,
  isThere,
  press,
  rectOf,
  settled,
  startBench,
  sweep,
  wordsOf,
} from './toolbar-kit.ts';

const ALL = ['Explain', 'Simplify', 'Translate', 'Search the web', 'Ask…', 'More'];
const STYLE =
  '<style>body { margin: 0; padding: 120px 40px; font: 16px/24px monospace } p { width: fit-content }</style>';
const TEXT = '<p id="text">Ash is heavier than spruce.</p><p id="other">Oars are long.</p>';
const PLAIN = `<!doctype html>${STYLE}${TEXT}`;
const WORDS = 'Ash is heavier than spruce.';

let b: Bench;
beforeAll(async () => {
  b = await startBench();
}, 120_000);
afterAll(() => b.close());
afterEach(async () => {
  await b.reply({ ok: true, value: null });
  for (const page of b.x.context.pages()) if (page.url().includes('.test/')) await page.close();
});

describe('[J1] selecting text shows a small toolbar', () => {
  test('and a click sends what was selected, once, and nothing before', async () => {
    const { page, devtools } = await b.open(PLAIN);
    const before = await page.evaluate(() => document.documentElement.outerHTML);
    await drag(page, '#text');
    expect(await appears(devtools)).toEqual(ALL);
    expect(await b.said()).toEqual([]);
    await press(page, devtools, 'Explain');
    await press(page, devtools, 'Explain').catch(() => undefined); // it has gone
    await goes(devtools);
    expect(await b.hears()).toEqual([
      {
        type: 'selection.act',
        action: 'explain',
        preset: '',
        text: WORDS,
        commandId: expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        ) as string,
      },
    ]);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(before);
    expect(await page.evaluate(() => String(getSelection()))).toBe(WORDS);
    const left = await b.inWorld(page, () => globalThis.__klSelected?.map((range) => range.toString()));
    expect(left).toEqual([WORDS]);
  });

  test('not while the button is held, and gone when the selection is', async () => {
    const { page, devtools } = await b.open(PLAIN);
    const box = await page.locator('#text').boundingBox();
    if (box === null) throw new Error('no text');
    await page.mouse.move(box.x + 1, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 10);
    await settled(page);
    expect(await isThere(devtools)).toBe(false);
    await page.mouse.up();
    await appears(devtools);
    await page.mouse.click(600, 500);
    await goes(devtools);
  });

  test('after Shift and arrows, and Alt+F10 leads into it and Escape back', async () => {
    const { page, devtools } = await b.open(`${PLAIN}<button id="own">Own</button>`);
    await page.mouse.click(45, 148);
    await page.locator('#own').focus();
    await page.evaluate(() => getSelection()?.collapse(document.querySelector('#text')?.firstChild ?? null, 0));
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.locator('#own').focus();
    await appears(devtools);
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await goes(devtools);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('own');
    expect(await page.evaluate(() => String(getSelection()))).toBe('Ash');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await appears(devtools);
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await b.hears()).toMatchObject([{ action: 'simplify', text: 'Ash i' }]);
  });

  test('after Ctrl+A, inside the window although all of it is selected', async () => {
    const { page, devtools } = await b.open(`${PLAIN}${'<p>Line upon line.</p>'.repeat(300)}`);
    await page.mouse.click(600, 400);
    await page.keyboard.press('Control+a');
    await appears(devtools);
    const { top, bottom } = await rectOf(devtools, 'toolbar');
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(await page.evaluate(() => innerHeight));
  });

  test('and Escape sends it away until the selection changes', async () => {
    const { page, devtools } = await b.open(`${PLAIN}<script>onkeydown = (e) => document.title += e.key</script>`);
    await drag(page, '#text');
    await appears(devtools);
    await page.keyboard.press('Escape');
    await goes(devtools);
    expect(await page.title()).toBe('Escape');
    await page.evaluate(() => document.dispatchEvent(new Event('selectionchange')));
    await settled(page);
    expect(await isThere(devtools)).toBe(false);
    await drag(page, '#other');
    await appears(devtools);
  });

  test('by touch as well: below the selection, with larger buttons', async () => {
    const { page, devtools } = await b.open(PLAIN);
    await drag(page, '#other');
    await appears(devtools);
    const small = await rectOf(devtools, 'Explain');
    const box = await page.locator('#text').boundingBox();
    if (box === null) throw new Error('no text');
    await devtools.send('Input.synthesizeTapGesture', {
      x: box.x + 20,
      y: box.y + 10,
      duration: 1200,
      gestureSourceType: 'touch',
    });
    await until(async () => (await page.evaluate(() => String(getSelection()))) === 'Ash');
    await appears(devtools);
    const large = await rectOf(devtools, 'Explain');
    expect(large.bottom - large.top).toBeGreaterThan(small.bottom - small.top + 8);
    expect(large.top).toBeGreaterThan(box.y + box.height);
    await devtools.send('Input.synthesizeTapGesture', {
      x: (large.left + large.right) / 2,
      y: (large.top + large.bottom) / 2,
      gestureSourceType: 'touch',
    });
    expect(await b.hears()).toMatchObject([{ action: 'explain', text: 'Ash' }]);
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { timeout: 10_000, interval: 20 }).toBe(true);
}

describe('[J1] it never depends on how the page is made', () => {
  const hostile =
    '<style>* { display: none !important; zoom: 3; transform: rotate(9deg) } html, body, p { display: block !important; zoom: 1; transform: none } ::backdrop { background: red !important } [popover] { left: -999px !important }</style>';
  const kinds: Readonly<Record<string, readonly [body: string, headers?: Record<string, string>]>> = {
    'a strict policy': [
      `<!doctype html><link rel="stylesheet" href="/none.css">${TEXT}`,
      {
        'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'; sandbox allow-same-origin",
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
  async function textBox(page: import('playwright-core').Page) {
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
    const { y } = (await page.locator('#a').boundingBox()) ?? { y: 0 };
    await page.mouse.dblclick(60, y + 24 + 16 + 12 + 16);
    await appears(devtools);
    await press(page, devtools, 'Translate');
    const said = await b.hears(2);
    expect(said).toMatchObject([
      { action: 'explain', text: 'Outer' },
      { action: 'translate', text: 'Inner' },
    ]);
    const left = await b.inWorld(page, () => globalThis.__klSelected?.map((range) => range.toString()));
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

  test('a page that throws out what it does not know, and one that begins anew', async () => {
    const { page, devtools } = await b.open(
      `${PLAIN}<script>new MutationObserver((all) => { for (const { addedNodes } of all) for (const n of addedNodes) if (n.localName === 'kl-selection') { n.remove(); document.title += 'x' } }).observe(document, { childList: true, subtree: true })</script>`,
    );
    await drag(page, '#text');
    await until(async () => (await page.title()) === 'x');
    await drag(page, '#other');
    await until(async () => (await page.title()) === 'xx');
    await page.evaluate((html) => {
      document.open();
      document.write(html);
      document.close();
    }, PLAIN);
    await drag(page, '#text');
    await appears(devtools);
    await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
    await goes(devtools);
    await page.evaluate(() => document.body.append('Words of the second body'));
    await page.mouse.dblclick(60, 130);
    await appears(devtools);
  });
});

describe('[J1] it stays out of the way', () => {
  test('of editors, fields and what must not be selected', async () => {
    const { page, devtools } = await b.open(
      `${PLAIN}<textarea>field words</textarea><input type="password" value="secret"><div contenteditable>edited words</div><p id="none" style="user-select: none">not these</p><div role="textbox">boxed words</div>`,
    );
    for (const selector of ['textarea', 'input', '[contenteditable]', '#none', '[role=textbox]']) {
      await page.locator(selector).dblclick();
      await settled(page);
      expect(await isThere(devtools), selector).toBe(false);
    }
    await page.keyboard.press('Control+a');
    await drag(page, '#text');
    await appears(devtools);
  });

  test('of the page, which sees none of its events and keeps its focus', async () => {
    const { page, devtools } = await b.open(
      `${PLAIN}<input id="own"><script>window.seen = []; for (const k in window) if (k.startsWith('on')) for (const at of [window, document]) at.addEventListener(k.slice(2), (e) => { if (e.target?.localName === 'kl-selection') seen.push(e.type) }, true); for (const t of ['focusin', 'focusout']) addEventListener(t, (e) => { if (e.target?.localName === 'kl-selection') seen.push(e.type) }, true)</script>`,
    );
    await page.locator('#own').focus();
    await drag(page, '#text');
    await appears(devtools);
    await page.locator('#own').focus();
    await press(page, devtools, 'More');
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await goes(devtools);
    // pointer movements over it are known to listeners that were there before it, and nothing else
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.filter((type) => !/^(pointer|mouse)(move|over|out|enter|leave|rawupdate)$/.test(type))).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('own');
  });

  test('of forged clicks: only a person’s own count [D6]', async () => {
    const { page, devtools } = await b.open(PLAIN);
    await drag(page, '#text');
    await appears(devtools);
    const { left, top } = await rectOf(devtools, 'Explain');
    await page.evaluate(
      ([x, y]) => {
        const host = document.querySelector<HTMLElement>('kl-selection');
        host?.click();
        for (const type of ['pointerdown', 'mousedown', 'click'])
          host?.dispatchEvent(
            new PointerEvent(type, { bubbles: true, composed: true, detail: 1, clientX: x, clientY: y }),
          );
        host?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      },
      [left + 5, top + 5] as const,
    );
    await settled(page);
    expect(await b.said()).toEqual([]);
    expect(await buttonsOf(devtools)).toEqual(ALL);
  });
});

describe('its menu', () => {
  test('asks for the person’s own actions when it is opened, and not before', async () => {
    const { page, devtools } = await b.open(PLAIN);
    await b.reply({ ok: true, value: { presets: [{ id: 'p1', title: 'As a poem' }], language: 'de' } });
    await drag(page, '#text');
    await appears(devtools);
    expect(await b.said()).toEqual([]);
    await press(page, devtools, 'More');
    await until(async () => (await buttonsOf(devtools))?.includes('As a poem') ?? false);
    expect(await buttonsOf(devtools)).toEqual([
      ...['Explain', 'Simplify', 'Translate into German', 'Search the web', 'Ask…', 'More'],
      ...['As a poem', 'Hide on this site', 'Hide everywhere'],
    ]);
    await press(page, devtools, 'As a poem');
    expect(await b.hears(2)).toMatchObject([
      { type: 'selection.menu' },
      { type: 'selection.act', action: 'preset', preset: 'p1', text: WORDS },
    ]);
  });

  test.each([
    ['Hide on this site', 'site'],
    ['Hide everywhere', 'everywhere'],
  ])('%s', async (name, where) => {
    const { page, devtools } = await b.open(PLAIN);
    await drag(page, '#text');
    await appears(devtools);
    await press(page, devtools, 'More');
    await until(async () => !(await wordsOf(devtools)).includes('Looking up'));
    await press(page, devtools, name);
    expect((await b.hears(2))[1]).toEqual({ type: 'selection.hide', where });
    await goes(devtools);
  });
});

describe('when something is wrong', () => {
  test('it says what, and how to help it, until that is dismissed', async () => {
    const { page, devtools } = await b.open(PLAIN);
    await b.reply({ ok: false, trouble: { message: 'No model is set up.', cure: 'Choose one in the settings.' } });
    await drag(page, '#text');
    await appears(devtools);
    await press(page, devtools, 'Explain');
    await until(async () => (await buttonsOf(devtools))?.join() === 'Dismiss');
    expect(await wordsOf(devtools)).toBe('No model is set up. Choose one in the settings.');
    await press(page, devtools, 'Dismiss');
    await goes(devtools);
  });

  test('an answer that never comes is said too', async () => {
    const { page, devtools } = await b.open(PLAIN);
    await b.reply('silence');
    await drag(page, '#text');
    await appears(devtools);
    await press(page, devtools, 'Explain');
    await until(async () => (await wordsOf(devtools)).startsWith('KnowledgeLens did not answer.'));
  });
});

describe('sent away', () => {
  const listeners = async (page: import('playwright-core').Page) => {
    const devtools = await b.x.context.newCDPSession(page);
    const found = [];
    for (const expression of ['window', 'document', 'document.documentElement']) {
      const { result } = await devtools.send('Runtime.evaluate', { expression });
      const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
      found.push(...listeners.map(({ type }) => type));
    }
    return found.sort();
  };

  test('by the worker it leaves nothing behind', async () => {
    const { page, devtools } = await b.open(PLAIN);
    const before = await page.evaluate(() => document.documentElement.outerHTML);
    expect(await listeners(page)).toContain('selectionchange');
    await drag(page, '#text');
    await appears(devtools);
    await b.inWorld(page, () => globalThis.__klToolbar?.abort());
    await goes(devtools);
    expect(await listeners(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(before);
    expect(await b.inWorld(page, () => Object.keys(globalThis).filter((key) => key.startsWith('__kl')))).toEqual([]);
    await drag(page, '#other');
    await settled(page);
    expect(await isThere(devtools)).toBe(false);
  });

  test('by a second one in the same page, so that there is one', async () => {
    const { page, devtools } = await b.open(PLAIN);
    const before = await listeners(page);
    await b.inject(page);
    expect(await listeners(page)).toEqual(before);
    await drag(page, '#text');
    await appears(devtools);
    expect(await page.evaluate(() => document.querySelectorAll('kl-selection').length)).toBe(1);
  });

  test('by an update of the extension: says so once, if it is asked, and is gone', async () => {
    const { page, devtools } = await b.open(PLAIN);
    const second = await b.open(PLAIN);
    await second.page.bringToFront();
    await page.bringToFront();
    await drag(page, '#text');
    await appears(devtools);
    await b.x.reload();
    await page.bringToFront();
    await press(page, devtools, 'Explain');
    await until(
      async () => (await wordsOf(devtools)) === 'KnowledgeLens was updated: reload this page to use it here.',
    );
    await press(page, devtools, 'Dismiss');
    await goes(devtools);
    await drag(page, '#other');
    await settled(page);
    expect(await isThere(devtools)).toBe(false);
    expect(await listeners(page)).toEqual([]);

    await second.page.bringToFront();
    await drag(second.page, '#text');
    await settled(second.page);
    expect(await isThere(second.devtools)).toBe(false);
    expect(await listeners(second.page)).toEqual([]);
  });
});
