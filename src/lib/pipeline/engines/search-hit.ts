/** Makes hits of an engine's results: bounded plain text, with a day if there is one. */
import { clip } from '../../base/one-line.ts';
import type { SearchHit } from './types.ts';
import { getProperty, toText } from '../../base/loose.ts';
import { decodeEntities } from '../text/entities.ts';
import { canonicaliseUrl } from '../web/web-address.ts';

const MAX_TITLE = 200;

const MAX_SNIPPET = 400;

const READ_FACTOR = 8;

interface RawHit {
  readonly url: unknown;
  readonly title: unknown;
  readonly snippet: unknown;
  readonly published?: unknown;
}

/** Null without a web address. `markup`: titles and snippets are HTML. */
export function createSearchHit(raw: RawHit, { markup = false }: { readonly markup?: boolean } = {}): SearchHit | null {
  const url = toText(raw.url).trim();
  if (canonicaliseUrl(url) === null) return null;
  const readLine = (value: unknown, most: number): string => {
    const text = toText(value).slice(0, most * READ_FACTOR);
    return toPlainLine(markup ? stripMarkup(text) : text, most);
  };
  return {
    url,
    title: readLine(raw.title, MAX_TITLE) || toPlainLine(new URL(url).host, MAX_TITLE),
    snippet: readLine(raw.snippet, MAX_SNIPPET),
    published: parseDay(raw.published),
  };
}

/** For items whose properties are the hit's, under other names. */
export const createHitParser =
  (names: Readonly<Record<keyof SearchHit, string>>, options?: { readonly markup: boolean }) =>
  (item: unknown): SearchHit | null =>
    createSearchHit(
      {
        url: getProperty(item, names.url),
        title: getProperty(item, names.title),
        snippet: getProperty(item, names.snippet),
        published: getProperty(item, names.published),
      },
      options,
    );

/** Tags first: `&lt;b&gt;` then decodes to the text `<b>`. */
function stripMarkup(html: string): string {
  return decodeEntities(html.replace(/<\/?[a-z][^<>]{0,500}>/gi, ''));
}

/** Unlike `toOneLine`, keeps both joiners, which Persian and Hindi need. */
function toPlainLine(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Z}\s]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .trim();
  return clip(line, most);
}

const MAX_DATE = 60;

/** ISO 8601 from an ISO or HTTP date; else ''. */
export function parseDay(value: unknown): string {
  const text = toText(value).slice(0, MAX_DATE).trim();
  const iso = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text)?.[0];
  if (iso !== undefined) return formatIsoDay(Date.parse(`${iso}T00:00:00Z`)) === iso ? iso : '';
  return /^[a-z]{3}, \d{1,2} [a-z]{3} \d{4}\b/i.test(text) ? formatIsoDay(Date.parse(text)) : '';
}

function formatIsoDay(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
}
