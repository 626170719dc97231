/** Runs scripts of ours in pages, in the isolated world, and says in our words why one could not run. */
import { getErrorMessage, UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { hasAllSites } from '../permissions.ts';
import { runWithTimeout, type TimeoutOptions } from '../timeout.ts';

export interface PageCall {
  readonly target: chrome.scripting.InjectionTarget;
  /** Run first, for what it defines. */
  readonly script?: string;
  /** 'once': even while the page is loading. */
  readonly at?: 'once' | 'idle';
}

/** Returns, from each frame, what `func` returns there. Data from a renderer is not trusted. */
export const callInFrames: <A extends unknown[]>(
  call: PageCall,
  func: (...args: A) => unknown,
  ...args: A
) => Promise<readonly unknown[]> = async (...call) => (await callInDocuments(...call)).map(({ result }) => result);

/** The same, with the document's id, which another document in its place does not have. */
export async function callInDocuments<A extends unknown[]>(
  { target, script, at = 'idle' }: PageCall,
  func: (...args: A) => unknown,
  ...args: A
): Promise<readonly { readonly documentId: string; readonly result?: unknown }[]> {
  const injectImmediately = at === 'once';
  if (script !== undefined)
    await chrome.scripting.executeScript({ target, files: [toPackagePath(script)], injectImmediately });
  return chrome.scripting.executeScript({ target, injectImmediately, func, args });
}

/** Returns what `func` returns in the target's first frame. */
export const callInPage: <A extends unknown[]>(
  call: PageCall,
  func: (...args: A) => unknown,
  ...args: A
) => Promise<unknown> = async (...call) => (await callInFrames(...call))[0];

/** Rejects with a `UserFacingError`: the given one on abort or timeout, else what the tab is refused for. */
export function withPageErrors<T>(
  tabId: number,
  limits: TimeoutOptions,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  return runWithTimeout(limits, work).catch(async (thrown: unknown) => {
    throw await toPageError(tabId, thrown);
  });
}

export const toPackagePath = (script: string): string => script.replace(/^\//, '');

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
  if (/permission|cannot access contents/i.test(message))
    return url === '' && (await hasAllSites()) ? BROWSER_PAGE_ERROR : NO_ACCESS_ERROR;
  return {
    code: 'page.unreadable',
    message: `The page couldn’t be read: ${message}`,
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
  message: 'Extensions can’t read the browser’s own pages.',
  hint: 'Open any website.',
};
const PAGE_LOAD_ERROR: UserError = {
  code: 'page.error-page',
  message: 'The page didn’t load, so there is nothing to read.',
  hint: 'Reload it, and try again once its text shows.',
};
const NO_ACCESS_ERROR: UserError = {
  code: 'page.no-access',
  message: 'KnowledgeLens has no access to this tab.',
  hint: 'Click the KnowledgeLens icon in the toolbar while you look at this page.',
};

export const FILE_ACCESS_ERROR: UserError = {
  code: 'page.no-file-access',
  message: 'Chrome lets KnowledgeLens see this file, but not read it from disk.',
  hint: 'At chrome://extensions, in the details of KnowledgeLens, allow access to file URLs and to all sites. Then reload the file.',
};
