/** `rewrite_search_query`: writes a query that was not tried. It does not search. */
import { STRATEGIES, type Strategy } from '../../agent/frames/web-search.ts';
import { rewriteQuery } from '../../agent/rag/rewrite.ts';
import { mergeLabels } from '../../agent/frames/labels.ts';
import { ToolError, type Tool } from '../../agent/tool-calls/index.ts';
import { buildKeywordQueries } from './keyword-search.ts';
import { resolveNeed } from './search-web-for-info.ts';
import { isRelevantTo, listSearchRounds, getWebLabels, checkSearched } from './web-artifacts.ts';
import { createDefinition, createTextProperty, LOCAL_READ } from '../definition.ts';

export const rewriteSearchQuery: Tool = {
  definition: createDefinition({
    name: 'rewrite_search_query',
    title: 'Find other words',
    description:
      'Write another query for what the person wants to know, where searches brought nothing of use: broader, with synonyms, or a related subject. Then search with it.',
    properties: {
      strategy: { type: 'string', enum: ['broader', 'synonyms', 'related'], description: 'How to find other words.' },
      for: createTextProperty(600, 'What is to be found; the person’s request unless told.'),
    },
    required: ['strategy'],
    examples: [{ input: { strategy: 'synonyms' }, description: 'pages may put it in other words' }],
    promises: LOCAL_READ,
  }),
  tier: 'pure',
  timeoutMs: null,
  checkAvailability: checkSearched,
  async *run(args, context) {
    const state = context.state();
    const need = resolveNeed(state, args['for']);
    const strategy: Strategy = STRATEGIES.find((one) => one === args['strategy']) ?? 'broader';
    const rounds = listSearchRounds(state);
    const failed = (rounds.at(-1)?.results ?? []).filter(({ url }) => !isRelevantTo(need.text, url, state));
    const labels = mergeLabels(need.labels, ...failed.map(({ url }) => getWebLabels(url)));
    const next = yield* rewriteQuery(
      {
        strategy,
        need: need.text,
        tried: rounds.map(({ query }) => query),
        failed,
        key: `${context.call.key}/rewrite`,
        labels,
        codeQueries: buildKeywordQueries(need.text, state.spec?.language ?? ''),
        mayQuery: () => true, // it does not search
      },
      context,
    );
    if (next === null)
      throw new ToolError(NO_QUERY_ERROR, true, 'Answer with what there is, or ask the person what they mean.');
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

const NO_QUERY_ERROR = {
  code: 'tool.nothing-found',
  message: 'There are no other words for it that have not been tried.',
  hint: 'Ask in other words.',
};
