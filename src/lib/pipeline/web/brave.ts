/** Brave's Web Search API (https://api-dashboard.search.brave.com/documentation/services/web-search). */
import { list, property, textOf } from '../../base/loose.ts';
import type { EngineAnswer, EngineDialect, Refused } from './dialect.ts';
import { hitOf } from './hit.ts';
import { countWithin, languageOf, wordsWithin } from './query.ts';

const MAX_WORDS = { characters: 400, words: 50 };
const MAX_COUNT = 20;
const PATH = '/res/v1/web/search';

/** What `search_lang` may be; for anything else it refuses the request. */
const LANGUAGES = new Set(
  (
    'ar bg bn ca cs da de en es et eu fi fr gl gu he hi hr hu is it jp kn ko lt lv ml mr ms nb nl pa pl pt-br pt-pt ro ru sk ' +
    'sl sr sv ta te th tr uk vi zh-hans zh-hant'
  ).split(' '),
);

export const brave: EngineDialect = {
  about: {
    name: 'Brave Search',
    home: 'https://api.search.brave.com',
    needsKey: true,
    needsEndpoint: false,
    needsCx: false,
    keysAt: 'https://api-dashboard.search.brave.com/',
  },

  request(query, base) {
    const parameters = new URLSearchParams({
      q: wordsWithin(query, MAX_WORDS),
      count: String(countWithin(query, MAX_COUNT)),
      result_filter: 'web',
      text_decorations: 'false',
    });
    const language = searchLanguage(query.language.toLowerCase(), languageOf(query));
    if (LANGUAGES.has(language)) parameters.set('search_lang', language);
    return { url: `${base.endsWith(PATH) ? base : `${base}${PATH}`}?${parameters}` };
  },

  /** Without a result there is no `web`. */
  items(body) {
    const web = property(body, 'web');
    if (web === undefined || web === null) return property(body, 'type') === 'search' ? [] : null;
    const results = property(web, 'results');
    return Array.isArray(results) ? results : null;
  },

  /** `page_age` is when the page was published or last changed, as far as Brave knows. */
  hit: (item) =>
    hitOf(
      {
        url: property(item, 'url'),
        title: property(item, 'title'),
        snippet: property(item, 'description'),
        published: property(item, 'page_age'),
      },
      { markup: true },
    ),

  refusal: refusalOf,
};

function searchLanguage(tag: string, language: string): string {
  if (language === 'zh') return /\b(?:hant|tw|hk|mo)\b/.test(tag) ? 'zh-hant' : 'zh-hans';
  if (language === 'pt') return /\bpt\b.*\bpt\b/.test(tag) ? 'pt-pt' : 'pt-br';
  const named: Readonly<Record<string, string>> = { ja: 'jp', no: 'nb', nn: 'nb' };
  return Object.hasOwn(named, language) ? (named[language] ?? '') : language;
}

const NO_KEY = new Set(['SUBSCRIPTION_TOKEN_INVALID', 'SUBSCRIPTION_TOKEN_MISSING', 'SUBSCRIPTION_NOT_FOUND']);
const USED_UP = new Set(['QUOTA_LIMITED', 'USAGE_LIMIT_EXCEEDED']);

/** A wrong key is 422, and so is a missing one, as a parameter that is not valid; what is used up is 429. */
function refusalOf({ status, headers, body }: EngineAnswer): Refused | null {
  const error = property(body, 'error') ?? list(property(body, 'errors'))[0];
  const code = textOf(property(error, 'code'));
  if (NO_KEY.has(code) || (status === 422 && lacksKey(error))) return { code: 'search.unauthorised' };
  if (USED_UP.has(code)) return { code: 'search.quota' };
  if (status !== 429) return null;
  // one number for each window, the shortest first: `1, 1419704`
  const seconds = /^\s*(\d{1,6})\s*(?:,|$)/.exec(headers.get('x-ratelimit-reset') ?? '')?.[1];
  return { code: 'search.rate-limited', ...(seconds === undefined ? {} : { retryAfterMs: Number(seconds) * 1000 }) };
}

function lacksKey(error: unknown): boolean {
  const faults = list(property(property(error, 'meta'), 'errors')).slice(0, 20);
  return faults.some((fault) => list(property(fault, 'loc')).includes('x-subscription-token'));
}
