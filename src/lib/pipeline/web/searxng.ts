/**
 * A SearXNG instance of the person's own (https://docs.searxng.org/dev/search_api.html). Public ones rarely answer in JSON,
 * and nothing here reads their pages instead.
 */
import { list, property } from '../../base/loose.ts';
import type { EngineAnswer, EngineDialect, Refused } from './dialect.ts';
import { hitOf } from './hit.ts';
import { languageOf, wordsWithin } from './query.ts';

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

  /** How many results a page has is for the instance to say. */
  request(query, base) {
    const parameters = new URLSearchParams({ q: wordsWithin(query, MAX_WORDS), format: 'json' });
    const language = languageOf(query);
    if (language !== '') parameters.set('language', language);
    return { url: `${base.replace(/\/search$/, '')}/search?${parameters}` };
  },

  items(body) {
    const results = property(body, 'results');
    return Array.isArray(results) ? results : null;
  },

  hit: (item) =>
    hitOf({
      url: property(item, 'url'),
      title: property(item, 'title'),
      snippet: property(item, 'content'),
      published: property(item, 'publishedDate'),
    }),

  refusal: refusalOf,
};

function refusalOf({ status, body }: EngineAnswer): Refused | null {
  if (status === 403) {
    return {
      code: 'search.refused',
      cure: 'In the instance’s settings.yml, add `json` to the formats under `search`, and start it again.',
    };
  }
  if (status !== 200) return null;
  // nothing found, and of the engines behind it some did not answer: who knows what they would have found
  const results = property(body, 'results');
  const silent = list(property(body, 'unresponsive_engines')).length > 0;
  if (!silent || !Array.isArray(results) || results.length > 0) return null;
  return {
    code: 'search.server',
    cure: 'Try again in a moment. If it keeps happening, choose other engines in the preferences of the instance.',
  };
}
