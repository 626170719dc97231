/** Reads a page: live document → flattened copy → main content → Markdown. Never changes the page and never throws. */
import type { Article, DocumentReading } from './article.ts';
import { BOUNDS, flatten, type OpenShadow } from './flatten.ts';
import { detectPageLanguage } from './language.ts';
import { extractMainContent } from './main-content.ts';
import { truncateWithNotice, toMarkdown } from './markdown.ts';
import { readMetadata, type Metadata } from './metadata.ts';
import { dropOpening } from './opening.ts';
import { wrapJsonAsCode, isEmpty, getPlainTextTitle } from './plain.ts';

/** Below this many characters the main content was chosen wrongly, or the page is a form: the whole page is read. */
const MIN_CONTENT = 200;

/** A document's address, and what its links are relative to. */
export interface DocumentLocation {
  readonly url: string;
  readonly base: string;
}

/** Reads what the tab shows. Pass the location for a document that is not in a tab. */
export function readPage(
  doc: Document,
  openShadow: OpenShadow,
  { url, base }: DocumentLocation = { url: doc.URL, base: doc.baseURI },
): DocumentReading {
  if (isPdf(doc)) return { kind: 'pdf', url };
  const metadata = readMetadata(doc, url);
  const plain = readPlainText(doc);
  const markdown = plain === null ? readContent(doc, openShadow, metadata, base) : truncateWithNotice(plain);
  if (isEmpty(markdown)) return { kind: 'empty', url, title: metadata.title };
  const { title, byline, published, site } = metadata;
  const article: Article = {
    url,
    title: title || getPlainTextTitle(markdown, url),
    byline,
    published,
    language: detectPageLanguage(doc, markdown),
    site,
    markdown,
  };
  return { kind: 'article', article };
}

function readContent(doc: Document, openShadow: OpenShadow, metadata: Metadata, base: string): string {
  const flat = flatten(doc, openShadow, BOUNDS, base);
  const whole = flat.doc.body.cloneNode(true) as HTMLElement;
  const language = doc.querySelector('html')?.lang ?? '';
  dropOpening(whole, metadata, language);
  const markdown = toMarkdown(extractMainContent(flat.doc, metadata, language), flat.cut);
  if (markdown.length >= MIN_CONTENT || whole.textContent.trim().length <= markdown.length) return markdown;
  return toMarkdown(whole, flat.cut);
}

function isPdf(doc: Document): boolean {
  if (doc.contentType === 'application/pdf') return true;
  const only = doc.querySelector('body > :only-child');
  return only?.localName === 'embed' && only.getAttribute('type') === 'application/pdf';
}

/**
 * Text of a page that is not markup, which the browser shows in one `<pre>`; null for markup. JSON becomes a code
 * block.
 */
function readPlainText(doc: Document): string | null {
  const type = doc.contentType;
  const json = /^application\/(?:[\w.+-]*\+)?json$/.test(type);
  if (!json && (!type.startsWith('text/') || /^text\/(?:html|xml)$/.test(type))) return null;
  const text = (doc.querySelector('body > pre') ?? doc.querySelector('body') ?? doc.documentElement).textContent.trim();
  return json ? wrapJsonAsCode(text) : text;
}
