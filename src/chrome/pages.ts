/** Reads the page in a tab: injects the reader on demand and turns the browser's refusals into troubles with a cure. */
import type { Article, Pages } from '../lib/agent/ports.ts';
import { TroubleError, type Trouble } from '../lib/base/errors.ts';
import type { DocumentReading } from '../lib/pipeline/page/article.ts';
import { bounded } from './bounded.ts';
import { runPackaged } from './packaged.ts';
import { pageTrouble } from './page-troubles.ts';
import type { ReadPdf } from './pdfs.ts';

const READ_MS = 30_000;

/** `reader`: the packaged script that defines `__klReadPage` where it is injected. */
export function chromePages(reader: string, readPdf: ReadPdf): Pages {
  return {
    async read(tabId, signal) {
      const reading = await bounded({ signal, within: READ_MS, trouble: TOO_LONG }, () => inject(tabId, reader));
      if (reading.kind !== 'pdf') return reading;
      return { kind: 'article', article: await readPdf(tabId, reading.url, signal) };
    },
  };
}

async function inject(tabId: number, reader: string): Promise<DocumentReading> {
  try {
    const target = { tabId };
    await runPackaged(target, reader);
    const [injected] = await chrome.scripting.executeScript({
      target,
      func: () => (globalThis as unknown as { __klReadPage: () => DocumentReading }).__klReadPage(),
    });
    const reading = checked(injected?.result);
    const { url = '' } = await chrome.tabs.get(tabId);
    if (!isAt(url, addressIn(reading))) throw new TroubleError(MEANWHILE);
    return reading;
  } catch (thrown) {
    throw await pageTrouble(tabId, thrown);
  }
}

/** A page's isolated world is ours, but what comes out of a renderer is checked before it is believed. */
function checked(value: unknown): DocumentReading {
  const reading = value as Partial<DocumentReading> | null | undefined;
  if ((reading?.kind === 'pdf' || reading?.kind === 'empty') && typeof reading.url === 'string')
    return reading as DocumentReading;
  const article = reading?.kind === 'article' ? (reading.article as Partial<Article> | undefined) : undefined;
  const fields = ['url', 'title', 'byline', 'published', 'language', 'site', 'markdown'] as const;
  if (article && fields.every((field) => typeof article[field] === 'string')) return reading as DocumentReading;
  throw new TroubleError(MEANWHILE);
}

const addressIn = (reading: DocumentReading): string =>
  reading.kind === 'article' ? reading.article.url : reading.url;

/**
 * Whether a page may say that it is there. The browser knows the site, which decides what is opened and read later; a page
 * changes the rest of its address by itself. Of files on disk it is the very one, or a page could name another.
 */
function isAt(tab: string, said: string): boolean {
  if (!URL.canParse(tab) || !URL.canParse(said)) return false;
  const [there, here] = [new URL(tab), new URL(said)];
  if (there.protocol !== here.protocol || there.host !== here.host) return false;
  return there.protocol !== 'file:' || there.pathname === here.pathname;
}

const MEANWHILE: Trouble = {
  code: 'page.unreadable',
  message: 'The page could not be read: it went away or reloaded meanwhile.',
  cure: 'Wait until the page has loaded and try again.',
};

const TOO_LONG: Trouble = {
  code: 'page.timeout',
  message: 'Reading the page took too long.',
  cure: 'Reload the page and try again. If it is very large, select the part that matters.',
};
