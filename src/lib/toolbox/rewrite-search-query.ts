/** `rewrite_search_query`: other words for a need, by a strategy, never a query that was tried. It searches nothing by itself. */
import { STRATEGIES, type Strategy } from '../agent/rag/types.ts';
import { rewriteQuery } from '../agent/rag/rewrite.ts';
import { worst } from '../agent/labels.ts';
import { ToolError, type Tool } from '../agent/tools.ts';
import { queriesByWords } from './by-words.ts';
import { TOOL_SCHEMAS } from './schemas.ts';
import { needOf } from './search-web-for-info.ts';
import { bearsOn, roundsOf, webLabels, whenSearched } from './web.ts';

export const rewriteSearchQuery: Tool = {
  definition: {
    name: 'rewrite_search_query',
    description:
      'Write another query for what the person wants to know, where searches brought nothing of use: broader, with synonyms, or a related subject. Then search with it.',
    inputSchema: TOOL_SCHEMAS.rewrite_search_query,
    outputSchema: null,
    examples: [{ input: { strategy: 'synonyms' }, description: 'pages may put it in other words' }],
    annotations: { title: 'Find other words', readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  tier: 'pure',
  timeoutMs: null,
  available: whenSearched,
  async *run(args, context) {
    const state = context.state();
    const need = needOf(state, args['for']);
    const strategy: Strategy = STRATEGIES.find((one) => one === args['strategy']) ?? 'broader';
    const rounds = roundsOf(state);
    const failed = (rounds.at(-1)?.results ?? []).filter(({ url }) => !bearsOn(need.text, url, state));
    const labels = worst(need.labels, ...failed.map(({ url }) => webLabels(url)));
    const next = yield* rewriteQuery(
      {
        strategy,
        need: need.text,
        tried: rounds.map(({ query }) => query),
        failed,
        key: `${context.call.key}/rewrite`,
        labels,
        byWords: queriesByWords(need.text, state.spec?.language ?? ''),
      },
      context,
    );
    if (next === null) throw new ToolError(NO_WORDS, true);
    return {
      name: 'query',
      payload: 'query',
      message: 'Another query ({strategy}): {query}',
      metadata: { ...next },
      objects: [],
      structured: { ...next },
      labels,
    };
  },
};

const NO_WORDS = {
  code: 'tool.nothing-found',
  message: 'There are no other words for it that have not been tried.',
  cure: 'Answer with what there is, or ask the person what they mean.',
};
