/**
 * “Read the text in this picture”: the very file where the page is given it, else what is shown of it, else a word on what to do.
 */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../kit/behind.ts';
import { nextRequest, pixelAt, pixelsOf, runs } from '../kit/choosing.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { onRecord } from '../kit/pressing.ts';
import { encodeFlatPng } from '../../../src/lib/probe/pictures.ts';

const [SITE, OTHER] = ['http://images.test', 'http://elsewhere.test'];
const FILE = Buffer.from(encodeFlatPng([200, 30, 60], 64), 'base64');
const HASH = createHash('sha256').update(FILE).digest('hex');
const DATA = `data:image/png;base64,${FILE.toString('base64')}`;
const LONG = `data:image/png;base64,${Buffer.concat([FILE, Buffer.alloc(9000)]).toString('base64')}`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="rgb(200,30,60)"/></svg>`;
let x: Harness;
let made = 0;

beforeAll(async () => {
  x = await launch();
  await x.route(
    (url) => [SITE, OTHER].includes(url.origin),
    (route) => {
      const url = new URL(route.request().url());
      if (url.pathname.endsWith('.png'))
        return route.fulfill({
          contentType: 'image/png',
          // what is left out here is filled in, and would be leave
          headers: { 'Access-Control-Allow-Origin': url.pathname === '/closed.png' ? 'http://nobody.test' : '*' },
          body: FILE,
        });
      if (url.pathname.endsWith('.svg')) return route.fulfill({ contentType: 'image/svg+xml', body: SVG });
      const page = `<!doctype html><title>Images</title><style>body{margin:0;height:4000px}img{position:absolute;left:100px;top:1500px;width:128px;height:128px}</style>`;
      return route.fulfill({
        contentType: 'text/html',
        headers: { 'Content-Security-Policy': "connect-src 'none'" },
        body: page,
      });
    },
  );
});
afterAll(() => x.close());

/** A page with that image, over which the icon was clicked. Resolves with the image's address as the browser has it. */
async function pageWith(source: string): Promise<{ page: Page; address: string }> {
  const page = await x.open(`${SITE}/page-${(made += 1)}`);
  await x.clickAction(page);
  const panel = await x.sidePanel();
  await until(
    () =>
      panel.evaluate(async () => {
        const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
        return (tab?.url ?? '') !== '';
      }),
    'access to the tab',
  );
  const address = await page.evaluate(async (src) => {
    const img = document.createElement('img');
    // a blob of the file, for 'blob:'
    const bytes = (data: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    img.src = src.startsWith('blob:') ? URL.createObjectURL(new Blob([bytes(src.slice(5))])) : src;
    document.body.append(img);
    await img.decode().catch(() => undefined);
    return img.src;
  }, source);
  return { page, address };
}

/** A click on the item of the context menu over that image. */
async function choose(page: Page, srcUrl: string): Promise<void> {
  await page.bringToFront();
  await x.inWorker(
    async ([src, pageUrl]) => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      const event = chrome.contextMenus.onClicked as unknown as { dispatch(info: object, tab: unknown): void };
      event.dispatch(
        { menuItemId: 'read-image', mediaType: 'image', srcUrl: src, pageUrl, frameId: 0, editable: false },
        tab,
      );
    },
    [srcUrl, page.url()] as const,
  );
}

test.each([
  ['in the page itself', DATA, HASH],
  ['with a very long address', LONG, null],
  ['that the page has made', `blob:${FILE.toString('base64')}`, HASH],
  ['of the same site', `${SITE}/own.png`, HASH],
  ['of another site that gives it away', `${OTHER}/open.png`, HASH],
])('an image %s is read as the file that it is', async (_where, source, hash) => {
  const { page, address } = await pageWith(source);
  const before = await runs(x);
  await choose(page, address);
  const request = await nextRequest(x, before);
  expect(request.pictures).toMatchObject([{ url: page.url(), title: 'Images' }]);
  if (hash !== null) expect(request.pictures[0]?.hash).toBe(hash);
  const picture = await pixelsOf(x, request.pictures[0]?.hash ?? '');
  expect([picture.width, picture.height]).toEqual([64, 64]);
  await until(async () => (await onRecord(x)).length === 0, 'the press to go off the record');
  await page.close();
});

test.each([
  ['of another site that keeps it to itself', `${OTHER}/closed.png`],
  ['that only the browser can draw', `${SITE}/drawn.svg`],
])('an image %s is read as it is shown, brought into view', async (_which, source) => {
  const { page, address } = await pageWith(source);
  const before = await runs(x);
  await choose(page, address);
  const request = await nextRequest(x, before);
  const picture = await pixelsOf(x, request.pictures[0]?.hash ?? '');
  expect([picture.width, picture.height]).toEqual([128, 128]);
  for (const [px, py] of [
    [2, 2],
    [64, 64],
    [125, 125],
  ] as const)
    expect(pixelAt(picture, px, py)).toEqual([200, 30, 60]);
  await page.close();
});

test('an image that has gone and cannot be fetched is none, and a region is what to try', async () => {
  const { page } = await pageWith(DATA);
  const panel = await x.sidePanel();
  const before = await runs(x);
  await choose(page, `${OTHER}/gone.jpeg`);
  await panel
    .getByRole('alert')
    .filter({ hasText: /Capture area of this page/ })
    .first()
    .waitFor();
  expect(await runs(x)).toEqual(before);
  await page.close();
});
