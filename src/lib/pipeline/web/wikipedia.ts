/**
 * Wikipedia's own search (MediaWiki's Action API, https://www.mediawiki.org/wiki/API:Search). It wants no key, and
 * `origin=*` lets any page ask without cookies (https://www.mediawiki.org/wiki/API:Cross-site_requests).
 */
import { property, textOf } from '../../base/loose.ts';
import type { EngineAnswer, EngineDialect, Refused } from './dialect.ts';
import { hitOf } from './hit.ts';
import { countWithin, languageOf, wordsWithin } from './query.ts';

/** Its search refuses longer ones (`cirrussearch-query-too-long`). */
const MAX_WORDS = { characters: 300 };
const MAX_COUNT = 50;

/** Stands for all its languages: each has a host of its own. */
const HOME = 'https://wikipedia.org';

/** Editions large enough to answer; in any other language English is asked. */
const EDITIONS = new Set(
  (
    'af am an ar arz as ast az ba be bg bn br bs ca ceb ckb cs cv cy da de el en eo es et eu fa fi fo fr fy ga gd gl gu ha he ' +
    'hi hr ht hu hy id ig is it ja jv ka kk km kn ko ku ky la lb lmo lo lt lv mg mk ml mn mr ms my ne nl nn no oc pa pl ps pt ' +
    'ro ru sa sc sco sd sh si simple sk sl so sq sr su sv sw ta te tg th tl tr tt uk ur uz vi vo war yi yo zh zu'
  ).split(' '),
);
/** Languages whose edition has another name. */
const NAMED: Readonly<Record<string, string>> = {
  nb: 'no',
  fil: 'tl',
  iw: 'he',
  in: 'id',
  ji: 'yi',
  cmn: 'zh',
  yue: 'zh-yue',
};

export const wikipedia: EngineDialect = {
  about: { name: 'Wikipedia', home: HOME, needsKey: false, needsEndpoint: false, needsCx: false, keysAt: '' },

  request(query, base) {
    const parameters = new URLSearchParams({
      action: 'query',
      list: 'search',
      srsearch: wordsWithin(query, MAX_WORDS),
      srlimit: String(countWithin(query, MAX_COUNT)),
      srprop: 'snippet',
      srinfo: '',
      format: 'json',
      formatversion: '2',
      origin: '*',
    });
    return {
      url: `${apiOf(base === HOME ? `https://${editionOf(languageOf(query))}.wikipedia.org` : base)}?${parameters}`,
    };
  },

  items(body) {
    const found = property(property(body, 'query'), 'search');
    return Array.isArray(found) ? found : null;
  },

  /** The date it could give is that of the last edit, which says nothing of when a thing was written. */
  hit(item, { url }) {
    const title = textOf(property(item, 'title'));
    if (title === '') return null;
    return hitOf({ url: pageAt(url, title), title, snippet: property(item, 'snippet') }, { markup: true });
  },

  refusal: refusalOf,
};

function editionOf(language: string): string {
  if (Object.hasOwn(NAMED, language)) return NAMED[language] ?? 'en';
  return EDITIONS.has(language) ? language : 'en';
}

/** People enter the wiki's address or its API's. */
function apiOf(base: string): string {
  if (base.endsWith('/api.php')) return base;
  return new URL(base).pathname === '/' ? `${base}/w/api.php` : `${base}/api.php`;
}

/** What MediaWiki leaves as it is in the address of a page (`wfUrlencode`), so that every engine's address is the same. */
const PLAIN = /%(?:2C|2F|3A|3B|24|40)/g;

/** `/wiki/` beside `/w/` is how Wikimedia's wikis are laid out; elsewhere only the script is sure to know the page. */
function pageAt(request: string, title: string): string {
  const { origin, pathname } = new URL(request);
  const name = encodeURIComponent(title.replace(/\p{Cs}/gu, '').replaceAll(' ', '_'))
    .replace(PLAIN, decodeURIComponent)
    .replaceAll("'", '%27');
  if (pathname === '/w/api.php') return `${origin}/wiki/${name}`;
  return `${origin}${pathname.slice(0, -'api.php'.length)}index.php?title=${name}`;
}

/** Errors come under status 200 (https://www.mediawiki.org/wiki/API:Errors_and_warnings). */
function refusalOf({ status, body }: EngineAnswer): Refused | null {
  const code = textOf(property(property(body, 'error'), 'code'));
  if (/ratelimited|too-?busy/.test(code)) return { code: 'search.rate-limited' };
  if (/^(?:maxlag|readonly|internal_api_error)|backend/.test(code)) return { code: 'search.server' };
  if (code === '' && status !== 403) return null;
  return {
    code: 'search.refused',
    cure: 'Ask in other words, or let another engine answer: none wants less than this one.',
  };
}
