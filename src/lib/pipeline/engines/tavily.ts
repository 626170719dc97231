/** Tavily's search (https://docs.tavily.com/documentation/api-reference/endpoint/search). */
import { type EngineDialect, appendPath, findList } from './engine-dialect.ts';
import { createHitParser } from './search-hit.ts';

export const tavily: EngineDialect = {
  limits: { characters: 400, results: 20 },

  /** No language parameter exists. Tavily's own, ungraded answer is not requested. */
  buildRequest: ({ words, count }, base) => ({
    url: appendPath(base, '/search'),
    body: {
      query: words,
      max_results: count,
      search_depth: 'basic',
      topic: 'general',
      include_answer: false,
      include_raw_content: false,
      include_images: false,
    },
  }),

  parseItems: (body) => findList(body, 'results'),
  parseHit: createHitParser({ url: 'url', title: 'title', snippet: 'content', published: 'published_date' }),

  /** 432: plan limit; 433: pay-as-you-go limit (https://help.tavily.com, “Errors Code”). */
  parseRefusal: ({ status }) => (status === 432 || status === 433 ? { code: 'search.quota' } : null),
};
