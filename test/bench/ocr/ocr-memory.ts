/**
 * What reading a picture of 50 megapixels takes: dense text, in four columns. Memory is that of the extension's process, as
 * the browser's task manager has it: at most while it is read, and once engine and hidden page are gone again.
 */
import type { Page } from 'playwright-core';
import { OFFSCREEN_PAGE } from '../../../src/lib/protocol/offscreen/offscreen.ts';
import { framesIn, over } from '../../e2e/kit/asking.ts';
import { until } from '../../e2e/kit/behind.ts';
import { QUIET_PATH } from '../../../scripts/lib/chrome.mjs';
import { PANEL_PATH } from '../../e2e/kit/harness.ts';
import { keepDrawing, startReading, textRead } from '../../e2e/pictures/pictures.ts';
import { rawLaunch, type RawPage } from '../../e2e/kit/raw.ts';
import { tallPage } from '../../kit/screens/tall-page.ts';
import { settingsOf } from '../../kit/protocol/settings.ts';
import type { Figure } from '../figure.ts';
import { startMemoryMeter } from '../process-memory.ts';

const RUN = 'memory';
const PAGE = tallPage({ width: 5000, height: 10_000, columns: 4, size: 24 });
const MAX_MS = 28 * 60_000;
const POLL_MS = 100;
const [PEAK_MB, FREED_S] = [600, 60];

export async function ocrMemoryBench(): Promise<Figure[]> {
  const x = await rawLaunch();
  await x.setSettings(settingsOf({}));
  const meter = await startMemoryMeter(x);
  try {
    const drawing = await x.open(x.url(PANEL_PATH));
    const hash = await keepDrawing(asPage(drawing), PAGE);
    await drawing.close(); // and with it what it drew on
    const panel = await x.open(x.url(PANEL_PATH));
    await panel.send('HeapProfiler.collectGarbage');
    const before = (await meter.readProcess()) ?? 0;
    const tab = await panel.evaluate(async () => (await chrome.tabs.getCurrent())?.id ?? -1);
    const began = performance.now();
    await startReading(asPage(panel), tab, RUN, hash);
    await panel.goto(x.url(QUIET_PATH)); // the panel would show the picture, which the browser decodes once more for that
    let peak = 0;
    const frames = async () => framesIn(await panel.evaluate(() => chrome.storage.session.get(null)), RUN);
    const hasEnded = async (): Promise<boolean> => {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS)); // reading the figures takes time of the same machine
      peak = Math.max(peak, (await meter.readProcess()) ?? 0);
      return over(await frames());
    };
    await until(hasEnded, 'the page to be read', MAX_MS);
    const seconds = (performance.now() - began) / 1000;
    const { state, text } = await textRead(asPage(panel), await frames());
    if (text === undefined) throw new Error(`It was not read: ${JSON.stringify(state.request.error)}`);
    const found = new Set(text.split('\n'));
    const right = PAGE.lines.filter((line) => found.has(line.text)).length;
    const ended = performance.now();
    await x.until(
      (targets) => !targets.some(({ url }) => url === x.url(OFFSCREEN_PAGE)),
      'the hidden page to go',
      120_000,
    );
    const freed = (performance.now() - ended) / 1000;
    await panel.evaluate(() => chrome.runtime.sendMessage({ type: 'bench.none' })); // by the worker the process is found
    await panel.send('HeapProfiler.collectGarbage');
    const rest = (await meter.readProcess()) ?? 0;
    return [
      { name: '50 megapixels: time', value: seconds, unit: 's' },
      { name: '50 megapixels: lines without a fault', value: (100 * right) / PAGE.lines.length, unit: '%' },
      { name: '50 megapixels: process before', value: before, unit: 'MB' },
      { name: '50 megapixels: process at most', value: peak, unit: 'MB', against: { name: 'aim', value: PEAK_MB } },
      { name: '50 megapixels: process after', value: rest, unit: 'MB', against: { name: 'before', value: before } },
      { name: '50 megapixels: until it is freed', value: freed, unit: 's', against: { name: 'aim', value: FREED_S } },
    ];
  } finally {
    await meter.close();
    await x.close();
  }
}

/** For helpers that only evaluate a function of one argument in a page. */
const asPage = (page: RawPage): Page => page as unknown as Page;
