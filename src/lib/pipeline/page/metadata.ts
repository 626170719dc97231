/**
 * Title, byline, date and site of a page, from what it declares (JSON-LD, OpenGraph, meta) to what it shows.
 * Rule: one line each, bounded; a date is ISO 8601 or ''.
 */
import { jsonLdOf } from './json-ld.ts';
import { shownText } from './visibility.ts';

export interface Metadata {
  readonly title: string;
  readonly byline: string;
  readonly published: string;
  readonly site: string;
}

const MAX_LINE = 500;

/** `url`: where the page is. */
export function metadataOf(doc: Document, url = doc.URL): Metadata {
  const ld = jsonLdOf(doc);
  const meta = (...names: readonly string[]): string => {
    for (const name of names) {
      const el = doc.querySelector(`meta[property="${name}" i],meta[name="${name}" i],meta[itemprop="${name}" i]`);
      const content = line(el?.getAttribute('content'));
      if (content !== '') return content;
    }
    return '';
  };
  const site = meta('og:site_name', 'application-name') || line(ld.publisher) || hostOf(url);
  return {
    title: titleOf(doc, line(ld.headline) || meta('og:title', 'twitter:title', 'dc.title'), site),
    byline: bylineOf(doc, line(ld.author) || meta('author', 'article:author', 'dc.creator', 'parsely-author')),
    published: publishedOf(doc, [
      ld.published,
      meta('article:published_time', 'datepublished', 'date', 'dc.date', 'dc.date.issued', 'parsely-pub-date'),
      meta('pubdate', 'publish-date', 'sailthru.date', 'citation_publication_date'),
    ]),
    site,
  };
}

/** The declared title, else the page's one heading, else the window's title without the site's name. */
function titleOf(doc: Document, declared: string, site: string): string {
  const title = line(doc.title);
  const heading = shown(doc, 'h1');
  const around = declared || title;
  if (heading !== '' && (around === '' || isTitleWithin(heading, around))) return heading;
  if (declared !== '') return withoutSite(declared, site);
  return withoutSite(title, site) || heading;
}

/** What the reader sees as the title, when the declared one is it with a site or a section around. */
function isTitleWithin(heading: string, around: string): boolean {
  if (!around.includes(heading)) return false;
  return heading.length * 2 > around.length || /^\s+[|\-–—:·]/.test(around.slice(heading.length));
}

/** The text of the first match in which a reader sees some. */
function shown(doc: Document, selector: string): string {
  for (const el of [...doc.querySelectorAll(selector)].slice(0, 5)) {
    const text = line(shownText(el));
    if (text !== '') return text;
  }
  return '';
}

function withoutSite(title: string, site: string): string {
  for (const mark of [' | ', ' - ', ' – ', ' — ', ' :: ', ' · ']) {
    const at = title.lastIndexOf(mark);
    if (at > 0 && site !== '' && title.slice(at + mark.length).toLowerCase() === site.toLowerCase())
      return title.slice(0, at);
  }
  return title;
}

function bylineOf(doc: Document, declared: string): string {
  if (declared !== '' && !/^https?:/.test(declared)) return declared;
  for (const where of [
    '[rel="author"]',
    '[itemprop="author"] [itemprop="name"]',
    '[itemprop="author"]',
    '.byline',
    '.author',
  ]) {
    const name = shown(doc, where);
    if (name !== '' && name.length < 100) return name.replace(/^by\s+/i, '');
  }
  return '';
}

function publishedOf(doc: Document, declared: readonly string[]): string {
  const time =
    doc.querySelector('time[itemprop="datePublished"],time[pubdate],article time[datetime]') ??
    doc.querySelector('main time[datetime],header time[datetime]');
  for (const date of [...declared, time?.getAttribute('datetime') ?? '']) {
    const iso = isoDate(date);
    if (iso !== '') return iso;
  }
  return '';
}

/** ISO 8601 as written where it is so already; other notations become a plain date, for their zone is unknown. */
export function isoDate(text: string): string {
  const raw = text.trim();
  if (raw === '' || raw.length > 60) return '';
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(raw);
  if (iso) {
    const [, day = '', clock, zone = ''] = iso;
    if (Number.isNaN(Date.parse(day))) return '';
    if (clock === undefined) return day;
    return `${day}T${clock}${/^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()}`;
  }
  if (!/\d{4}/.test(raw)) return '';
  const time = new Date(/:\d/.test(raw) ? raw : `${raw} 12:00`);
  const year = time.getFullYear();
  if (Number.isNaN(year) || year < 1900 || year > 2200) return '';
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${year}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

export function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}

/** One bounded line; split by lines first, for white space may be long. */
function line(text: string | null | undefined): string {
  return (text ?? '')
    .slice(0, MAX_LINE * 4)
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, MAX_LINE);
}
