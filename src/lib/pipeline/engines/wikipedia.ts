/** Wikipedia's search (https://www.mediawiki.org/wiki/API:Search); `origin=*`: CORS without cookies. */
import { getProperty, toText } from '../../base/loose.ts';
import { type EngineAnswer, type EngineDialect, type Refusal, findList } from './engine-dialect.ts';
import { getLanguageCode } from './query-limits.ts';
import { createSearchHit } from './search-hit.ts';

const HOME = 'https://wikipedia.org';

const EDITIONS = new Set(
  (
    'af am an ar arz as ast az ba be bg bn br bs ca ceb ckb cs cv cy da de el en eo es et eu fa fi fo fr fy ga gd gl gu ha he ' +
    'hi hr ht hu hy id ig is it ja jv ka kk km kn ko ku ky la lb lmo lo lt lv mg mk ml mn mr ms my ne nl nn no oc pa pl ps pt ' +
    'ro ru sa sc sco sd sh si simple sk sl so sq sr su sv sw ta te tg th tl tr tt uk ur uz vi vo war yi yo zh zu'
  ).split(' '),
);
const EDITION_CODES: Readonly<Record<string, string>> = {
  nb: 'no',
  fil: 'tl',
  iw: 'he',
  in: 'id',
  ji: 'yi',
  cmn: 'zh',
  yue: 'zh-yue',
};

export const wikipedia: EngineDialect = {
  /** Longer queries are refused (`cirrussearch-query-too-long`). */
  limits: { characters: 300, results: 50 },

  buildRequest(query, base) {
    const parameters = new URLSearchParams({
      action: 'query',
      list: 'search',
      srsearch: query.words,
      srlimit: String(query.count),
      srprop: 'snippet',
      srinfo: '',
      format: 'json',
      formatversion: '2',
      origin: '*',
    });
    const wiki = base === HOME ? `https://${getEdition(getLanguageCode(query))}.wikipedia.org` : base;
    return { url: `${resolveApiUrl(wiki)}?${parameters}` };
  },

  parseItems: (body) => findList(getProperty(body, 'query'), 'search'),

  /** The available date is that of the last edit, so it is omitted. */
  parseHit(item, { url }) {
    const title = toText(getProperty(item, 'title'));
    if (title === '') return null;
    return createSearchHit(
      { url: buildPageUrl(url, title), title, snippet: getProperty(item, 'snippet') },
      { markup: true },
    );
  },

  parseRefusal: parseWikipediaRefusal,
};

function getEdition(language: string): string {
  if (Object.hasOwn(EDITION_CODES, language)) return EDITION_CODES[language] ?? 'en';
  return EDITIONS.has(language) ? language : 'en';
}

function resolveApiUrl(base: string): string {
  if (base.endsWith('/api.php')) return base;
  return new URL(base).pathname === '/' ? `${base}/w/api.php` : `${base}/api.php`;
}

const UNESCAPED = /%(?:2C|2F|3A|3B|24|40)/g;

/** Wikimedia's wikis have `/wiki/` beside `/w/`; elsewhere only index.php is certain. */
function buildPageUrl(request: string, title: string): string {
  const { origin, pathname } = new URL(request);
  const name = encodeURIComponent(title.replace(/\p{Cs}/gu, '').replaceAll(' ', '_'))
    .replace(UNESCAPED, decodeURIComponent)
    .replaceAll("'", '%27');
  if (pathname === '/w/api.php') return `${origin}/wiki/${name}`;
  return `${origin}${pathname.slice(0, -'api.php'.length)}index.php?title=${name}`;
}

/** Errors have status 200 (https://www.mediawiki.org/wiki/API:Errors_and_warnings). */
function parseWikipediaRefusal({ status, body }: EngineAnswer): Refusal | null {
  const code = toText(getProperty(getProperty(body, 'error'), 'code'));
  if (/ratelimited|too-?busy/.test(code)) return { code: 'search.rate-limited' };
  if (/^(?:maxlag|readonly|internal_api_error)|backend/.test(code)) return { code: 'search.server' };
  if (code === '' && status !== 403) return null;
  return {
    code: 'search.refused',
    hint: 'Ask in other words, or let another engine answer: none wants less than this one.',
  };
}
