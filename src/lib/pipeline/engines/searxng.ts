/** A user's own SearXNG instance, JSON only (https://docs.searxng.org/dev/search_api.html). */
import { toList, getProperty } from '../../base/loose.ts';
import { type EngineAnswer, type EngineDialect, type Refusal, appendPath, findList } from './engine-dialect.ts';
import { getLanguageCode } from './query-limits.ts';
import { createHitParser } from './search-hit.ts';

export const searxng: EngineDialect = {
  limits: { characters: 400 },

  buildRequest(query, base) {
    const parameters = new URLSearchParams({ q: query.words, format: 'json' });
    const language = getLanguageCode(query);
    if (language !== '') parameters.set('language', language);
    return { url: `${appendPath(base, '/search')}?${parameters}` };
  },

  parseItems: (body) => findList(body, 'results'),
  parseHit: createHitParser({ url: 'url', title: 'title', snippet: 'content', published: 'publishedDate' }),
  parseRefusal: parseSearxngRefusal,
};

function parseSearxngRefusal({ status, body }: EngineAnswer): Refusal | null {
  if (status === 403) {
    return {
      code: 'search.refused',
      hint: 'In the instance’s settings.yml, add `json` to the formats under `search`, and start it again.',
    };
  }
  if (status !== 200) return null;
  // nothing found, but some engines did not answer
  const isIncomplete = toList(getProperty(body, 'unresponsive_engines')).length > 0;
  if (!isIncomplete || findList(body, 'results')?.length !== 0) return null;
  return {
    code: 'search.server',
    hint: 'Try again in a moment. If it keeps happening, choose other engines in the preferences of the instance.',
  };
}
