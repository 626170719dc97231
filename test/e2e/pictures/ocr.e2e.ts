/** The text in pictures is read on this machine: whatever the picture, whatever is cut meanwhile, and with no network. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tallPage } from '../../kit/screens/tall-page.ts';
import { recordingProxy, type RecordingProxy } from '../../kit/web/recording-proxy.ts';
import { listPictures } from '../../../src/lib/toolbox/sources.ts';
import { ownPanelPage } from '../kit/asking.ts';
import { until } from '../kit/behind.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { damage, keepDrawing, readBy, startReading, underWay } from './pictures.ts';
import { openSettings } from '../kit/reader.ts';

/** For what takes the engine long, on a machine that has other things to do. */
const MINUTES = 180_000;

let x: Harness;
let page: Page;
let tab: number;

let proxy: RecordingProxy;

beforeAll(async () => {
  // what leaves the browser for anywhere but this machine would go by here, from whichever of its contexts, and no further
  proxy = await recordingProxy('http://127.0.0.1:9');
  x = await launch({ args: [`--proxy-server=${proxy.origin}`] });
  await x.setSettings({});
  page = await ownPanelPage(x);
  tab = await page.evaluate(async () => (await chrome.tabs.getCurrent())?.id ?? -1);
  const opened = () =>
    page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'knowledgelens'));
  await until(opened, 'the product to make its database');
});
afterAll(async () => {
  await x.close();
  await proxy.close();
});

/** German, which a user may bring under any name: here as French, which is not in the package. */
const CHINESE = new URL('../../fixtures/screens/chinese.png', import.meta.url);
const GERMAN = fileURLToPath(import.meta.resolve('@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz'));

const NOTE = {
  width: 900,
  height: 200,
  size: 28,
  lines: [
    { text: 'The ferry to Averholm leaves at 7:45,', x: 40, y: 40 },
    { text: 'and a berth costs four crowns a night.', x: 40, y: 100 },
  ],
} as const;
const NOTED = /^The ferry to Averholm leaves at 7:45,\s+and a berth costs four crowns a night\.$/;

let runs = 0;
async function read(hash: string) {
  const runId = `read-${String((runs += 1))}`;
  const begun = performance.now();
  await startReading(page, tab, runId, hash);
  const { state, text } = await readBy(page, runId);
  return { state, text, meta: listPictures(state)[0]?.meta, ms: performance.now() - begun };
}

const threads = async (): Promise<number> =>
  (await x.targets()).filter(({ type, url }) => type === 'worker' && /\/ocr-(?:second-)?worker/.test(url)).length;

/** Who was called, but for the browser's own calls to its maker, which no extension can make it keep from. */
const strangers = (): readonly string[] =>
  [...proxy.sent().matchAll(/^Host: (.+?)\r?$/gm)]
    .map(([, host = '']) => host)
    .filter((host) => !/(?:^|\.)(?:google|googleapis|gvt1)\.com(?::443)?$/.test(host));

/** Takes the engine a second or two. */
const DENSE = {
  width: 1100,
  height: 500,
  size: 20,
  lines: Array.from({ length: 15 }, (_, i) => ({
    text: `${String(i)} The quick brown fox jumps over the lazy dog while nine painters keep the harbour bright.`,
    x: 30,
    y: 20 + i * 32,
  })),
} as const;

test('a picture is read from cold and again, by the same two threads', async () => {
  const hash = await keepDrawing(page, NOTE);
  const cold = await read(hash);
  expect(cold.text).toMatch(NOTED);
  expect(cold.meta).toMatchObject({ languages: ['eng'], reduced: false, width: 900, height: 200 });
  const warm = await read(await keepDrawing(page, { ...NOTE, height: 201 }));
  expect(warm.text).toMatch(NOTED);
  console.log(`cold ${cold.ms.toFixed(0)} ms, warm ${warm.ms.toFixed(0)} ms`);
  expect(await threads()).toBe(2);
});

test('a blank picture has no text, and that is no failure', async () => {
  const { state, text } = await read(await keepDrawing(page, { ...NOTE, lines: [] }));
  expect([text, state.request.error]).toEqual(['', null]);
});

test('a photograph that was taken sideways is read upright', async () => {
  const drawing = { ...NOTE, mediaType: 'image/jpeg', turned: 6 } as const;
  const { text, meta } = await read(await keepDrawing(page, drawing));
  expect(text).toMatch(NOTED);
  expect(meta).toMatchObject({ width: 900, height: 200 });
});

test('a file that is cut short is said to be broken, and the next picture is read', async () => {
  const hash = await keepDrawing(page, { ...NOTE, width: 910 });
  await damage(page, hash, 200);
  const { state } = await read(hash);
  expect(state.request.error?.code).toBe('picture.broken');
  expect((await read(await keepDrawing(page, { ...NOTE, width: 920 }))).text).toMatch(NOTED);
});

test(
  'twenty megapixels with one line in them are read as they are, in bands',
  async () => {
    const line = { text: 'Twenty megapixels of fog over the harbour', x: 2500, y: 3200 };
    const huge = { width: 5_000, height: 4_000, size: 90, lines: [line] };
    const { text, meta, ms } = await read(await keepDrawing(page, huge));
    console.log(`20 megapixels ${ms.toFixed(0)} ms`);
    expect(text).toMatch(/^Twenty megapixels of fog over the harbour$/);
    expect(meta).toMatchObject({ reduced: false, width: 5_000, height: 4_000 });
  },
  MINUTES,
);

describe('a tall page of dense text, in two columns', () => {
  const TALL = tallPage({ width: 2200, height: 2800, columns: 2, size: 56 });
  const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
  const isOf = (text: string): number => {
    const known = new Set(words(TALL.truth));
    return words(text).filter((word) => known.has(word)).length;
  };
  const soFar = () => page.getByRole('group', { name: 'Text of the picture' });

  test('shows its text band by band, and ends with all of it', { timeout: 2 * MINUTES }, async () => {
    await startReading(page, tab, 'tall', await keepDrawing(page, TALL));
    await page.getByText(/^The first \d+% is read\.$/).waitFor({ timeout: MINUTES });
    const shown = await soFar().innerText();
    expect(isOf(shown)).toBeGreaterThan(30);
    const { state, text = '' } = await readBy(page, 'tall', MINUTES);
    const parts = [...state.objects].flatMap((object) => (object.name === 'picture' ? [object.meta.readShare] : []));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.at(-1)).toBeUndefined();
    const all = words(TALL.truth).length;
    expect(isOf(text)).toBeGreaterThan(0.97 * all);
    expect(words(text).length).toBeLessThan(1.03 * all);
    // one column after the other, though they were read side by side in each band
    const [first = '', second = ''] = [TALL.lines.at(0)?.text, TALL.lines.at(TALL.lines.length / 2)?.text];
    const last = TALL.lines.at(TALL.lines.length / 2 - 1)?.text ?? '';
    const places = [first, last, second].map((line) => text.indexOf(line));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test('keeps what was read when it is stopped, and says how much that is', { timeout: 2 * MINUTES }, async () => {
    await startReading(page, tab, 'halted', await keepDrawing(page, { ...TALL, height: 2801 }));
    await page.getByText(/^The first \d+% is read\.$/).waitFor({ timeout: MINUTES });
    await page.evaluate(() => chrome.runtime.sendMessage({ type: 'run.cancel', runId: 'halted', commandId: 'halt-1' }));
    const { state, text = '' } = await readBy(page, 'halted');
    expect(state.status).toBe('cancelled');
    expect(isOf(text)).toBeGreaterThan(30);
    await page.getByText(/^Stopped: the first \d+% is read\.$/).waitFor();
    expect(await soFar().textContent()).toBe(text);
    await until(async () => (await threads()) === 0, 'the thread to end');
  });
});

test(
  'cancelled while the engine works: it ends at once, and the next picture is read',
  async () => {
    const hash = await keepDrawing(page, DENSE);
    await startReading(page, tab, 'cancelled', hash);
    await underWay(page, tab, 'cancelled');
    await page.evaluate(() =>
      chrome.runtime.sendMessage({ type: 'run.cancel', runId: 'cancelled', commandId: 'cancel-1' }),
    );
    expect((await readBy(page, 'cancelled')).state.status).toBe('cancelled');
    await until(async () => (await threads()) === 0, 'the thread to end');
    expect((await read(await keepDrawing(page, { ...NOTE, width: 930 }))).text).toMatch(NOTED);
  },
  MINUTES,
);

test(
  'the worker is killed while the engine works: the run goes on and ends with the same text',
  async () => {
    const hash = await keepDrawing(page, DENSE);
    const undisturbed = await read(hash);
    expect(undisturbed.text).toContain('nine painters keep the harbour');
    await startReading(page, tab, 'killed', hash);
    await underWay(page, tab, 'killed');
    await x.killWorker();
    await x.wakeWorker();
    const { text } = await readBy(page, 'killed');
    expect(text).toBe(undisturbed.text);
    console.log(`dense ${undisturbed.ms.toFixed(0)} ms for half a megapixel`);
  },
  MINUTES,
);

test(
  'with the network cut, pictures are read from cold; and nothing has left the browser all along',
  async () => {
    await x.context.setOffline(true);
    await x.killWorker();
    await x.wakeWorker();
    await until(async () => (await threads()) === 0, 'the thread to end with the worker');
    expect((await read(await keepDrawing(page, { ...NOTE, width: 940 }))).text).toMatch(NOTED);
    await x.context.setOffline(false);
    expect(strangers()).toEqual([]);
    // and the proxy would have seen it: asked until it has, since a worker can come back online after the call that says so
    await until(async () => {
      await x.inWorker(() => fetch('http://elsewhere.example/').catch(() => undefined));
      return strangers().length > 0;
    }, 'the proxy to see a call');
    expect(new Set(strangers())).toEqual(new Set(['elsewhere.example']));
  },
  MINUTES,
);

/** Umlauts and a sharp s, which the data for English does not know. */
const STREET = {
  width: 900,
  height: 200,
  size: 30,
  lines: [
    { text: 'Über die Brücke fährt täglich', x: 40, y: 40 },
    { text: 'eine größere Fähre als früher.', x: 40, y: 100 },
  ],
} as const;
const STREET_READ = /^Über die Brücke fährt täglich\s+eine größere Fähre als früher\.$/;

describe('a language that a person chooses in the settings', () => {
  const ticked = async (): Promise<unknown> =>
    ((await x.storage.get('local'))['settings'] as { ocr: { languages: unknown } }).ocr.languages;
  /** It shows once it is kept. */
  async function tick(settings: Page, name: string, on: boolean): Promise<void> {
    const box = settings.getByRole('checkbox', { name, exact: true });
    await box.click();
    await expect.poll(() => box.isChecked()).toBe(on);
  }
  beforeEach(() => x.setSettings({}));
  afterAll(() => x.setSettings({}));

  test('from the package: pictures are read for it', { timeout: MINUTES }, async () => {
    expect((await read(await keepDrawing(page, STREET))).text).not.toMatch(STREET_READ);
    const settings = await openSettings(x, 'pictures');
    await tick(settings, 'Chinese (simplified)', true);
    await tick(settings, 'English', false);
    expect(await ticked()).toEqual(['chi_sim']);
    await settings.close();
    const laid = { png: await readFile(CHINESE, 'base64'), x: 30, y: 52 };
    const { text, meta } = await read(await keepDrawing(page, { ...NOTE, lines: [], laid }));
    expect([text, meta?.languages]).toEqual(['港口今天上午关闭', ['chi_sim']]);
  });

  test('from a file: it is added with its size, read for, and gone when removed', { timeout: MINUTES }, async () => {
    const settings = await openSettings(x, 'pictures');
    await settings
      .getByLabel('Add a language from a file')
      .setInputFiles({ name: 'fra.traineddata.gz', mimeType: 'application/gzip', buffer: await readFile(GERMAN) });
    await settings.getByText('French was added.').waitFor();
    await settings.getByText('1.3 MB, added by you').waitFor();
    await tick(settings, 'French', true);
    await tick(settings, 'English', false);
    expect(await ticked()).toEqual(['fra']);
    const { text, meta } = await read(await keepDrawing(page, { ...STREET, width: 910 }));
    expect(text).toMatch(STREET_READ);
    expect(meta).toMatchObject({ languages: ['fra'] });

    await settings.getByRole('button', { name: 'Remove French' }).click();
    await settings.getByText('French was removed.').waitFor();
    expect(await ticked()).toEqual(['eng']);
    await settings.close();
    expect((await read(await keepDrawing(page, { ...NOTE, width: 950 }))).text).toMatch(NOTED);
  });

  test('a file that is none is refused with the reason, and nothing is added', async () => {
    const settings = await openSettings(x, 'pictures');
    await settings
      .getByLabel('Add a language from a file')
      .setInputFiles({ name: 'ita.traineddata', mimeType: '', buffer: Buffer.from('no data at all') });
    await settings.getByRole('alert').filter({ hasText: 'holds no data' }).waitFor();
    expect(await settings.getByRole('checkbox', { name: 'Italian' }).count()).toBe(0);
    await settings.close();
  });
});

test('no error was left behind', async () => {
  expect(await x.problems()).toEqual([]);
});
