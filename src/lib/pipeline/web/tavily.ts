/** Tavily's search (https://docs.tavily.com/documentation/api-reference/endpoint/search). */
import { property } from '../../base/loose.ts';
import type { EngineAnswer, EngineDialect, Refused } from './dialect.ts';
import { hitOf } from './hit.ts';
import { countWithin, wordsWithin } from './query.ts';

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

  /** It knows no language. Its own answer is not asked for: what stands in an answer here is read and graded. */
  request: (query, base) => ({
    url: base.endsWith(PATH) ? base : `${base}${PATH}`,
    body: {
      query: wordsWithin(query, MAX_WORDS),
      max_results: countWithin(query, MAX_COUNT),
      search_depth: 'basic',
      topic: 'general',
      include_answer: false,
      include_raw_content: false,
      include_images: false,
    },
  }),

  items(body) {
    const results = property(body, 'results');
    return Array.isArray(results) ? results : null;
  },

  hit: (item) =>
    hitOf({
      url: property(item, 'url'),
      title: property(item, 'title'),
      snippet: property(item, 'content'),
      published: property(item, 'published_date'),
    }),

  /** 432: what the plan allows is used up; 433: what was agreed to be paid (https://help.tavily.com, “Errors Code”). */
  refusal: ({ status }: EngineAnswer): Refused | null =>
    status === 432 || status === 433 ? { code: 'search.quota' } : null,
};
