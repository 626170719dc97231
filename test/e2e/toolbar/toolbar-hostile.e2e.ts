/** Pages that have a user press the toolbar without seeing it. Each press is a real one; none may bring anything about. */
import { describe, expect, test } from 'vitest';
import { until } from '../kit/behind.ts';
import { appears, type Bench, drag, isReady, PLAIN, press, rectOf, settled, withBench, WORDS } from './toolbar-kit.ts';

let b: Bench;
withBench((bench) => (b = bench));

const DECOY = `position: fixed; inset: 0; width: 100%; height: 100%; margin: 0; border: 0; background: white; pointer-events: none`;

describe('a press on the toolbar does nothing', () => {
  test('beneath a popover that lets clicks through; the toolbar comes up, and then it is pressed knowingly', async () => {
    const { page, devtools } = await b.open(
      `${PLAIN}<div id="decoy" popover="manual" style="${DECOY}">Win a prize</div>`,
    );
    await drag(page, '#text');
    await appears(devtools);
    await page.evaluate(() => document.querySelector<HTMLElement>('#decoy')?.showPopover());
    await until(async () => !(await isReady(devtools)), 'the cover to be noticed');
    await press(page, devtools, 'Search the web');
    await until(() => isReady(devtools), 'it to have come up');
    expect(await b.said()).toEqual([]);
    await press(page, devtools, 'Explain');
    expect(await b.hears()).toMatchObject([{ type: 'selection.act', action: 'explain', text: WORDS }]);
  });

  test('beneath a popover that comes again each time', async () => {
    const { page, devtools } = await b.open(`${PLAIN}<div id="decoy" popover="manual" style="${DECOY}">Win a prize</div>
      <script>const cover = () => { decoy.hidePopover(); decoy.showPopover(); };
        function begin() { cover(); setInterval(cover, 20); }</script>`);
    await drag(page, '#text');
    await appears(devtools);
    await page.evaluate(() => (globalThis as unknown as { begin(): void }).begin());
    await until(async () => !(await isReady(devtools)), 'the cover to be noticed');
    for (let i = 0; i < 4; i += 1) {
      await press(page, devtools, 'Search the web');
      await settled(page);
    }
    expect(await b.said()).toEqual([]);
  });

  test('while the page keeps it moving beneath the pointer', async () => {
    const { page, devtools } = await b.open(`${PLAIN}<div style="height: 3000px"></div>
      <script>function begin() { setInterval(() => scrollBy(0, scrollY > 20 ? -10 : 10), 30); }</script>`);
    await drag(page, '#text');
    await appears(devtools);
    await page.evaluate(() => (globalThis as unknown as { begin(): void }).begin());
    await until(async () => !(await isReady(devtools)), 'the movement to be noticed');
    for (let i = 0; i < 5; i += 1) {
      const { left, right, top, bottom } = await rectOf(devtools, 'Search the web');
      await page.mouse.click((left + right) / 2, (top + bottom) / 2);
    }
    expect(await b.said()).toEqual([]);
  });

  test.each([
    ['faded', 'opacity: 0.01'],
    ['cut', 'clip-path: inset(0 0 99% 0)'],
    ['turned', 'transform: rotate(4deg)'],
    ['blurred', 'filter: blur(12px)'],
    ['mixed away', 'mix-blend-mode: lighten'],
  ])('in a frame that the page around it has %s', async (_, style) => {
    const at = 'http://other.test/inner';
    const { page, devtools } = await b.open(
      '<!doctype html><body style="margin: 0"><iframe src="http://other.test/inner" style="border: 0; width: 700px; height: 400px"></iframe>',
      {},
      { [at]: PLAIN },
    );
    const frame = page.frame({ url: at });
    if (frame === null) throw new Error('There is no frame.');
    const inner = await b.x.context.newCDPSession(frame).catch(() => devtools); // of the same process
    await drag(page, '#text', frame);
    await appears(inner);
    const { left, right, top, bottom } = await rectOf(inner, 'Explain');
    await page.evaluate(
      (css) =>
        document.querySelector('iframe')?.setAttribute('style', `border: 0; width: 700px; height: 400px; ${css}`),
      style,
    );
    await until(async () => !(await isReady(inner)), 'it to be noticed');
    await page.mouse.click((left + right) / 2, (top + bottom) / 2);
    await settled(page);
    expect(await b.said()).toEqual([]);
  });
});
