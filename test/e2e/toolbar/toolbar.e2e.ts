/** What a user does with the selection toolbar, with a real mouse and keyboard. The worker is stood in for. */
import { describe, expect, test } from 'vitest';
import {
  ALL,
  appears,
  type Bench,
  buttonsOf,
  drag,
  goes,
  goesUpon,
  isReady,
  isThere,
  PLAIN,
  press,
  rectOf,
  settled,
  withBench,
  wordsOf,
  WORDS,
} from './toolbar-kit.ts';

let b: Bench;
withBench((bench) => (b = bench));

describe('selecting text shows a small toolbar', () => {
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
    const left = await b.inWorld(page, () =>
      globalThis.__klSelected?.map((range) => (range instanceof Range ? range.toString() : '')),
    );
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
    const { page, devtools } = await b.open(PLAIN.replace('<p id="text">', '<p id="text" tabindex="0">'));
    await page.mouse.dblclick(50, 148);
    await appears(devtools);
    await goesUpon(devtools, () => page.keyboard.press('Shift+ArrowRight'));
    await page.keyboard.press('Shift+ArrowRight');
    await appears(devtools);
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await goes(devtools);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('text');
    expect(await page.evaluate(() => String(getSelection()))).toBe('Ash i');
    await page.keyboard.press('Shift+ArrowRight');
    await appears(devtools);
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await b.hears()).toMatchObject([{ action: 'simplify', text: 'Ash is' }]);
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
    await page.mouse.click(600, 500);
    await goes(devtools);
    const box = await page.locator('#text').boundingBox();
    if (box === null) throw new Error('no text');
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const tap = async (x: number, y: number) => {
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await tap(600, 500);
    // as the browser's own handles select: no event but the selection's
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#text') ?? document.body));
    await appears(devtools);
    const large = await rectOf(devtools, 'Explain');
    expect(large.bottom - large.top).toBeGreaterThan(small.bottom - small.top + 8);
    expect(large.top).toBeGreaterThan(box.y + box.height);
    await tap((large.left + large.right) / 2, (large.top + large.bottom) / 2);
    expect(await b.hears()).toMatchObject([{ action: 'explain', text: WORDS }]);
    expect(await page.evaluate(() => String(getSelection()))).toContain(WORDS);
  });
});

describe('its menu', () => {
  const openMenu = async () => {
    const { page, devtools } = await b.open(PLAIN);
    await drag(page, '#text');
    await appears(devtools);
    await press(page, devtools, 'More');
    await until(async () => !(await wordsOf(devtools)).includes('Looking up'));
    await until(() => isReady(devtools, 'menu'));
    return { page, devtools };
  };

  test('asks for the person’s own actions when it is opened, and not before', async () => {
    const { page, devtools } = await b.open(PLAIN);
    await b.reply({ ok: true, value: { presets: [{ id: 'p1', title: 'As a poem' }], language: 'de' } });
    await drag(page, '#text');
    await appears(devtools);
    expect(await b.said()).toEqual([]);
    await press(page, devtools, 'More');
    await until(async () => (await buttonsOf(devtools))?.includes('As a poem') ?? false);
    await until(() => isReady(devtools, 'menu'));
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
    const { page, devtools } = await openMenu();
    await press(page, devtools, name);
    expect((await b.hears(2))[1]).toEqual({ type: 'selection.hide', where });
    await until(async () => (await buttonsOf(devtools))?.join() === 'Undo,Dismiss');
    expect(await wordsOf(devtools)).toContain('You can turn it on again in Settings, under Selection.');
    await b.inWorld(page, () => globalThis.__klToolbar?.abort()); // as the worker does once it is hidden
    await until(() => isReady(devtools, 'bubble note'));
    await press(page, devtools, 'Undo');
    expect((await b.hears(3))[2]).toEqual({ type: 'selection.show' });
    await until(async () => (await buttonsOf(devtools))?.includes('More') ?? false);
  });

  test('what says that it is hidden goes with the last of it', async () => {
    const { page, devtools } = await openMenu();
    await press(page, devtools, 'Hide everywhere');
    await until(async () => (await buttonsOf(devtools))?.join() === 'Undo,Dismiss');
    await b.inWorld(page, () => globalThis.__klToolbar?.abort());
    await press(page, devtools, 'Dismiss');
    await goes(devtools);
    await drag(page, '#other');
    await settled(page);
    expect(await isThere(devtools)).toBe(false);
  });
});

describe('when something is wrong', () => {
  test('it says what, and how to help it, until that is dismissed', async () => {
    const { page, devtools } = await b.open(PLAIN);
    await b.reply({ ok: false, error: { message: 'No model is set up.', hint: 'Choose one in the settings.' } });
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
    await until(async () => (await wordsOf(devtools)).startsWith('KnowledgeLens didn’t answer.'));
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { timeout: 10_000, interval: 20 }).toBe(true);
}
