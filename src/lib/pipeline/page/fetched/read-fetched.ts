/** Reads a fetched body. Markup is parsed but never run, so nothing in it loads. */
import type { Slices } from '../../text/time-slices.ts';
import type { TextKind } from '../../web/body.ts';
import type { PageReading } from '../read/article.ts';
import { balanceMarkup, type BalancedMarkup } from './balance-markup.ts';
import { putLateParts } from '../data/late-parts.ts';
import { readDocument, readPage, readText } from '../read/read-article.ts';
import { parseUrl } from '../../../base/urls.ts';

/** `url`: final address of the body. */
export function readFetched(kind: TextKind, body: string, url: string): Slices<PageReading> {
  return kind === 'html' ? readMarkup(balanceMarkup(body), url) : readText(kind, body, url, document);
}

/** Markup that a program made of a document. */
export function* readConvertedDocument({ markup, cut }: BalancedMarkup, url: string): Slices<PageReading> {
  return markCut(yield* readDocument(new DOMParser().parseFromString(markup, 'text/html'), url), cut);
}

/** Without a window attributes alone decide what is hidden; shadow trees attached by scripts are missing. */
export function* readMarkup({ markup, cut }: BalancedMarkup, url: string): Slices<PageReading> {
  const doc = new DOMParser().parseFromString(markup, 'text/html');
  yield* putLateParts(doc);
  const hasNoData = url === ''; // of a file, nothing says how it was read
  const reading = yield* readPage(doc, () => null, { url, base: resolveBase(doc, url), hasNoData });
  return reading.kind === 'pdf' ? { kind: 'empty', url, title: '' } : markCut(reading, cut);
}

const markCut = (reading: PageReading, cut: boolean): PageReading =>
  cut && reading.kind === 'article' ? { kind: 'article', article: { ...reading.article, cut } } : reading;

/** The first base element with an http(s) address, as in browsers. */
function resolveBase(doc: Document, url: string): string {
  const href = doc.querySelector('base[href]')?.getAttribute('href') ?? '';
  const base = parseUrl(href, url);
  return base && /^https?:$/.test(base.protocol) ? base.href : url;
}
