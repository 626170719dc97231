/** How a user has something done with a selection, for tests. The rule: each is what the browser itself would deliver. */
import type { Page } from 'playwright-core';
import { until } from './behind.ts';
import type { Harness } from './harness.ts';

/** Selects the nth paragraph that has some words, by a triple click on it; resolves with them. */
export async function selectParagraph(page: Page, nth: number): Promise<string> {
  await page.bringToFront();
  const { words, x, y } = await page.evaluate((index) => {
    const paragraphs = [...document.querySelectorAll('p')].filter((p) => p.innerText.trim().length > 80);
    const paragraph = paragraphs[index];
    const text = [...(paragraph?.childNodes ?? [])].find((node) => node instanceof Text && node.data.trim().length > 9);
    if (!paragraph || !text) throw new Error('The page has too few paragraphs.');
    paragraph.scrollIntoView({ block: 'center', behavior: 'instant' });
    const range = document.createRange();
    range.selectNode(text);
    const { left = 0, top = 0, height = 0 } = range.getClientRects()[0] ?? {};
    return { words: paragraph.innerText.replace(/\s+/g, ' ').trim(), x: left + 20, y: top + height / 2 };
  }, nth);
  await page.mouse.click(x, y, { clickCount: 3 });
  return words;
}

/** What the browser tells of a click on its context menu; what is selected where the page itself can tell. */
interface MenuClick {
  readonly selectionText?: string;
  /** Of a frame whose number is not told, `undefined`. */
  readonly frameId?: number | undefined;
  readonly frameUrl?: string;
}

/** A click on an item of the context menu over what is selected in the page. */
export async function menu(x: Harness, page: Page, item: string, click: MenuClick = {}): Promise<void> {
  const selectionText = click.selectionText ?? (await page.evaluate(() => getSelection()?.toString() ?? ''));
  await page.bringToFront();
  await x.inWorker(
    async (info) => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      // undocumented, and present on every extension event
      const event = chrome.contextMenus.onClicked as unknown as { dispatch(info: object, tab: unknown): void };
      event.dispatch(info, tab);
    },
    { menuItemId: item, pageUrl: page.url(), frameId: 0, editable: false, ...click, selectionText },
  );
}

/** From now on the toolbar stands on the pages of that site, as after somebody has chosen it in the settings. */
export async function putToolbarOn(x: Harness, origin: string): Promise<void> {
  await x.grantHost(`${origin}/*`);
  const { settings } = await x.storage.get('local');
  const toolbar = { where: 'sites', sites: [origin], butNot: [] };
  await x.storage.set('local', { settings: { ...(settings as object), toolbar } });
  const stands = () => x.inExtension((page) => page.evaluate(() => chrome.scripting.getRegisteredContentScripts()));
  await until(async () => (await stands()).length > 0, 'the toolbar to be put there');
}

/** From now on, until it dies, the worker reads no page: whatever is pressed stands still before it has begun. */
export async function standStill(x: Harness): Promise<void> {
  await x.inWorker(() => {
    chrome.scripting.executeScript = () => new Promise(() => undefined);
  });
}

/** What is on record as pressed and not yet begun. */
export async function onRecord(x: Harness): Promise<readonly string[]> {
  return Object.keys(await x.storage.get('session')).filter((key) => key.startsWith('intent/'));
}
