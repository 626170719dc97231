/** Reads a fetched body. Markup is parsed but never run, so nothing in it loads. */
import { getSiteName } from '../../../base/urls.ts';
import { detectLanguageByScript } from '../../text/script.ts';
import { hasWords } from '../../text/terms.ts';
import type { TextKind } from '../../web/body.ts';
import type { PageReading } from '../read/article.ts';
import { balanceMarkup } from './balance-markup.ts';
import { truncateWithNotice } from '../read/truncate-markdown.ts';
import { readPage, wrapJsonAsCode, getPlainTextTitle } from '../read/read-article.ts';

/** `url`: final address of the body. */
export function readFetched(kind: TextKind, body: string, url: string): PageReading {
  return kind === 'html'
    ? readMarkup(body, url)
    : readText(kind === 'json' ? wrapJsonAsCode(body.trim()) : body.trim(), url);
}

/** Without a window attributes alone decide what is hidden; shadow trees attached by scripts are missing. */
function readMarkup(markup: string, url: string): PageReading {
  const doc = new DOMParser().parseFromString(balanceMarkup(markup), 'text/html');
  const reading = readPage(doc, () => null, { url, base: resolveBase(doc, url) });
  return reading.kind === 'pdf' ? { kind: 'empty', url, title: '' } : reading;
}

/** The first base element with an http(s) address, as in browsers. */
function resolveBase(doc: Document, url: string): string {
  const href = doc.querySelector('base[href]')?.getAttribute('href') ?? '';
  if (!URL.canParse(href, url)) return url;
  const base = new URL(href, url);
  return /^https?:$/.test(base.protocol) ? base.href : url;
}

function readText(text: string, url: string): PageReading {
  const markdown = truncateWithNotice(text);
  const title = getPlainTextTitle(markdown, url);
  if (!hasWords(markdown)) return { kind: 'empty', url, title };
  const language = detectLanguageByScript(markdown);
  return {
    kind: 'article',
    article: { url, title, byline: '', published: '', language, site: getSiteName(url), markdown },
  };
}
