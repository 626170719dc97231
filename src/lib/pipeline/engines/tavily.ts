/** Tavily's search (https://docs.tavily.com/documentation/api-reference/endpoint/search). */
import { getProperty } from '../../base/loose.ts';
import {
  type EngineAnswer,
  type EngineDialect,
  type Refusal,
  createSearchHit,
  limitCount,
  limitWords,
} from './engine-dialect.ts';

const MAX_WORDS = { characters: 400 };
const MAX_COUNT = 20;
const PATH = '/search';

export const tavily: EngineDialect = {
  about: {
    name: 'Tavily',
    home: 'https://api.tavily.com',
    needsKey: true,
    needsEndpoint: false,
    needsCx: false,
    keysAt: 'https://app.tavily.com/',
  },

  /** No language parameter exists. Tavily's own, ungraded answer is not requested. */
  buildRequest: (query, base) => ({
    url: base.endsWith(PATH) ? base : `${base}${PATH}`,
    body: {
      query: limitWords(query, MAX_WORDS),
      max_results: limitCount(query, MAX_COUNT),
      search_depth: 'basic',
      topic: 'general',
      include_answer: false,
      include_raw_content: false,
      include_images: false,
    },
  }),

  parseItems(body) {
    const results = getProperty(body, 'results');
    return Array.isArray(results) ? results : null;
  },

  parseHit: (item) =>
    createSearchHit({
      url: getProperty(item, 'url'),
      title: getProperty(item, 'title'),
      snippet: getProperty(item, 'content'),
      published: getProperty(item, 'published_date'),
    }),

  /** 432: plan limit; 433: pay-as-you-go limit (https://help.tavily.com, “Errors Code”). */
  parseRefusal: ({ status }: EngineAnswer): Refusal | null =>
    status === 432 || status === 433 ? { code: 'search.quota' } : null,
};
