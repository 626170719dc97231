/** Reads a page: flattened copy → main content → Markdown. Never changes the page and never throws. */
import { getSiteName } from '../../../base/urls.ts';
import { createDeadline, isPauseDue, type Slices } from '../../text/time-slices.ts';
import { canonicaliseTag, detectLanguageByScript } from '../../text/script.ts';
import { hasMarkdownWords, hasWords } from '../../text/terms.ts';
import type { Article, DocumentReading, PageReading } from './article.ts';
import type { FlatCopy } from './copy-view.ts';
import type { DataPage } from '../data/data-page.ts';
import { isText, type OpenShadow } from './flat-tree.ts';
import { BOUNDS, flatten } from './flatten.ts';
import { readEmbeddedArticle } from '../data/embedded-data.ts';
import { readJson } from '../data/json-page.ts';
import { copyHidden } from '../data/hidden-text.ts';
import { extractMainContent, type MainContent } from './main-content.ts';
import { toMarkdown } from './markdown.ts';
import { truncateLine, truncateWithNotice, type Content } from './truncate-markdown.ts';
import { findXmlRoot, parseXml, readXml } from '../data/xml-page.ts';
import { readMetadata, type Metadata, detectPageLanguage } from './metadata.ts';
import { dropOpening } from './opening.ts';
import { LANDMARKS } from './cleaning/clean.ts';
import { iterateTree } from './walk.ts';

/** Below this many characters the whole page is read. */
const MIN_CONTENT = 200;
const MAX_TITLE = 500;
/** After it the page counts as cut; what was copied is read. */
const MAX_COPY_MS = 8_000;

/** In characters: a page that shows fewer of its own is searched for hidden text and for data that are an article, of at least so many. */
const [MAX_BARE, MIN_DATA] = [200, 500];

interface DocumentLocation {
  readonly url: string;
  readonly base: string;
  /** The data of its scripts are never read: they may be of another address. */
  readonly hasNoData?: boolean;
}

export function* readPage(
  doc: Document,
  openShadow: OpenShadow,
  { url, base, hasNoData = false }: DocumentLocation = { url: doc.URL, base: doc.baseURI },
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
  const declared = doc.querySelector('html')?.lang ?? '';
  const own = yield* extractMainContent(flat.doc, url, metadata, declared);
  const select = (unshown: Document): Slices<MainContent> => extractMainContent(unshown, url, metadata, declared);
  const isShown = hasNoData || (yield* hasOwnText(own.main));
  const unshown = isShown ? null : yield* findUnshown(doc, flat.characters, base, select);
  const content = unshown
    ? { ...(yield* toMarkdown(unshown.main, unshown.cut)), isFromData: true as const }
    : yield* readContent(own, flat.cut, copy, metadata, declared);
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
  const { markdown, cut, isFromData, comments = '', reviews, title = '', language = '' } = read;
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
    ...(isFromData && { isFromData }),
    ...(hasMarkdownWords(comments) && { comments, ...(reviews && { reviews }) }),
  };
  return { kind: 'article', article };
}

/** Whether there is text that is no link, heading, button or landmark. */
function* hasOwnText(main: Element): Slices<boolean> {
  let length = 0;
  for (const { node } of iterateTree(main, (el) => el.matches(AROUND_TEXT))) {
    if (isPauseDue()) yield;
    if (isText(node)) length += measureText(node);
    if (length >= MAX_BARE) return true;
  }
  return false;
}

/** What a page keeps hidden, else the data of its scripts. Null if it is not clearly more than the characters that the page shows. */
function* findUnshown(
  doc: Document,
  shown: number,
  base: string,
  select: (unshown: Document) => Slices<MainContent>,
): Slices<{ readonly main: Element; readonly cut: boolean } | null> {
  const isMore = ({ characters }: FlatCopy, least: number): boolean => characters >= Math.max(MIN_DATA, least);
  const hidden = yield* copyHidden(doc, BOUNDS, base);
  if (isMore(hidden, shown * 2)) {
    const { main } = yield* select(hidden.doc);
    if (yield* hasOwnText(main)) return { main, cut: hidden.cut };
  }
  const data = yield* readEmbeddedArticle(doc);
  if (!data) return null;
  const flat = yield* flatten(data.doc, () => null, BOUNDS, base);
  return isMore(flat, shown) ? { main: flat.doc.body, cut: data.cut || flat.cut } : null;
}

/** `copy`: copies the page again, which is rarely needed. */
function* readContent(
  { main, comments, reviews }: MainContent,
  cut: boolean,
  copy: () => Slices<FlatCopy>,
  metadata: Metadata,
  language: string,
): Slices<Content & Pick<Article, 'comments' | 'reviews'>> {
  const content = yield* toMarkdown(main, cut);
  const apart = comments && {
    comments: (yield* toMarkdown(comments, cut)).markdown,
    ...(reviews && { reviews }),
  };
  if (content.markdown.length >= MIN_CONTENT) return { ...content, ...apart };
  const whole = yield* copy();
  yield* dropOpening(whole.doc.body, metadata, language);
  if (whole.doc.body.textContent.trim().length <= content.markdown.length) return { ...content, ...apart };
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

/** In characters: longer pages have something to say. Below, Chinese and its like count three times. */
const MAX_TEXT = 6000;
/** Text beside the dialog that is no link, button or heading. */
const MAX_REST = 80;
/** Text of a dialog for each mention of its topic. */
const MAX_PER_MENTION = 500;
const MIN_MENTIONS = 2;
const MAX_LABEL = 40;
const ACTIONS = 'button,a,[role="button"]';

const TOPIC = new RegExp(
  'cookie|consent|gdpr|privacy|personal data|personalised|personalized|' +
    'einwillig|datenschutz|consentement|confidentialité|vie privée|consentimiento|privacidad|consenso|' +
    'toestemming|privacidade|samtyck|samtykke|zgod|prywatno|soukrom|куки|файлы cookie|согласи|конфиденциальн|' +
    'ملفات تعريف الارتباط|الخصوصية|çerez|gizlilik|クッキー|プライバシー|쿠키|개인정보|隐私|隱私|कुकी|คุกกี้',
  'giu',
);
const ACCEPTING = new RegExp(
  '^(?:(?:i|yes,? i|ok,?|got it,?) )?(?:accept|agree|allow|consent|ok$|got it)|' +
    'akzeptier|zustimm|einverstanden|accepter|j.accepte|tout autoriser|aceptar|acepto|accett|acconsent|' +
    'accepteren|akkoord|aceitar|concordo|godkänn|godta|accepter|hyväksy|akceptuj|zgadzam|přijmout|souhlas|elfogad|' +
    'принять|принимаю|соглас|αποδοχή|kabul|موافق|قبول|स्वीकार|ยอมรับ|đồng ý|chấp nhận|同意|接受|許可|동의|수락',
  'iu',
);

/** Whether a page is nothing but a dialog asking for consent (to cookies and tracking). `body`: a flattened copy; it is not changed. */
export function isConsentWall(body: Element): boolean {
  if (body.textContent.length > MAX_TEXT || countMentions(body) < MIN_MENTIONS) return false;
  const page = body.cloneNode(true) as Element;
  for (const el of page.querySelectorAll(AROUND)) if (!findAccepting(el)) el.remove();
  const action = findAccepting(page);
  if (!action || countMentions(page) < MIN_MENTIONS) return false;
  let dialog: Element = action;
  while (dialog.parentElement && countMentions(dialog) < MIN_MENTIONS) dialog = dialog.parentElement;
  if (measureText(dialog) > MAX_PER_MENTION * countMentions(dialog)) return false;
  if (dialog === page) return true;
  dialog.remove();
  for (const el of page.querySelectorAll(AROUND_TEXT)) el.remove();
  return measureText(page) <= MAX_REST;
}

const AROUND_TEXT = `${LANDMARKS},a,h1,h2,h3,h4,h5,h6`;
const AROUND = 'nav,header,footer,[role="navigation"],[role="banner"],[role="contentinfo"]';

const findAccepting = (el: Element): Element | undefined => [...el.querySelectorAll(ACTIONS)].find(isAccepting);

/** The dialog may be in a frame that cannot be read. */
const hasConsentFrame = (doc: Document): boolean =>
  doc.querySelector('iframe[id^="sp_message" i],iframe[src*="consent" i],iframe[title*="consent" i]') !== null;

function isAccepting({ textContent }: Element): boolean {
  const label = textContent.replace(/\s+/g, ' ').trim();
  return label !== '' && label.length <= MAX_LABEL && ACCEPTING.test(label);
}

const countMentions = ({ textContent }: Element): number => textContent.match(TOPIC)?.length ?? 0;

function measureText({ textContent }: Node): number {
  const text = (textContent ?? '').replace(/\s+/g, ' ').trim();
  return text.length + 2 * (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0);
}
