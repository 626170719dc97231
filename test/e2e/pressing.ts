/** How a person has something done with a selection, for tests. The rule: each is what the browser itself would deliver. */
import type { Page } from 'playwright-core';
import type { Harness } from './harness.ts';

/** Selects the whole of the nth paragraph that has some words; resolves with them. */
export async function selectParagraph(page: Page, nth: number): Promise<string> {
  await page.bringToFront();
  return page.evaluate((index) => {
    const paragraphs = [...document.querySelectorAll('p')].filter((p) => p.innerText.trim().length > 80);
    const paragraph = paragraphs[index];
    if (!paragraph) throw new Error('The page has too few paragraphs.');
    getSelection()?.selectAllChildren(paragraph);
    return paragraph.innerText.replace(/\s+/g, ' ').trim();
  }, nth);
}

/** A click on an item of the context menu over what is selected in the page. */
export async function menu(x: Harness, page: Page, item: string): Promise<void> {
  const text = await page.evaluate(() => getSelection()?.toString() ?? '');
  await page.bringToFront();
  await x.inWorker(
    async ([menuItemId, selectionText, pageUrl]) => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      // undocumented, and present on every extension event
      const event = chrome.contextMenus.onClicked as unknown as { dispatch(info: object, tab: unknown): void };
      event.dispatch({ menuItemId, selectionText, pageUrl, frameId: 0, editable: false }, tab);
    },
    [item, text, page.url()] as const,
  );
}

/** Puts a button of a content script of ours into the page in front; a real click on it says what the toolbar would. */
export async function plantToolbar(x: Harness, page: Page, message: object): Promise<() => Promise<void>> {
  await page.bringToFront();
  await x.inWorker(async (said) => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    await chrome.scripting.executeScript({
      target: { tabId: tab?.id ?? -1 },
      args: [said],
      func: (what: object) => {
        const button = document.createElement('button');
        button.style.cssText = 'position:fixed;left:0;top:0;width:80px;height:40px;z-index:9999;user-select:none';
        button.addEventListener('mousedown', (event) => event.preventDefault()); // the selection stays
        button.addEventListener('click', () => {
          const text = getSelection()?.toString().slice(0, 8000) ?? '';
          void chrome.runtime
            .sendMessage<object, unknown>({ ...what, text, commandId: crypto.randomUUID() })
            .then((reply) => (button.textContent = JSON.stringify(reply)))
            .catch(() => undefined); // the worker was killed under it
        });
        document.documentElement.append(button);
      },
    });
  }, message);
  return () => page.mouse.click(40, 20);
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
