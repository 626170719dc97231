/**
 * Custom Search JSON API; ends on 1 January 2027 (https://developers.google.com/custom-search/v1/overview). Reference:
 * https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list. The key goes in the header
 * `X-Goog-Api-Key`, never in the address.
 */
import { toList, getProperty, toText } from '../../base/loose.ts';
import { type EngineAnswer, type EngineDialect, type Refusal, appendPath, findList } from './engine-dialect.ts';
import { getLanguageCode } from './query-limits.ts';
import { createSearchHit } from './search-hit.ts';

export const google: EngineDialect = {
  /** Google ignores words beyond the thirty-second. */
  limits: { characters: 1000, words: 32, results: 10 },

  buildRequest(query, base, { cx }) {
    const parameters = new URLSearchParams({ q: query.words, cx: cx.trim(), num: String(query.count) });
    const language = getLanguageCode(query);
    if (language !== '') parameters.set('hl', language);
    return { url: `${appendPath(base, '/customsearch/v1')}?${parameters}` };
  },

  /** `items` is missing if there are no results. */
  parseItems(body) {
    const isEmpty = getProperty(body, 'items') === undefined && getProperty(body, 'kind') === 'customsearch#search';
    return isEmpty ? [] : findList(body, 'items');
  },

  parseHit: (item) =>
    createSearchHit({
      url: getProperty(item, 'link'),
      title: getProperty(item, 'title'),
      snippet: getProperty(item, 'snippet'),
      published: getProperty(
        toList(getProperty(getProperty(item, 'pagemap'), 'metatags'))[0],
        'article:published_time',
      ),
    }),

  parseRefusal: parseGoogleRefusal,
};

const QUOTA_ERROR = /dailylimit|quotaexceeded|per ?day|billing/i;
const KEY_ERROR = /api_key_|keyinvalid|keyexpired|api key|accessnotconfigured|does not have the access/i;

/** Reasons occur in three places; the oldest does not tell a daily quota from a rate limit. */
function parseGoogleRefusal({ status, body }: EngineAnswer): Refusal | null {
  const error = getProperty(body, 'error');
  if (error === undefined) return null;
  const places = [...toList(getProperty(error, 'errors')), ...toList(getProperty(error, 'details'))].slice(0, 20);
  const reasons = places.map((place) => toText(getProperty(place, 'reason')).slice(0, 100)).join(' ');
  const details = `${reasons} ${toText(getProperty(error, 'message')).slice(0, 500)}`;
  if ((status === 403 || status === 429) && QUOTA_ERROR.test(details)) return { code: 'search.quota' };
  if (/ratelimitexceeded|rate_limit_exceeded/i.test(reasons)) return { code: 'search.rate-limited' };
  if (status < 500 && KEY_ERROR.test(details)) return { code: 'search.unauthorised' };
  if (status !== 400) return null;
  return {
    code: 'search.refused',
    hint: 'Check the id of the search engine (cx) in the settings: Google doesn’t take it, or not these words.',
  };
}
