/**
 * Pages and answers made to hold a thread: a part of a page is read and said to be one, and Stop works meanwhile. The store
 * build; a server where an answer has to be hostile.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { HOSTILE_SHAPES } from '../../kit/pages/hostile-markdown.ts';
import { gate, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer } from '../../kit/models/model-server.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, comes, openWithPanel, readReceipt, summarise, summaryOf, telling, useServer } from '../kit/reader.ts';

const HOME = 'http://localhost/hostile';
const html = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ledger</title><body>${body}</body></html>`;
const ROW = '<p>The keeper of the lock wrote down the height of the water.</p>';
const PAGES: Readonly<Record<string, string>> = {
  rows: html(ROW.repeat(90_000)),
  text: html(`<p>${'The keeper wrote down the height of the water. '.repeat(100_000)}</p>`),
  short: html(ROW.repeat(12)),
};

let x: Harness;

beforeAll(async () => {
  x = await launch();
  await x.route(/^http:\/\/localhost\/hostile\//, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: PAGES[new URL(route.request().url()).pathname.split('/').at(-1) ?? ''] ?? '',
    }),
  );
});
afterAll(() => x.close());

/** How many readings are under way in the page's tab. */
async function countReadings(page: Page): Promise<number> {
  return x.inExtension((own) =>
    own.evaluate(async (url) => {
      const [tab] = await chrome.tabs.query({ url: url.replace(/#.*/, '*') });
      const func = (): number => globalThis.__klReadings?.size ?? 0;
      const [answer] = await chrome.scripting.executeScript({ target: { tabId: tab?.id ?? -1 }, func });
      return answer?.result ?? -1;
    }, page.url()),
  );
}

test('a page of which only a part is read says so under its summary and on the receipt [R11.8b]', async () => {
  const { page, panel } = await openWithPanel(x, `${HOME}/text`);
  await summarise(panel);
  await telling(panel, panel.getByText('The page is so long that only its first part was read.').first().waitFor());
  const said = 'Only the first part of the page was read and counted.';
  await telling(
    panel,
    readReceipt(panel, (receipt) => receipt.getByText(said).waitFor()),
  );
  await page.close();
});

test('Stop ends a run while a page that holds its thread is being read, and the reading with it [R11.8b]', async () => {
  const { page, panel } = await openWithPanel(x, `${HOME}/rows`);
  await telling(panel, button(panel, 'Summarise this page').waitFor());
  const held = gate();
  onTestFinished(held.release);
  await page.route(`${HOME}/held`, async (route) => {
    await held.pass();
    await route.fulfill({ body: '' });
  });
  const holding = page.evaluate(() => {
    const request = new XMLHttpRequest();
    request.open('GET', 'held', false);
    request.send();
  });
  await comes(panel, held.reached, 'the request that holds the thread');
  await telling(panel, button(panel, 'Summarise this page').click());
  await telling(panel, button(panel, 'Stop').click());
  await telling(panel, panel.getByRole('status').filter({ hasText: 'Stopped' }).first().waitFor());
  await telling(panel, button(panel, 'Stop').waitFor({ state: 'detached' }));
  held.release();
  await holding;
  await expect.poll(() => countReadings(page), { timeout: 30_000 }).toBe(0);
  await page.close();
});

test('Stop ends a run while an answer that takes long to parse is being shown', async () => {
  const held = gate();
  const text = `${HOSTILE_SHAPES['nested strong']?.(50_000) ?? ''}\n\n${HOSTILE_SHAPES['open brackets']?.(50_000) ?? ''}`;
  const server = await startModelServer(() => reply({ text, size: 5_000, before: { 20: held.pass } }));
  onTestFinished(() => server.close());
  onTestFinished(held.release);
  await useServer(x, server, { contextTokens: 128_000 });
  onTestFinished(() => x.setSettings({}));
  const { page, panel } = await openWithPanel(x, `${HOME}/short`);
  await summarise(panel);
  await comes(panel, held.reached, 'the held event');
  await telling(panel, summaryOf(panel).waitFor());
  await telling(panel, button(panel, 'Stop').click());
  await telling(panel, panel.getByRole('status').filter({ hasText: 'Stopped' }).first().waitFor());
  await page.close();
});

test('no error was left in the panel or the worker', async () => {
  expect(await x.problems()).toEqual([]);
});
