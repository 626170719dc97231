/** One search engine's wire format, its limits of a query and its hits. Keys, timeouts and bounds are handled outside. */
import type { SearchErrorCode } from './search-failure.ts';
import type { EngineConfig, SearchHit, SearchQuery } from './types.ts';
import { toText } from '../../base/loose.ts';
import { decodeEntities } from '../text/entities.ts';
import { canonicaliseUrl } from '../web/web-address.ts';

export interface EngineRequest {
  readonly url: string;
  /** Sent as JSON by POST; GET if absent. */
  readonly body?: unknown;
}

export interface EngineAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if not JSON. */
  readonly body: unknown;
}

export type RefusalCode = Extract<
  SearchErrorCode,
  'search.unauthorised' | 'search.quota' | 'search.rate-limited' | 'search.server' | 'search.refused'
>;

export interface Refusal {
  readonly code: RefusalCode;
  readonly hint?: string;
  readonly retryAfterMs?: number;
}

export interface EngineInfo {
  readonly name: string;
  /** '' if only users' own instances exist. */
  readonly home: string;
  readonly needsKey: boolean;
  readonly needsEndpoint: boolean;
  readonly needsCx: boolean;
  /** Where a user gets a key; '' if none is needed. */
  readonly keysAt: string;
}

export interface EngineDialect {
  readonly about: EngineInfo;
  /** `base`: without trailing slash. */
  buildRequest(query: SearchQuery, base: string, config: EngineConfig): EngineRequest;
  /** [] for none; null if the response has another shape. */
  parseItems(body: unknown): readonly unknown[] | null;
  /** Null if the item is no result. */
  parseHit(item: unknown, request: EngineRequest): SearchHit | null;
  /** For any status; null if the status alone decides. */
  parseRefusal?(answer: EngineAnswer): Refusal | null;
}

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

/** Tags first: `&lt;b&gt;` then decodes to the text `<b>`. */
function stripMarkup(html: string): string {
  return decodeEntities(html.replace(/<\/?[a-z][^<>]{0,500}>/gi, ''));
}

/** Unlike `oneLine`, keeps both joiners, which Persian and Hindi need. */
function toPlainLine(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Z}\s]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .trim();
  if (line.length <= most) return line;
  return `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
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

export function limitWords(
  { words }: SearchQuery,
  most: { readonly characters: number; readonly words?: number },
): string {
  const { characters, words: count = Infinity } = most;
  const line = words
    .slice(0, characters * 4)
    .trim()
    .split(/\s+/u)
    .slice(0, count)
    .join(' ');
  if (line.length <= characters) return line;
  const cut = line.slice(0, characters + 1).replace(/\s\S*$/u, '');
  // a script without spaces: cut between characters
  return cut.length <= characters ? cut : line.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
}

export function limitCount({ count }: SearchQuery, most: number): number {
  return Math.min(most, Math.max(1, Math.floor(count) || 1));
}

/** Lower case: `pt` for `pt-BR`; '' if invalid. */
export function getLanguageCode({ language }: SearchQuery): string {
  return /^([a-z]{2,3})(?:[-_]|$)/i.exec(language.slice(0, 40))?.[1]?.toLowerCase() ?? '';
}
