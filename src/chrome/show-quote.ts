/**
 * Shows a quote where it stands: in the tab it was read in, in another tab with that page, else in a new one. The one
 * rule: the person ends up looking at the page, and is told when the words are not there.
 */
import { TroubleError, troubleOf, type Trouble } from '../lib/base/errors.ts';
import { fragmentUrl } from '../lib/pipeline/cite/fragment.ts';
import { bounded } from './bounded.ts';
import { runPackaged } from './packaged.ts';
import { pageTrouble } from './page-troubles.ts';

export interface QuotePlace {
  /** The tab it was read in; it may be gone or elsewhere by now. -1 for what was read on the web. */
  readonly tabId: number;
  readonly url: string;
  readonly exact: string;
  readonly before: string;
  readonly after: string;
  /** Of a PDF, from 1: the browser's own viewer has no words to highlight. */
  readonly page?: number;
}

export type Shown =
  /** `moved`: found although the page has changed. `not-found`: the tab is in front, the words are not on its page. */
  | { readonly how: 'highlighted' | 'moved' | 'not-found'; readonly tabId: number }
  /** A tab in which the browser looks for the quote, or a PDF's page, by itself. */
  | { readonly how: 'opened'; readonly tabId: number }
  | { readonly how: 'no-access'; readonly trouble: Trouble };

/** Never rejects but with the signal's reason. */
export type ShowQuote = (place: QuotePlace, signal?: AbortSignal) => Promise<Shown>;

const SHOW_MS = 10_000;

/** `script`: the packaged script that defines `__klShowQuote` where it is injected. */
export function quoteShower(script: string): ShowQuote {
  return async (place, signal) => {
    signal?.throwIfAborted();
    try {
      return await bounded({ signal, within: SHOW_MS, trouble: TIMEOUT }, (over) => show(script, place, over));
    } catch (thrown) {
      signal?.throwIfAborted();
      return { how: 'no-access', trouble: troubleOf(thrown) };
    }
  };
}

/** Once `over`, no tab comes to the front any more: by then the person looks at something else. */
async function show(script: string, place: QuotePlace, over: AbortSignal): Promise<Shown> {
  const own = await inOwnTab(script, place, over);
  if (own) return own;
  for (const tabId of await tabsWith(place)) {
    over.throwIfAborted();
    try {
      return place.page === undefined
        ? await highlight(script, tabId, place)
        : await turnTo(tabId, place.url, place.page);
    } catch (thrown) {
      const refused = await pageTrouble(tabId, thrown);
      if (refused.trouble.code !== 'page.gone') throw refused;
    }
  }
  over.throwIfAborted();
  return open(place);
}

/**
 * The words as they were read, in the tab they were read in, whatever its address on that site is by now: a frame has another
 * than its tab, and an application changes it without another page. Null where they are not there.
 */
async function inOwnTab(script: string, place: QuotePlace, over: AbortSignal): Promise<Shown | null> {
  const { tabId, page } = place;
  // what was read on the web was read in no tab
  const tab = page === undefined && tabId >= 0 ? await chrome.tabs.get(tabId).catch(() => null) : null;
  if (tab?.url === undefined || tab.url === '' || isElsewhere(tab.url, place.url)) return null;
  const found = await showIn(script, tabId, place).catch(() => null); // another page by now, perhaps one of the browser's own
  if (found !== 'exact' && found !== 'close') return null;
  over.throwIfAborted();
  await bringToFront(tabId);
  return { how: 'highlighted', tabId };
}

/** Another site, which may well have the same few words. A frame without an address of its own is of its tab's site. */
function isElsewhere(tab: string, read: string): boolean {
  return /^https?:/.test(read) && URL.canParse(read) && new URL(read).origin !== new URL(tab).origin;
}

/** Tabs that show the page as far as the browser tells: its own first, then those at the same place of it. */
async function tabsWith({ tabId, url }: QuotePlace): Promise<readonly number[]> {
  const tabs = (await chrome.tabs.query({})).filter((tab) => tab.url !== undefined && pageOf(tab.url) === pageOf(url));
  const rank = (tab: chrome.tabs.Tab): number => (tab.id === tabId ? 0 : tab.url === url ? 1 : 2);
  const ranked = tabs.sort((a, b) => rank(a) - rank(b));
  return ranked.flatMap((tab) => tab.id ?? []);
}

const pageOf = (url: string): string => url.split('#', 1)[0] ?? '';

async function highlight(script: string, tabId: number, place: QuotePlace): Promise<Shown> {
  await bringToFront(tabId);
  const found = await showIn(script, tabId, place);
  if (found === 'exact' || found === 'close') return { how: 'highlighted', tabId };
  return { how: found === 'changed' ? 'moved' : 'not-found', tabId };
}

/** How the page found the words, as its script says it. */
async function showIn(script: string, tabId: number, { exact, before, after }: QuotePlace): Promise<unknown> {
  const target = { tabId };
  await runPackaged(target, script);
  const [injected] = await chrome.scripting.executeScript({
    target,
    func: (quote) =>
      (globalThis as unknown as { __klShowQuote: (quote: unknown) => { found: unknown } }).__klShowQuote(quote),
    args: [{ exact, before, after }],
  });
  return injected?.result?.found;
}

/** A window that has the focus keeps it where it is. */
async function bringToFront(tabId: number): Promise<void> {
  const { windowId } = (await chrome.tabs.update(tabId, { active: true })) ?? {};
  if (windowId === undefined || (await chrome.windows.get(windowId)).focused) return;
  await chrome.windows.update(windowId, { focused: true });
}

async function turnTo(tabId: number, url: string, page: number): Promise<Shown> {
  await chrome.tabs.update(tabId, { url: `${pageOf(url)}#page=${page}` });
  await bringToFront(tabId);
  return { how: 'opened', tabId };
}

async function open(place: QuotePlace): Promise<Shown> {
  const { url, page } = place;
  const address = page === undefined ? (fragmentUrl(url, place) ?? url) : `${pageOf(url)}#page=${page}`;
  if (!/^https?:/i.test(address)) throw new TroubleError(NOT_ON_THE_WEB);
  const { id } = await chrome.tabs.create({ url: address });
  return { how: 'opened', tabId: id ?? chrome.tabs.TAB_ID_NONE };
}

const NOT_ON_THE_WEB: Trouble = {
  code: 'page.gone',
  message: 'The page of this quote is no longer open, and it is none that can be opened from here.',
  cure: 'Open the page again by hand, and click the quote once more.',
};
const TIMEOUT: Trouble = {
  code: 'page.timeout',
  message: 'The page took too long to show the quote.',
  cure: 'Wait until the page has loaded, and click the quote once more.',
};
