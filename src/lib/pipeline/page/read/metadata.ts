/** Reads title, byline, date (ISO 8601 or ''), site and language: declared ones, else shown ones. */
import { getSiteName } from '../../../base/urls.ts';
import { isPauseDue, type Slices } from '../../text/time-slices.ts';
import { truncateLine } from './truncate-markdown.ts';
import { getVisibleText } from './visibility.ts';
import { canonicaliseTag, detectLanguageByScript } from '../../text/script.ts';
import { readJsonLd } from './json-ld.ts';

export interface Metadata {
  readonly title: string;
  readonly byline: string;
  readonly published: string;
  readonly site: string;
  /** What the page declares that it is. */
  readonly kind: 'article' | 'discussion' | 'product' | null;
}

const MAX_LINE = 500;

export function* readMetadata(doc: Document, url = doc.URL): Slices<Metadata> {
  const ld = yield* readJsonLd(doc);
  const declared = yield* collectMeta(doc);
  const getMeta = (...names: readonly string[]): string => {
    for (const name of names) {
      const content = toBoundedLine(declared.get(name));
      if (content !== '') return content;
    }
    return '';
  };
  const site = getMeta('og:site_name', 'application-name') || toBoundedLine(ld.publisher) || getSiteName(url);
  const title = selectTitle(doc, toBoundedLine(ld.headline) || getMeta('og:title', 'twitter:title', 'dc.title'), site);
  yield;
  const author = toBoundedLine(ld.author) || getMeta('author', 'article:author', 'dc.creator', 'parsely-author');
  return {
    title,
    byline: yield* findByline(doc, author),
    published: findPublishedDate(doc, [
      ld.published,
      getMeta('article:published_time', 'datepublished', 'date', 'dc.date', 'dc.date.issued', 'parsely-pub-date'),
      getMeta('pubdate', 'publish-date', 'sailthru.date', 'citation_publication_date'),
    ]),
    site,
    kind: ld.kind ?? readKind(getMeta('og:type')),
  };
}

const readKind = (type: string): Metadata['kind'] =>
  /^article/i.test(type) ? 'article' : /^product/i.test(type) ? 'product' : null;

const MAX_META = 2_000;

/** The first of each name, in one pass: a page may have any number of elements to search. */
function* collectMeta(doc: Document): Slices<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const all = doc.getElementsByTagName('meta');
  for (let i = 0; i < all.length && i < MAX_META; i += 1) {
    if (isPauseDue()) yield;
    for (const attribute of ['property', 'name', 'itemprop']) {
      const name = all[i]?.getAttribute(attribute)?.slice(0, MAX_LINE).toLowerCase() ?? '';
      if (!found.has(name)) found.set(name, all[i]?.getAttribute('content') ?? '');
    }
  }
  return found;
}

function selectTitle(doc: Document, declared: string, site: string): string {
  const title = toBoundedLine(doc.title);
  const heading = readVisibleText(doc, 'h1');
  const around = declared || title;
  if (heading !== '' && (around === '' || isTitleWithin(heading, around))) return heading;
  if (declared !== '') return removeSiteName(declared, site);
  return removeSiteName(title, site) || heading;
}

function isTitleWithin(heading: string, around: string): boolean {
  if (!around.includes(heading)) return false;
  return heading.length * 2 > around.length || /^\s+[|\-–—:·]/.test(around.slice(heading.length));
}

function readVisibleText(
  doc: Document,
  selector: string,
  isPassedOver: (el: Element) => boolean = () => false,
): string {
  for (const el of [...doc.querySelectorAll(selector)].slice(0, 5)) {
    if (isPassedOver(el)) continue;
    const text = toBoundedLine(getVisibleText(el));
    if (text !== '') return text;
  }
  return '';
}

function removeSiteName(title: string, site: string): string {
  for (const mark of [' | ', ' - ', ' – ', ' — ', ' :: ', ' · ']) {
    const at = title.lastIndexOf(mark);
    if (at > 0 && site !== '' && title.slice(at + mark.length).toLowerCase() === site.toLowerCase())
      return title.slice(0, at);
  }
  return title;
}

function* findByline(doc: Document, declared: string): Slices<string> {
  if (declared !== '' && !/^https?:/.test(declared)) return declared;
  for (const where of [
    '[rel="author"]',
    '[itemprop="author"] [itemprop="name"]',
    '[itemprop="author"]',
    '.byline',
    '.author',
  ]) {
    yield;
    const name = readVisibleText(doc, where, isOthers);
    if (name !== '' && name.length < 100 && !NO_NAME.test(name)) return name.replace(/^by\s+/i, '');
  }
  return '';
}

/** Whether an author is that of something quoted or said on the page. */
const isOthers = (el: Element): boolean =>
  el.closest('blockquote,q,aside,nav,[class*="comment" i],[itemprop="review"],[itemprop="comment"]') !== null;

/** What links to an author's pages say, and the heads of posts. */
const NO_NAME = /\d|»|^(?:view|see|more|all|read|show|follow|about)\s/i;

function findPublishedDate(doc: Document, declared: readonly string[]): string {
  for (const date of declared) {
    const iso = toIsoDate(date);
    if (iso !== '') return iso;
  }
  const time = TIMES.flatMap((selector) => [...doc.querySelectorAll(selector)].slice(0, MAX_TIMES)).find(isDateline);
  return toIsoDate(time?.getAttribute('datetime') ?? '');
}

const TIMES = [
  'time[itemprop="datePublished"],time[pubdate],article time[datetime]',
  'main time[datetime],header time[datetime]',
];

const MAX_TIMES = 20;
const MAX_DATELINE = 200;
const [FIRST_YEAR, LAST_YEAR] = [1990, 2100];

/** Whether a time may be that of publication: it is no part of a sentence, and the web was there. */
function isDateline(time: Element): boolean {
  if (time.matches('[itemprop="datePublished"],[pubdate]')) return true;
  const year = new Date(time.getAttribute('datetime') ?? '').getUTCFullYear();
  if (year < FIRST_YEAR || year > LAST_YEAR) return false;
  const line = time.closest('p,li,td,dd,blockquote')?.textContent.trim() ?? '';
  return line.length <= MAX_DATELINE && !/[.!?。！？]$/.test(line);
}

/** The date as it is written, in its own time zone. '' if no day is stated. */
export function toIsoDate(text: string): string {
  const raw = text.trim();
  if (raw.length > 60) return '';
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i.exec(
    raw,
  );
  if (iso) {
    const [, day = '', clock, zone = ''] = iso;
    if (Number.isNaN(Date.parse(day))) return '';
    return clock === undefined ? day : `${day}T${clock}${toIsoZone(zone)}`;
  }
  for (const [pattern, order] of DATE_NOTATIONS) {
    const found = pattern.exec(raw);
    if (!found) continue;
    const [year, month, day] = order.map((part) => found[part] ?? '');
    return formatIsoDay(Number(year), readMonth(month ?? ''), Number(day));
  }
  return '';
}

/** With the places of year, month and day. */
const DATE_NOTATIONS: readonly (readonly [RegExp, readonly [number, number, number]])[] = [
  [/^(\d{4})(\d{2})(\d{2})(?:T?\d{4,6})?$/, [1, 2, 3]],
  [/^(\d{4})\s?[-/.年년]\s?(\d{1,2})\s?[-/.月월]\s?(\d{1,2})(?!\d)/, [1, 2, 3]],
  [/^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/, [3, 2, 1]],
  [/^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/, [3, 1, 2]],
  [/(?:^|[\s,])(\d{1,2})(?:st|nd|rd|th)?[\s-]+(?:of\s+)?([A-Za-z]{3,9})\.?,?[\s-]+(\d{4})(?!\d)/, [3, 2, 1]],
  [
    /(?:^|[\s,])([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(?:\d{1,2}:\d{2}(?::\d{2})?\s+(?:[A-Z]{3,4}\s+)?)?(\d{4})(?!\d)/,
    [3, 1, 2],
  ],
];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** By number or English name; 0 if it is none. */
const readMonth = (written: string): number =>
  /^\d+$/.test(written) ? Number(written) : MONTHS.indexOf(written.slice(0, 3).toLowerCase()) + 1;

/** '' if there is no such day. A first number beyond 12 was the day. */
function formatIsoDay(year: number, first: number, second: number): string {
  const [month, day] = first > 12 ? [second, first] : [first, second];
  const time = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || year > 2200 || time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return '';
  return time.toISOString().slice(0, 10);
}

/** Hours and minutes: +01 and +0100 are +01:00. */
const toIsoZone = (zone: string): string =>
  zone.toUpperCase().replace(/^([+-]\d{2}):?(\d{2})?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);

const toBoundedLine = (text: string | null | undefined): string => truncateLine(text ?? '', MAX_LINE);

/** BCP 47 tag, or ''. */
export function detectPageLanguage(doc: Document, sample: string): string {
  const declared = [
    doc.firstElementChild?.getAttribute('lang'),
    doc.firstElementChild?.getAttribute('xml:lang'),
    doc.querySelector('body')?.getAttribute('lang'),
    doc.querySelector('meta[http-equiv="content-language" i]')?.getAttribute('content'),
    doc.querySelector('meta[property="og:locale"]')?.getAttribute('content'),
    doc.querySelector('meta[name="language" i]')?.getAttribute('content'),
  ];
  for (const tag of declared) {
    const canonical = canonicaliseTag(tag ?? '');
    if (canonical !== '') return canonical;
  }
  return detectLanguageByScript(sample);
}
