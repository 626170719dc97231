/** PDFs in a tab are read as pages: summarised and asked about, through the panel, in the browser's own viewer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ODD_PAGE, type PdfName } from '../../kit/pages/pdf-files.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { answered, ask } from '../kit/asking.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, comes, finished, openWithPanel, summarise, warns } from '../kit/reader.ts';

let x: Harness;
let site: Site;

beforeAll(async () => {
  [x, site] = await Promise.all([launch(), startSite()]);
  await x.setSettings({});
});
afterAll(() => Promise.all([x.close(), site.close()]));

test('a PDF is summarised in its own words, without heads, page numbers and divided words', async () => {
  const { page, panel } = await openWithPanel(x, site.pdf('guide'));
  await summarise(panel);
  const text = await finished(panel);
  expect(text).toMatch(/harbour of Averholm|lighthouse|berth/);
  expect(text).not.toMatch(/light- ?house/);
  await page.close();
});

test('a PDF is asked about', async () => {
  const { page, panel } = await openWithPanel(x, site.pdf('guide'));
  await ask(panel, 'What does a berth cost?');
  expect(await answered(panel)).toContain('four crowns a night');
  await page.close();
});

test('two hundred pages are read, and the one that matters is found', async () => {
  const { page, panel } = await openWithPanel(x, site.pdf('long'));
  await ask(panel, 'What happened to the pilot’s dog Quixote?');
  expect(await answered(panel)).toMatch(/Quixote fell into the lock/);
  expect(ODD_PAGE).toBeLessThan(200);
  await page.close();
});

test.each<[PdfName, RegExp]>([
  ['locked', /password[\s\S]*copy without the password/i],
  ['scan', /only pictures[\s\S]*OCR/],
  ['broken', /damaged[\s\S]*reload/i],
])('%s: says what it is and what to do', async (name, message) => {
  const { page, panel } = await openWithPanel(x, site.pdf(name));
  await warns(panel, message);
  await page.close();
});

test('the worker is killed while the file is on its way: the same summary', async () => {
  const read = async (): Promise<string> => {
    const { page, panel } = await openWithPanel(x, site.pdf('guide'));
    await summarise(panel);
    const text = await finished(panel);
    await page.close();
    return text;
  };
  const undisturbed = await read();
  const { page, panel } = await openWithPanel(x, site.pdf('guide'));
  await button(panel, 'Summarise this page').waitFor();
  await panel.getByText('Estimate:').waitFor();
  const held = site.hold('/pdf/guide');
  await summarise(panel);
  await comes(panel, held.arrived, 'the file to be asked for again');
  await x.killWorker();
  held.release();
  expect(await finished(panel)).toBe(undisturbed);
  await page.close();
});

test('no error was left behind', async () => {
  expect(await x.problems()).toEqual([]);
});
