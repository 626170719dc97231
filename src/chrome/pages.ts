/** Reads the page in a tab: injects the reader on demand and turns the browser's refusals into troubles with a cure. */
import type { Article, PageReading, Pages } from '../lib/agent/ports.ts';
import { messageOf, TroubleError, type Trouble } from '../lib/base/errors.ts';

const READ_MS = 30_000;

/** `reader`: the packaged script that defines `__klReadPage` where it is injected. */
export function chromePages(reader: string): Pages {
  return {
    async read(tabId, signal) {
      const work = inject(tabId, reader);
      work.catch(() => undefined); // when the bound wins the race, the injection's own end interests nobody
      return Promise.race([work, aborted(AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]))]);
    },
  };
}

async function inject(tabId: number, reader: string): Promise<PageReading> {
  try {
    const target = { tabId };
    await chrome.scripting.executeScript({ target, files: [reader.replace(/^\//, '')] });
    const [injected] = await chrome.scripting.executeScript({
      target,
      func: () => (globalThis as unknown as { __klReadPage: () => PageReading }).__klReadPage(),
    });
    return checked(injected?.result);
  } catch (thrown) {
    if (thrown instanceof TroubleError) throw thrown;
    throw new TroubleError(await refusal(tabId, messageOf(thrown)), { cause: thrown });
  }
}

/** A page's isolated world is ours, but what comes out of a renderer is checked before it is believed. */
function checked(value: unknown): PageReading {
  const reading = value as Partial<PageReading> | null | undefined;
  if (reading?.kind === 'pdf' || reading?.kind === 'empty') return reading as PageReading;
  const article = reading?.kind === 'article' ? (reading.article as Partial<Article> | undefined) : undefined;
  const fields = ['url', 'title', 'byline', 'published', 'language', 'site', 'markdown'] as const;
  if (article && fields.every((field) => typeof article[field] === 'string')) return reading as PageReading;
  throw new TroubleError({
    code: 'page.unreadable',
    message: 'The page could not be read: it went away or reloaded meanwhile.',
    cure: 'Wait until the page has loaded and try again.',
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void =>
      reject(
        new TroubleError({
          code: 'page.timeout',
          message: 'Reading the page took too long.',
          cure: 'Reload the page and try again. If it is very large, select the part that matters.',
        }),
      );
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

/** Chrome says why it refuses only in prose, and differently from version to version: look at the tab first. */
export async function refusal(tabId: number, message: string): Promise<Trouble> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  const url = tab?.url ?? '';
  if (/showing error page/i.test(message)) return ERROR_PAGE;
  if (!tab || /no tab with id|tab was closed|frame with id|frame .* removed/i.test(message)) return GONE;
  if (/^(chrome|edge|brave|about|devtools|chrome-extension|view-source|chrome-search):/.test(url)) return BROWSER_PAGE;
  if (/chrome:\/\/|different extension|extensions gallery|cannot access a /i.test(message)) return BROWSER_PAGE;
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
  cure: 'Open the page again and summarise it anew.',
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
