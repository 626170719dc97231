/** Reads XML that is no web page: a feed (RSS, Atom) as its entries, anything else as its text. */
import { appendProse, appendText, type DataPage } from './data-page.ts';
import { isHtml } from '../read/element-rules.ts';
import { toIsoDate } from '../read/metadata.ts';

const MAX_ENTRIES = 500;
const MAX_ELEMENTS = 50_000;

/** The root of an XML document, also as Chrome's viewer shows it. Null for markup and pictures. */
export function findXmlRoot(doc: Document): Element | null {
  if (!/[/+]xml$/.test(doc.contentType) || /xhtml|svg/.test(doc.contentType)) return null;
  const viewed = doc.getElementById('webkit-xml-viewer-source-xml')?.firstElementChild;
  const root = viewed ?? doc.firstElementChild;
  return root === null || isHtml(root) ? null : root;
}

/** Null if the text is no XML. */
export function parseXml(text: string): Element | null {
  if (!/^<(?:\?xml|rss|feed|rdf:RDF)[\s>]/.test(text)) return null;
  const doc = new DOMParser().parseFromString(text, 'application/xml');
  const root = doc.documentElement as Element | null;
  return root === null || isHtml(root) || doc.querySelector('parsererror') !== null ? null : root;
}

export function readXml(root: Element): DataPage {
  const doc = root.ownerDocument.implementation.createHTMLDocument('');
  return /^(?:rss|feed|RDF)$/.test(root.localName) ? readFeed(root, doc) : readElements(root, doc);
}

function readFeed(root: Element, doc: Document): DataPage {
  const channel = findChild(root, 'channel') ?? root;
  const entries = [...root.children, ...(channel === root ? [] : channel.children)].filter(({ nodeName }) =>
    /^(?:item|entry)$/.test(nodeName),
  );
  appendProse(doc.body, readChild(channel, 'description', 'subtitle'));
  for (const entry of entries.slice(0, MAX_ENTRIES)) appendEntry(doc.body, entry);
  const language = readChild(channel, 'language') || (root.getAttribute('xml:lang') ?? '');
  return { title: readLine(findChild(channel, 'title')), language, doc, cut: entries.length > MAX_ENTRIES };
}

function appendEntry(body: Element, entry: Element): void {
  const address = readAddress(entry);
  const isBare = entry.firstElementChild === null;
  const summary = isBare ? '' : readChild(entry, 'content:encoded', 'content', 'description', 'summary');
  const heading = appendText(body, 'h2', '');
  const title = isBare ? readText(entry) : readLine(findChild(entry, 'title')) || address;
  appendText(heading, address === '' ? 'span' : 'a', title).setAttribute('href', address);
  const date = toIsoDate(readChild(entry, 'pubDate', 'published', 'updated', 'dc:date')).slice(0, 10);
  const author = findChild(entry, 'author');
  const name = readLine(findChild(entry, 'dc:creator')) || readLine(author && (findChild(author, 'name') ?? author));
  const about = [date, name].filter((part) => part !== '').join(' · ');
  if (about !== '') appendText(body, 'p', about);
  appendProse(body, summary);
}

function readAddress(entry: Element): string {
  const links = [...entry.children].filter(({ nodeName }) => nodeName === 'link');
  const link = links.find((each) => (each.getAttribute('rel') ?? 'alternate') === 'alternate') ?? links[0];
  return link ? (link.getAttribute('href') ?? readText(link)) : '';
}

const findChild = (el: Element, name: string): Element | undefined =>
  [...el.children].find(({ nodeName }) => nodeName === name);

/** The text of the first of these children that has any. */
function readChild(el: Element, ...names: readonly string[]): string {
  for (const name of names) {
    const child = findChild(el, name);
    const text = child ? readText(child) : '';
    if (text !== '') return text;
  }
  return '';
}

/** The words of a title or a name, which may be the source of markup; '' for none. */
function readLine(el: Element | undefined): string {
  const text = el?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  const isSource = el?.getAttribute('type') === 'html' || /<\/[a-z]+>|&#?\w{2,8};/i.test(text);
  return isSource ? new DOMParser().parseFromString(text, 'text/html').body.textContent.trim() : text;
}

/** Atom may hold XHTML itself instead of its source. */
const readText = (el: Element): string => (el.firstElementChild ? el.innerHTML : el.textContent).trim();

/** A paragraph for each element that has text of its own. */
function readElements(root: Element, doc: Document): DataPage {
  const all = [root, ...[...root.getElementsByTagName('*')].slice(0, MAX_ELEMENTS)];
  const texts: Element[] = [];
  for (const el of all) if (texts.at(-1)?.contains(el) !== true && hasOwnText(el)) texts.push(el);
  for (const { textContent } of texts) appendText(doc.body, 'p', textContent.replace(/\s+/g, ' ').trim());
  const language = root.getAttribute('xml:lang') ?? root.getAttribute('lang') ?? '';
  return { title: '', language, doc, cut: root.getElementsByTagName('*').length > MAX_ELEMENTS };
}

const hasOwnText = ({ childNodes }: Element): boolean =>
  Array.from(childNodes).some(
    ({ nodeType, nodeValue }) => (nodeType === 3 || nodeType === 4) && /\S/.test(nodeValue ?? ''),
  );
