/** Shows a quote on its page: in its tab, another tab with that page, or a new one. */
import type { CitedPlace } from '../../lib/agent/frames/citation.ts';
import { getProperty } from '../../lib/base/loose.ts';
import { isSamePage, stripHash, parseUrl } from '../../lib/base/urls.ts';
import { UserFacingError, toUserError, type UserError } from '../../lib/base/errors.ts';
import { buildFragmentUrl } from '../../lib/pipeline/cite/fragment.ts';
import { runWithTimeout } from '../timeout.ts';
import { callInPage, toPageError } from './page-scripts.ts';
import { showTab } from './tabs.ts';

/** The tab may have been closed or navigated. */
export interface QuotePlace extends Pick<CitedPlace, 'tabId' | 'url' | 'exact' | 'before' | 'after'> {
  /** PDF page, from 1: the browser's viewer cannot highlight words. */
  readonly page?: number;
}

export type ShowQuoteResult =
  /** `moved`: found although the page has changed. `not-found`: only the tab is in front. */
  | { readonly how: 'highlighted' | 'moved' | 'not-found'; readonly tabId: number }
  | { readonly how: 'opened'; readonly tabId: number }
  | { readonly how: 'no-access'; readonly error: UserError };

/** Rejects only with the signal's reason. */
export type ShowQuote = (place: QuotePlace, signal?: AbortSignal) => Promise<ShowQuoteResult>;

const SHOW_MS = 10_000;

export function createShowQuote(script: string): ShowQuote {
  return async (place, signal) => {
    signal?.throwIfAborted();
    try {
      return await runWithTimeout({ signal, timeoutMs: SHOW_MS, error: TIMEOUT_ERROR }, (stopSignal) =>
        showQuote(script, place, stopSignal),
      );
    } catch (thrown) {
      signal?.throwIfAborted();
      return { how: 'no-access', error: toUserError(thrown) };
    }
  };
}

/** After the signal aborts, no tab is brought to the front. */
async function showQuote(script: string, place: QuotePlace, stopSignal: AbortSignal): Promise<ShowQuoteResult> {
  const result = await showInOriginalTab(script, place, stopSignal);
  if (result) return result;
  for (const tabId of await listMatchingTabs(place)) {
    stopSignal.throwIfAborted();
    try {
      return place.page === undefined
        ? await highlightInTab(script, tabId, place)
        : await openPdfPage(tabId, place.url, place.page);
    } catch (thrown) {
      const error = await toPageError(tabId, thrown);
      if (error.error.code !== 'page.gone') throw error;
    }
  }
  stopSignal.throwIfAborted();
  return openInNewTab(place);
}

/** Any URL of the site: frames and applications differ from the tab's. Null if not found. */
async function showInOriginalTab(
  script: string,
  place: QuotePlace,
  stopSignal: AbortSignal,
): Promise<ShowQuoteResult | null> {
  const { tabId, page } = place;
  const tab = page === undefined && tabId >= 0 ? await chrome.tabs.get(tabId).catch(() => null) : null;
  if (tab?.url === undefined || tab.url === '' || isOtherSite(tab.url, place.url)) return null;
  const match = await findAndHighlight(script, tabId, place, !isSamePage(tab.url, place.url)).catch(() => null); // the tab may show another page now, even one of the browser's own
  if (match !== 'exact' && match !== 'close') return null;
  stopSignal.throwIfAborted();
  await showTab(tabId);
  return { how: 'highlighted', tabId };
}

/** Another site might contain the same few words. A frame without a URL belongs to its tab's site. */
function isOtherSite(tab: string, readUrl: string): boolean {
  const read = parseUrl(readUrl);
  return read !== null && /^https?:/.test(read.protocol) && read.origin !== parseUrl(tab)?.origin;
}

async function listMatchingTabs({ tabId, url }: QuotePlace): Promise<readonly number[]> {
  const tabs = (await chrome.tabs.query({})).filter((tab) => tab.url !== undefined && isSamePage(tab.url, url));
  const getRank = (tab: chrome.tabs.Tab): number => (tab.id === tabId ? 0 : tab.url === url ? 1 : 2);
  const ranked = tabs.sort((a, b) => getRank(a) - getRank(b));
  return ranked.flatMap((tab) => tab.id ?? []);
}

async function highlightInTab(script: string, tabId: number, place: QuotePlace): Promise<ShowQuoteResult> {
  await showTab(tabId);
  const match = await findAndHighlight(script, tabId, place, false);
  if (match === 'exact' || match === 'close') return { how: 'highlighted', tabId };
  return { how: match === 'changed' ? 'moved' : 'not-found', tabId };
}

async function findAndHighlight(
  script: string,
  tabId: number,
  { exact, before, after }: QuotePlace,
  mustBeCertain: boolean,
): Promise<unknown> {
  const answer = await callInPage(
    { target: { tabId }, script },
    (quote) => (globalThis as unknown as { __klShowQuote: (quote: unknown) => unknown }).__klShowQuote(quote),
    { exact, before, after, mustBeCertain },
  );
  return getProperty(answer, 'found');
}

async function openPdfPage(tabId: number, url: string, page: number): Promise<ShowQuoteResult> {
  await chrome.tabs.update(tabId, { url: `${stripHash(url)}#page=${page}` });
  await showTab(tabId);
  return { how: 'opened', tabId };
}

async function openInNewTab(place: QuotePlace): Promise<ShowQuoteResult> {
  const { url, page } = place;
  const address = page === undefined ? (buildFragmentUrl(url, place) ?? url) : `${stripHash(url)}#page=${page}`;
  if (!/^https?:/i.test(address))
    throw new UserFacingError({
      code: 'page.gone',
      message: 'The page of this quote is no longer open, and it is none that can be opened from here.',
      hint: 'Open the page again by hand, and click the quote once more.',
    });
  const { id } = await chrome.tabs.create({ url: address });
  return { how: 'opened', tabId: id ?? chrome.tabs.TAB_ID_NONE };
}

const TIMEOUT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'The page took too long to show the quote.',
  hint: 'Wait until the page has loaded, and click the quote once more.',
};
