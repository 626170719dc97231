/** Brave's Web Search API (https://api-dashboard.search.brave.com/documentation/services/web-search). */
import { toList, getProperty, toText } from '../../base/loose.ts';
import { type EngineAnswer, type EngineDialect, type Refusal, appendPath, findList } from './engine-dialect.ts';
import { getLanguageCode } from './query-limits.ts';
import { createHitParser } from './search-hit.ts';

/** Others make the API refuse the request. */
const LANGUAGES = new Set(
  (
    'ar bg bn ca cs da de en es et eu fi fr gl gu he hi hr hu is it jp kn ko lt lv ml mr ms nb nl pa pl pt-br pt-pt ro ru sk ' +
    'sl sr sv ta te th tr uk vi zh-hans zh-hant'
  ).split(' '),
);

export const brave: EngineDialect = {
  limits: { characters: 400, words: 50, results: 20 },

  buildRequest(query, base) {
    const parameters = new URLSearchParams({
      q: query.words,
      count: String(query.count),
      result_filter: 'web',
      text_decorations: 'false',
    });
    const language = toSearchLanguage(query.language.toLowerCase(), getLanguageCode(query));
    if (LANGUAGES.has(language)) parameters.set('search_lang', language);
    return { url: `${appendPath(base, '/res/v1/web/search')}?${parameters}` };
  },

  /** `web` is missing if there are no results. */
  parseItems(body) {
    const web = getProperty(body, 'web');
    if (web === undefined || web === null) return getProperty(body, 'type') === 'search' ? [] : null;
    return findList(web, 'results');
  },

  /** `page_age`: when published or last changed, as far as Brave knows. */
  parseHit: createHitParser(
    { url: 'url', title: 'title', snippet: 'description', published: 'page_age' },
    { markup: true },
  ),
  parseRefusal: parseBraveRefusal,
};

function toSearchLanguage(tag: string, language: string): string {
  if (language === 'zh') return /\b(?:hant|tw|hk|mo)\b/.test(tag) ? 'zh-hant' : 'zh-hans';
  if (language === 'pt') return /\bpt\b.*\bpt\b/.test(tag) ? 'pt-pt' : 'pt-br';
  const renamed: Readonly<Record<string, string>> = { ja: 'jp', no: 'nb', nn: 'nb' };
  return Object.hasOwn(renamed, language) ? (renamed[language] ?? '') : language;
}

const KEY_ERRORS = new Set(['SUBSCRIPTION_TOKEN_INVALID', 'SUBSCRIPTION_TOKEN_MISSING', 'SUBSCRIPTION_NOT_FOUND']);
const QUOTA_ERRORS = new Set(['QUOTA_LIMITED', 'USAGE_LIMIT_EXCEEDED']);

/** Wrong and missing keys are 422, as are invalid parameters; an exhausted quota is 429. */
function parseBraveRefusal({ status, headers, body }: EngineAnswer): Refusal | null {
  const error = getProperty(body, 'error') ?? toList(getProperty(body, 'errors'))[0];
  const code = toText(getProperty(error, 'code'));
  if (KEY_ERRORS.has(code) || (status === 422 && isKeyMissing(error))) return { code: 'search.unauthorised' };
  if (QUOTA_ERRORS.has(code)) return { code: 'search.quota' };
  if (status !== 429) return null;
  // one number per window, the shortest first: `1, 1419704`
  const seconds = /^\s*(\d{1,6})\s*(?:,|$)/.exec(headers.get('x-ratelimit-reset') ?? '')?.[1];
  return { code: 'search.rate-limited', ...(seconds === undefined ? {} : { retryAfterMs: Number(seconds) * 1000 }) };
}

function isKeyMissing(error: unknown): boolean {
  const errors = toList(getProperty(getProperty(error, 'meta'), 'errors')).slice(0, 20);
  return errors.some((fault) => toList(getProperty(fault, 'loc')).includes('x-subscription-token'));
}
