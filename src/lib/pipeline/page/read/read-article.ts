/** Reads a page: flattened copy → main content → Markdown. Never changes the page and never throws. */
import { getSiteName } from '../../../base/urls.ts';
import { createDeadline, type Slices } from '../../text/time-slices.ts';
import { canonicaliseTag, detectLanguageByScript } from '../../text/script.ts';
import { hasMarkdownWords, hasWords } from '../../text/terms.ts';
import type { Article, DocumentReading, PageReading } from './article.ts';
import { hasConsentFrame, isConsentWall } from './consent.ts';
import type { FlatCopy } from './copy-view.ts';
import type { DataPage } from '../data/data-page.ts';
import type { OpenShadow } from './flat-tree.ts';
import { BOUNDS, flatten } from './flatten.ts';
import { readJson } from '../data/json-page.ts';
import { toMarkdown } from './markdown.ts';
import { truncateLine, truncateWithNotice, type Content } from './truncate-markdown.ts';
import { findXmlRoot, parseXml, readXml } from '../data/xml-page.ts';
import { isTooDeep } from './nesting.ts';
import { readMetadata, type Metadata, detectPageLanguage } from './metadata.ts';
import { dropOpening } from './opening.ts';
import { Readability } from '@mozilla/readability';
import { removeSurroundings, getTextLength } from './clean.ts';
import { measureBlocks } from './blocks/block-features.ts';
import { listMarkedBlocks, markBlocks, type Block } from './blocks/blocks.ts';
import { keepBlocks, selectBlocks } from './blocks/select-blocks.ts';

/** Below this many characters the whole page is read. */
const MIN_CONTENT = 200;
const MAX_TITLE = 500;
/** After it the page counts as cut; what was copied is read. */
const MAX_COPY_MS = 8_000;

export interface DocumentLocation {
  readonly url: string;
  readonly base: string;
}

export function* readPage(
  doc: Document,
  openShadow: OpenShadow,
  { url, base }: DocumentLocation = { url: doc.URL, base: doc.baseURI },
): Slices<DocumentReading> {
  if (isPdf(doc)) return { kind: 'pdf', url };
  const xml = findXmlRoot(doc);
  if (xml) return createReading(url, yield* readData(readXml(xml), base));
  const plain = readPlainText(doc);
  if (plain !== null) return yield* readText(isJson(doc) ? 'json' : 'text', plain, url, doc);
  const metadata = yield* readMetadata(doc, url);
  const { title, byline, published, site } = metadata;
  const isTimeUp = createDeadline(MAX_COPY_MS);
  const copy = (): Slices<FlatCopy> => flatten(doc, openShadow, { ...BOUNDS, isTimeUp }, base);
  const flat = yield* copy();
  if (isConsentWall(flat.doc.body) || (!hasWords(flat.doc.body.textContent) && hasConsentFrame(doc)))
    return { kind: 'consent', url, title };
  const content = yield* readContent(flat, copy, url, metadata, doc.querySelector('html')?.lang ?? '');
  const language = detectPageLanguage(doc, content.markdown);
  return createReading(url, { title, byline, published, site, language, ...content });
}

/** Feeds that are served as text are feeds. */
export function* readText(kind: 'text' | 'json', body: string, url: string, within: Document): Slices<PageReading> {
  const text = body.trim();
  if (text.length > BOUNDS.characters) return createReading(url, truncateWithNotice(text));
  const xml = kind === 'text' ? parseXml(text) : null;
  const data = xml ? readXml(xml) : kind === 'json' ? readJson(text, within) : null;
  if (data) return createReading(url, yield* readData(data, url));
  return createReading(url, truncateWithNotice(kind === 'json' ? wrapJsonAsCode(text) : text));
}

/** A document that is all content: nothing of it is left out. */
export function* readDocument(doc: Document, url: string): Slices<PageReading> {
  return createReading(url, yield* readData({ title: '', language: '', doc, cut: false }, url));
}

function* readData({ title, language, doc, cut }: DataPage, base: string): Slices<Partial<Article> & Content> {
  const flat = yield* flatten(doc, () => null, BOUNDS, base);
  const content = yield* toMarkdown(flat.doc.body, cut || flat.cut);
  return { title: truncateLine(title, MAX_TITLE), language: canonicaliseTag(language), ...content };
}

function createReading(url: string, read: Partial<Article> & Content): PageReading {
  const { markdown, cut, title = '', language = '' } = read;
  if (!hasMarkdownWords(markdown)) return { kind: 'empty', url, title };
  const article: Article = {
    url,
    title: title || getPlainTextTitle(markdown, url),
    byline: read.byline ?? '',
    published: read.published ?? '',
    language: language || detectLanguageByScript(markdown),
    site: read.site ?? getSiteName(url),
    markdown,
    ...(cut && { cut }),
  };
  return { kind: 'article', article };
}

/** `copy`: copies the page again, which is rarely needed. */
function* readContent(
  flat: FlatCopy,
  copy: () => Slices<FlatCopy>,
  url: string,
  metadata: Metadata,
  language: string,
): Slices<Content> {
  const content = yield* toMarkdown(yield* extractMainContent(flat.doc, url, metadata, language), flat.cut);
  if (content.markdown.length >= MIN_CONTENT) return content;
  const whole = yield* copy();
  yield* dropOpening(whole.doc.body, metadata, language);
  if (whole.doc.body.textContent.trim().length <= content.markdown.length) return content;
  return yield* toMarkdown(whole.doc.body, whole.cut);
}

function isPdf(doc: Document): boolean {
  if (doc.contentType === 'application/pdf') return true;
  const only = doc.querySelector('body > :only-child');
  return only?.localName === 'embed' && only.getAttribute('type') === 'application/pdf';
}

const isJson = ({ contentType }: Document): boolean => /^application\/(?:[\w.+-]*\+)?json$/.test(contentType);

/** Null for markup. */
function readPlainText(doc: Document): string | null {
  const type = doc.contentType;
  if (!isJson(doc) && (!type.startsWith('text/') || /^text\/(?:html|xml)$/.test(type))) return null;
  return (doc.querySelector('body > pre') ?? doc.querySelector('body') ?? doc.documentElement).textContent;
}

/** Above these, Readability takes too long: it cannot be interrupted. */
const MAX_ELEMENTS = 20_000;
const MAX_CHARACTERS = 1_000_000;
/** Shorter pages say too little of themselves: they are cleaned only. */
const MIN_MEASURED = 1_500;

/** Without title and byline. Consumes `doc`. */
function* extractMainContent(doc: Document, url: string, metadata: Metadata, language: string): Slices<Element> {
  const length = getTextLength(doc.body);
  const isMeasured = length >= MIN_MEASURED && length <= MAX_CHARACTERS && !(yield* isTooLargeToMeasure(doc));
  const content = isMeasured ? yield* keepContent(doc, url) : yield* removeSurroundings(doc.body);
  yield* dropOpening(content, metadata, language);
  return content;
}

function* isTooLargeToMeasure(doc: Document): Slices<boolean> {
  return doc.getElementsByTagName('*').length > MAX_ELEMENTS || (yield* isTooDeep(doc.body));
}

function* keepContent(doc: Document, url: string): Slices<Element> {
  const { blocks, rows } = yield* measureContent(doc, url);
  yield* keepBlocks(doc.body, blocks, yield* selectBlocks(blocks, rows));
  return doc.body;
}

/** What a cleaned copy and Readability would keep of the page is part of the evidence. */
export function* measureContent(
  doc: Document,
  url: string,
): Slices<{ readonly blocks: readonly Block[]; readonly rows: readonly Float32Array[] }> {
  const blocks = yield* markBlocks(doc.body);
  const copy = doc.cloneNode(true) as Document;
  const root = yield* removeSurroundings(copy.body);
  const cleaned = listMarkedBlocks(root);
  if (root !== copy.body) copy.body.replaceChildren(root);
  const readability = listMarkedBlocks(runReadability(copy));
  return { blocks, rows: yield* measureBlocks(doc.body, blocks, { cleaned, readability }, url) };
}

function runReadability(doc: Document): Element | null {
  try {
    const reader = new Readability<Element>(doc, {
      disableJSONLD: true,
      serializer: (node) => node as Element,
    });
    return reader.parse()?.content ?? null;
  } catch {
    return null; // malformed: fall back to the cleaned page
  }
}

const wrapJsonAsCode = (text: string): string => (text === '' ? '' : `\`\`\`json\n${text}\n\`\`\``);

function getPlainTextTitle(markdown: string, url: string): string {
  const heading = /^#{1,2} (.{1,200})$/m.exec(markdown.slice(0, 2_000))?.[1];
  if (heading !== undefined) return heading.trim();
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '');
  } catch {
    return '';
  }
}
