/**
 * Reading a page: the live document → the flattened copy → its main content → Markdown.
 * Rule: the page is only read, never changed, and no page makes this throw.
 */
import type { Article, DocumentReading } from './article.ts';
import { BOUNDS, flatten, type OpenShadow } from './flatten.ts';
import { languageOf } from './language.ts';
import { mainContent } from './main-content.ts';
import { bounded, toMarkdown } from './markdown.ts';
import { metadataOf, type Metadata } from './metadata.ts';
import { dropOpening } from './opening.ts';
import { asCode, isEmpty, titleOfPlain } from './plain.ts';

/** Below this many characters the choice of a main content went wrong, or the page is a form: all of it is then read. */
const TOO_LITTLE = 200;

/** Where a document is: its own address, and what its links are relative to. */
export interface Where {
  readonly url: string;
  readonly base: string;
}

/**
 * What the tab shows. `openShadow` yields an element's shadow root, closed ones included where the platform allows. `where`: for
 * a document that stands in no tab.
 */
export function readPage(
  doc: Document,
  openShadow: OpenShadow,
  { url, base }: Where = { url: doc.URL, base: doc.baseURI },
): DocumentReading {
  if (isPdf(doc)) return { kind: 'pdf', url };
  const metadata = metadataOf(doc, url);
  const plain = plainText(doc);
  const markdown = plain === null ? contentOf(doc, openShadow, metadata, base) : bounded(plain);
  if (isEmpty(markdown)) return { kind: 'empty', url, title: metadata.title };
  const { title, byline, published, site } = metadata;
  const article: Article = {
    url,
    title: title || titleOfPlain(markdown, url),
    byline,
    published,
    language: languageOf(doc, markdown),
    site,
    markdown,
  };
  return { kind: 'article', article };
}

function contentOf(doc: Document, openShadow: OpenShadow, metadata: Metadata, base: string): string {
  const flat = flatten(doc, openShadow, BOUNDS, base);
  const whole = flat.doc.body.cloneNode(true) as HTMLElement;
  const language = doc.querySelector('html')?.lang ?? '';
  dropOpening(whole, metadata, language);
  const markdown = toMarkdown(mainContent(flat.doc, metadata, language), flat.cut);
  if (markdown.length >= TOO_LITTLE || whole.textContent.trim().length <= markdown.length) return markdown;
  return toMarkdown(whole, flat.cut);
}

function isPdf(doc: Document): boolean {
  if (doc.contentType === 'application/pdf') return true;
  const only = doc.querySelector('body > :only-child');
  return only?.localName === 'embed' && only.getAttribute('type') === 'application/pdf';
}

/** The text of a page that is no markup: the browser shows it in one `<pre>`. JSON stays recognisable as code. */
function plainText(doc: Document): string | null {
  const type = doc.contentType;
  const json = /^application\/(?:[\w.+-]*\+)?json$/.test(type);
  if (!json && (!type.startsWith('text/') || /^text\/(?:html|xml)$/.test(type))) return null;
  const text = (doc.querySelector('body > pre') ?? doc.querySelector('body') ?? doc.documentElement).textContent.trim();
  return json ? asCode(text) : text;
}
