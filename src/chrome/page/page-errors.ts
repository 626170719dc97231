import { getErrorMessage, UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { FILE_ACCESS_ERROR } from '../offscreen/pdf-errors.ts';

export async function toPageError(tabId: number, thrown: unknown): Promise<UserFacingError> {
  if (thrown instanceof UserFacingError) return thrown;
  return new UserFacingError(await findPageError(tabId, getErrorMessage(thrown)), { cause: thrown });
}

/** Chrome's refusals are prose that differs between versions, so the tab is checked first. */
async function findPageError(tabId: number, message: string): Promise<UserError> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  const url = tab?.url ?? '';
  if (/showing error page/i.test(message)) return PAGE_LOAD_ERROR;
  if (!tab || /no tab with id|tab was closed|frame with id|frame .* removed/i.test(message)) return PAGE_GONE_ERROR;
  if (/^(chrome|edge|brave|about|devtools|chrome-extension|view-source|chrome-search):/.test(url))
    return BROWSER_PAGE_ERROR;
  if (/chrome:\/\/|different extension|extensions gallery|cannot access a /i.test(message)) return BROWSER_PAGE_ERROR;
  if (url.startsWith('file:') || /\bfile:\/\//.test(message)) return FILE_ACCESS_ERROR;
  if (/permission|cannot access contents/i.test(message)) return NO_ACCESS_ERROR;
  return {
    code: 'page.unreadable',
    message: `The page could not be read: ${message}`,
    hint: 'Reload the page and try again.',
  };
}

const PAGE_GONE_ERROR: UserError = {
  code: 'page.gone',
  message: 'The tab was closed or moved on before it could be read.',
  hint: 'Open the page again and try there.',
};
const BROWSER_PAGE_ERROR: UserError = {
  code: 'page.browser-page',
  message: 'This is one of the browser’s own pages, which no extension may read.',
  hint: 'Open an ordinary web page and try there.',
};
const PAGE_LOAD_ERROR: UserError = {
  code: 'page.error-page',
  message: 'The page did not load, so there is nothing to read.',
  hint: 'Reload it, and try again once its text shows.',
};
const NO_ACCESS_ERROR: UserError = {
  code: 'page.no-access',
  message: 'KnowledgeLens has no access to this tab.',
  hint: 'Click the KnowledgeLens icon in the toolbar (or press Alt+Shift+K) while you look at this page.',
};
