/** A table on a page, from the drag to the clipboard: each cell at its place, and nothing of it a formula or markup. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { escaped } from '../../kit/screens/page.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { dragRegion, openShowing, textRead } from '../kit/dragging.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { telling } from '../kit/reader.ts';

const ROWS = [
  ['Harbour', 'Berths', 'Price', 'Remark'],
  ['Averholm', '41', '', 'closed in winter'],
  ['Lindsund', '', '12.50', '=SUM(A1)'],
  ['Market quay', '7', '-3.80', ''],
  ['Northport', '115', '9.00', 'boats <b> only'],
];
/** What a spreadsheet could run is text in it. */
const COPIED = ROWS.map((row) => row.map((cell) => (cell.startsWith('=') ? `'${cell}` : cell)));

const drawTable = (border: string, look: string): string =>
  `<body style="margin:30px;font:20px sans-serif;${look}"><p>Prices of the season</p><table style="border-collapse:collapse">${ROWS.map(
    (row) => `<tr>${row.map((cell) => `<td style="${border};padding:6px 24px">${escaped(cell)}</td>`).join('')}</tr>`,
  ).join('')}</table><p>Subject to change</p>`;

/** As the clipboard has it. */
const readClipboard = (panel: Page) =>
  panel.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string): Promise<string> => (await item?.getType(type))?.text() ?? '';
    return { types: item?.types ?? [], tsv: await read('text/plain') };
  });

describe('a table in a picture', () => {
  let x: Harness;
  let site: Site;
  beforeAll(async () => {
    [x, site] = await Promise.all([launch(), startSite()]);
    await x.setSettings({});
    await x.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(() => Promise.all([x.close(), site.close()]));

  test.each([
    ['ruled', 'border:1px solid #999', ''],
    ['without rules, on a dark page', 'border:0', 'background:#15181d;color:#dfe3e8'],
  ])('[J3] that is %s is copied cell by cell', { timeout: 120_000 }, async (_name, border, look) => {
    const { page, panel } = await openShowing(x, site, drawTable(border, look));
    await dragRegion(page, panel);
    const text = await textRead(panel);
    expect(text).toMatch(/^Prices of the season\n\n\|[^]*\|\n\nSubject to change$/);
    const button = panel.getByRole('button', { name: 'Copy as table' });
    await panel.bringToFront();
    await button.focus();
    await panel.keyboard.press('Enter');
    await telling(panel, panel.getByText('The table was copied.').waitFor());
    const { types, tsv } = await readClipboard(panel);
    expect(types).toEqual(expect.arrayContaining(['text/plain', 'text/html']));
    expect(tsv.split(/\r?\n/).map((line) => line.split('\t'))).toEqual(COPIED);
    if (border === 'border:0') await checkLook(x, panel, 'table');

    await page.bringToFront();
    await page.setContent('<div id="sheet" contenteditable style="min-height:200px"></div>');
    await page.locator('#sheet').focus();
    await page.keyboard.press('ControlOrMeta+V');
    await page.locator('#sheet table').waitFor();
    const pasted = await page
      .locator('#sheet tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(pasted).toEqual(COPIED);
    expect(await page.locator('#sheet').locator('b, img, script, a').count()).toBe(0);
    await page.close();
  });

  test('no error was left behind', async () => {
    expect(await x.problems()).toEqual([]);
  });
});
