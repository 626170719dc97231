/**
 * Google's Custom Search JSON API (https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list), for people
 * who have a Programmable Search Engine: it takes no new customers, and ends on 1 January 2027
 * (https://developers.google.com/custom-search/v1/overview). The key goes in the header `X-Goog-Api-Key`, never in the
 * address.
 */
import { list, property, textOf } from '../../base/loose.ts';
import type { EngineAnswer, EngineDialect, Refused } from './dialect.ts';
import { hitOf } from './hit.ts';
import { countWithin, languageOf, wordsWithin } from './query.ts';

/** Words beyond the thirty-second it passes over. */
const MAX_WORDS = { characters: 1000, words: 32 };
const MAX_COUNT = 10;
const PATH = '/customsearch/v1';

export const google: EngineDialect = {
  about: {
    name: 'Google',
    home: 'https://www.googleapis.com',
    needsKey: true,
    needsEndpoint: false,
    needsCx: true,
    keysAt: 'https://developers.google.com/custom-search/v1/overview',
  },

  request(query, base, { cx }) {
    const parameters = new URLSearchParams({
      q: wordsWithin(query, MAX_WORDS),
      cx: cx.trim(),
      num: String(countWithin(query, MAX_COUNT)),
    });
    const language = languageOf(query);
    if (language !== '') parameters.set('hl', language);
    return { url: `${base.endsWith(PATH) ? base : `${base}${PATH}`}?${parameters}` };
  },

  /** Without a result there are no `items`. */
  items(body) {
    const items = property(body, 'items');
    if (items === undefined) return property(body, 'kind') === 'customsearch#search' ? [] : null;
    return Array.isArray(items) ? items : null;
  },

  hit: (item) =>
    hitOf({
      url: property(item, 'link'),
      title: property(item, 'title'),
      snippet: property(item, 'snippet'),
      published: property(list(property(property(item, 'pagemap'), 'metatags'))[0], 'article:published_time'),
    }),

  refusal: refusalOf,
};

const USED_UP = /dailylimit|quotaexceeded|per ?day|billing/i;
const NO_KEY = /api_key_|keyinvalid|keyexpired|api key|accessnotconfigured|does not have the access/i;

/** The reasons stand in three places, and for a day's quota the oldest of them says what is said of a minute's. */
function refusalOf({ status, body }: EngineAnswer): Refused | null {
  const error = property(body, 'error');
  if (error === undefined) return null;
  const places = [...list(property(error, 'errors')), ...list(property(error, 'details'))].slice(0, 20);
  const reasons = places.map((place) => textOf(property(place, 'reason')).slice(0, 100)).join(' ');
  const said = `${reasons} ${textOf(property(error, 'message')).slice(0, 500)}`;
  if ((status === 403 || status === 429) && USED_UP.test(said)) return { code: 'search.quota' };
  if (/ratelimitexceeded|rate_limit_exceeded/i.test(reasons)) return { code: 'search.rate-limited' };
  if (status < 500 && NO_KEY.test(said)) return { code: 'search.unauthorised' };
  if (status !== 400) return null;
  return {
    code: 'search.refused',
    cure: 'Check the id of the search engine (cx) in the settings: Google does not take it, or not these words.',
  };
}
