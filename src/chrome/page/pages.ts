import type { Article, Pages } from '../../lib/agent/ports.ts';
import { raceWithAbort } from '../../lib/base/async.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import type { DocumentReading } from '../../lib/pipeline/page/read/article.ts';
import { listen } from '../events.ts';
import { callInPage, withPageErrors } from './page-scripts.ts';
import { findCurrentTab } from './replaced-tabs.ts';
import type { ReadPdf } from '../offscreen/pdfs.ts';
import { parseUrl } from '../../lib/base/urls.ts';

const READ_MS = 30_000;

export function createChromePages(reader: string, readPdf: ReadPdf): Pages {
  return {
    async read(ofTab, signal) {
      const tabId = await findCurrentTab(ofTab);
      const limits = { signal, timeoutMs: READ_MS, error: TIMEOUT_ERROR };
      const reading = await withPageErrors(tabId, limits, async (stop) => {
        await wakeTab(tabId, stop);
        return readInPage(tabId, reader, stop);
      });
      if (reading.kind !== 'pdf') return reading;
      return { kind: 'article', article: await readPdf(tabId, reading.url, signal) };
    },
  };
}

/** Loads a tab that the browser discarded to save memory. */
async function wakeTab(tabId: number, signal: AbortSignal): Promise<void> {
  if (!(await chrome.tabs.get(tabId)).discarded) return;
  const listening = new AbortController();
  const loaded = new Promise<void>((resolve) => {
    const resolveIfLoaded = (id: number, { status }: { status?: string }): void => {
      if (id === tabId && status === 'complete') resolve();
    };
    listen(chrome.tabs.onUpdated, resolveIfLoaded, listening.signal);
  });
  try {
    await chrome.tabs.reload(tabId);
    await raceWithAbort(loaded, signal);
  } finally {
    listening.abort();
  }
}

async function readInPage(tabId: number, reader: string, signal: AbortSignal): Promise<DocumentReading> {
  const [target, call] = [{ tabId }, crypto.randomUUID()];
  const stop = (): void => {
    void callInPage({ target, at: 'once' }, (of) => globalThis.__klReadings?.get(of)?.abort(), call).catch(
      () => undefined,
    );
  };
  signal.addEventListener('abort', stop, { once: true });
  const reading = parseReading(
    await callInPage({ target, script: reader }, (of) => globalThis.__klReadPage?.(of), call).finally(() =>
      signal.removeEventListener('abort', stop),
    ),
  );
  const { url = '' } = await chrome.tabs.get(tabId);
  const claimed = reading.kind === 'article' ? reading.article.url : reading.url;
  if (!isSamePlace(url, claimed)) throw new UserFacingError(PAGE_CHANGED_ERROR);
  return reading;
}

/** Data from a renderer is not trusted. */
function parseReading(value: unknown): DocumentReading {
  const reading = value as Partial<DocumentReading> | null | undefined;
  if (
    (reading?.kind === 'pdf' || reading?.kind === 'empty' || reading?.kind === 'consent') &&
    typeof reading.url === 'string'
  )
    return reading as DocumentReading;
  const article = reading?.kind === 'article' ? (reading.article as Partial<Article> | undefined) : undefined;
  const fields = ['url', 'title', 'byline', 'published', 'language', 'site', 'markdown'] as const;
  if (
    article &&
    fields.every((field) => typeof article[field] === 'string') &&
    (article.comments === undefined || typeof article.comments === 'string')
  )
    return reading as DocumentReading;
  throw new UserFacingError(PAGE_CHANGED_ERROR);
}

/** A page may claim only its tab's site, for local files its path. */
function isSamePlace(tab: string, claimed: string): boolean {
  const [tabUrl, claimedUrl] = [parseUrl(tab), parseUrl(claimed)];
  if (!tabUrl || !claimedUrl) return false;
  if (tabUrl.protocol !== claimedUrl.protocol || tabUrl.host !== claimedUrl.host) return false;
  return tabUrl.protocol !== 'file:' || tabUrl.pathname === claimedUrl.pathname;
}

const PAGE_CHANGED_ERROR: UserError = {
  code: 'page.unreadable',
  message: 'The page couldn’t be read: it went away or reloaded meanwhile.',
  hint: 'Wait until the page has loaded and try again.',
};

const TIMEOUT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'Reading the page took too long.',
  hint: 'Reload the page and try again. If it is very large, select the part that matters.',
};
