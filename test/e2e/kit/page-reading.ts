/** A live page through the store build's own reader. The one rule: it is injected and called as the worker does. */
import type { Page } from 'playwright-core';
import type { DocumentReading } from '../../../src/lib/pipeline/page/read/article.ts';
import type { Harness } from './harness.ts';

/** Where the build puts what the worker injects. */
const READER = 'src/content/reader.iife.js';

/** Injects the reader into the isolated world of the page's tab and calls it. */
export async function readPage(x: Harness, page: Page): Promise<DocumentReading> {
  const reading = await x.inExtension((own) =>
    own.evaluate(
      async ({ url, file }) => {
        const [tab] = await chrome.tabs.query({ url });
        const target = { tabId: tab?.id ?? -1 };
        await chrome.scripting.executeScript({ target, files: [file] });
        const [answer] = await chrome.scripting.executeScript({ target, func: () => globalThis.__klReadPage?.() });
        return answer?.result;
      },
      { url: page.url(), file: READER },
    ),
  );
  if (!reading) throw new Error('The reader gave no answer.');
  return reading;
}
