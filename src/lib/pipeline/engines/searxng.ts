/** A user's own SearXNG instance, JSON only (https://docs.searxng.org/dev/search_api.html). */
import { toList, getProperty } from '../../base/loose.ts';
import {
  type EngineAnswer,
  type EngineDialect,
  type Refusal,
  createSearchHit,
  getLanguageCode,
  limitWords,
} from './engine-dialect.ts';

const MAX_WORDS = { characters: 400 };

export const searxng: EngineDialect = {
  about: {
    name: 'SearXNG',
    home: '',
    needsKey: false,
    needsEndpoint: true,
    needsCx: false,
    keysAt: 'https://docs.searxng.org/admin/installation.html',
  },

  buildRequest(query, base) {
    const parameters = new URLSearchParams({ q: limitWords(query, MAX_WORDS), format: 'json' });
    const language = getLanguageCode(query);
    if (language !== '') parameters.set('language', language);
    return { url: `${base.replace(/\/search$/, '')}/search?${parameters}` };
  },

  parseItems(body) {
    const results = getProperty(body, 'results');
    return Array.isArray(results) ? results : null;
  },

  parseHit: (item) =>
    createSearchHit({
      url: getProperty(item, 'url'),
      title: getProperty(item, 'title'),
      snippet: getProperty(item, 'content'),
      published: getProperty(item, 'publishedDate'),
    }),

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
  const results = getProperty(body, 'results');
  const isIncomplete = toList(getProperty(body, 'unresponsive_engines')).length > 0;
  if (!isIncomplete || !Array.isArray(results) || results.length > 0) return null;
  return {
    code: 'search.server',
    hint: 'Try again in a moment. If it keeps happening, choose other engines in the preferences of the instance.',
  };
}
