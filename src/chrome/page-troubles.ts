/** Why a page could not be read, in words with a cure. The one rule: the tab is asked before the browser's prose is believed. */
import { messageOf, TroubleError, type Trouble } from '../lib/base/errors.ts';
import { FILE_ACCESS } from './pdf-troubles.ts';

/** What was thrown while a script was to run in the tab, as a trouble. */
export async function pageTrouble(tabId: number, thrown: unknown): Promise<TroubleError> {
  if (thrown instanceof TroubleError) return thrown;
  return new TroubleError(await refusal(tabId, messageOf(thrown)), { cause: thrown });
}

/** Chrome says why it refuses only in prose, and differently from version to version: look at the tab first. */
async function refusal(tabId: number, message: string): Promise<Trouble> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  const url = tab?.url ?? '';
  if (/showing error page/i.test(message)) return ERROR_PAGE;
  if (!tab || /no tab with id|tab was closed|frame with id|frame .* removed/i.test(message)) return GONE;
  if (/^(chrome|edge|brave|about|devtools|chrome-extension|view-source|chrome-search):/.test(url)) return BROWSER_PAGE;
  if (/chrome:\/\/|different extension|extensions gallery|cannot access a /i.test(message)) return BROWSER_PAGE;
  if (url.startsWith('file:') || /\bfile:\/\//.test(message)) return FILE_ACCESS;
  if (/permission|cannot access contents/i.test(message)) return NO_ACCESS;
  return {
    code: 'page.unreadable',
    message: `The page could not be read: ${message}`,
    cure: 'Reload the page and try again.',
  };
}

const GONE: Trouble = {
  code: 'page.gone',
  message: 'The tab was closed or moved on before it could be read.',
  cure: 'Open the page again and try there.',
};
const BROWSER_PAGE: Trouble = {
  code: 'page.browser-page',
  message: 'This is one of the browser’s own pages, which no extension may read.',
  cure: 'Open an ordinary web page and try there.',
};
const ERROR_PAGE: Trouble = {
  code: 'page.error-page',
  message: 'The page did not load, so there is nothing to read.',
  cure: 'Reload it, and try again once its text shows.',
};
const NO_ACCESS: Trouble = {
  code: 'page.no-access',
  message: 'KnowledgeLens has no access to this tab.',
  cure: 'Click the KnowledgeLens icon in the toolbar (or press Alt+Shift+K) while you look at this page.',
};
