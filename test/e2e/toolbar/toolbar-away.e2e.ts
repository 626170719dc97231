/** Where the selection toolbar must not come, what the page must not see of it, and how it goes for good. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  ALL,
  appears,
  type Bench,
  buttonsOf,
  drag,
  goes,
  isolatedWorld,
  isThere,
  PLAIN,
  press,
  rectOf,
  settled,
  withBench,
  wordsOf,
} from './toolbar-kit.ts';

let b: Bench;
withBench((bench) => (b = bench));

describe('it stays out of the way', () => {
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
      `${PLAIN.replace('<p id="text">', '<p id="text" tabindex="0">')}<script>window.seen = []; for (const k in window) if (k.startsWith('on')) for (const at of [window, document]) at.addEventListener(k.slice(2), (e) => { if (e.target?.localName === 'kl-selection') seen.push(e.type) }, true); for (const t of ['focusin', 'focusout']) addEventListener(t, (e) => { if (e.target?.localName === 'kl-selection') seen.push(e.type) }, true)</script>`,
    );
    await drag(page, '#text');
    await appears(devtools);
    await press(page, devtools, 'More');
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await goes(devtools);
    // pointer movements over it are known to listeners that were there before it, and nothing else
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.filter((type) => !/^(pointer|mouse)(move|over|out|enter|leave|rawupdate)$/.test(type))).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('text');
  });

  test('of forged clicks: only a person’s own count', async () => {
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

describe('sent away', () => {
  const listeners = async (page: Page) => {
    const { devtools, id } = await isolatedWorld(b.x, page);
    const found: string[] = [];
    for (const expression of ['window', 'document', 'document.documentElement']) {
      const { result } = await devtools.send('Runtime.evaluate', { expression, contextId: id });
      const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
      found.push(...listeners.map(({ type }) => type));
    }
    await devtools.detach();
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
      async () => (
        console.log(await wordsOf(devtools)),
        (await wordsOf(devtools)) === 'KnowledgeLens was updated. Reload this page to use it here.'
      ),
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

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { timeout: 10_000, interval: 20 }).toBe(true);
}
