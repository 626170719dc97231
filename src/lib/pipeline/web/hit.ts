/**
 * An engine's words about a page, made a hit. The one rule: whatever came is one bounded line of plain text with a web
 * address, or it is no hit.
 */
import { textOf } from '../../base/loose.ts';
import { decoded } from '../text/entities.ts';
import { canonicalUrl } from './canonical.ts';
import type { SearchHit } from './types.ts';

const MAX_TITLE = 200;
const MAX_SNIPPET = 400;
/** What is read for each character that may be kept: markup and blanks go. */
const READ = 8;

/** What an engine says of one page, of whatever type. */
export interface RawHit {
  readonly url: unknown;
  readonly title: unknown;
  readonly snippet: unknown;
  readonly published?: unknown;
}

/** Null for what has no web address. `markup`: titles and snippets are HTML. */
export function hitOf(raw: RawHit, { markup = false }: { readonly markup?: boolean } = {}): SearchHit | null {
  const url = textOf(raw.url).trim();
  if (canonicalUrl(url) === null) return null;
  const line = (value: unknown, most: number): string => {
    const text = textOf(value).slice(0, most * READ);
    return lineOf(markup ? withoutMarkup(text) : text, most);
  };
  return {
    url,
    title: line(raw.title, MAX_TITLE) || lineOf(new URL(url).host, MAX_TITLE),
    snippet: line(raw.snippet, MAX_SNIPPET),
    published: dateOf(raw.published),
  };
}

/** Tags first: what is left of `&lt;b&gt;` is text that says `<b>`. */
function withoutMarkup(html: string): string {
  return decoded(html.replace(/<\/?[a-z][^<>]{0,500}>/gi, ''));
}

/** Unlike `oneLine` it keeps the two joiners, without which Persian and Hindi are misspelt. */
function lineOf(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Z}\s]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .trim();
  if (line.length <= most) return line;
  return `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const MAX_DATE = 60;

/** The day, as ISO 8601, of a date in that notation or in that of HTTP (`Thu, 14 Nov 2024 13:45:00 GMT`); else ''. */
export function dateOf(value: unknown): string {
  const text = textOf(value).slice(0, MAX_DATE).trim();
  const iso = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text)?.[0];
  if (iso !== undefined) return isoDay(Date.parse(`${iso}T00:00:00Z`)) === iso ? iso : '';
  return /^[a-z]{3}, \d{1,2} [a-z]{3} \d{4}\b/i.test(text) ? isoDay(Date.parse(text)) : '';
}

function isoDay(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
}
