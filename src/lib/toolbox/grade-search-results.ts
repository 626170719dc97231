/**
 * `grade_search_results`: what the results found so far are worth to another need than the one they were found for. One batched
 * model call, as in a search.
 */
import { textArg, ToolError, type Tool } from '../agent/tools.ts';
import type { ListedResult } from '../agent/rag/types.ts';
import type { AgentState } from '../agent/state.ts';
import { worst } from '../agent/labels.ts';
import { TOOL_SCHEMAS } from './schemas.ts';
import { grade } from './research-steps.ts';
import { needOf } from './search-web-for-info.ts';
import { roundsOf, webLabels } from './web.ts';

/** Most results that are graded at once: the newest. */
const MOST = 20;

export const gradeSearchResults: Tool = {
  definition: {
    name: 'grade_search_results',
    description:
      'Grade the results found so far for another question than the one they were searched for. Costs one small model call. Only what is graded relevant can be cited.',
    inputSchema: TOOL_SCHEMAS.grade_search_results,
    outputSchema: null,
    examples: [{ input: { for: 'When was the gauge built?' }, description: 'the same pages may answer that too' }],
    annotations: { title: 'Grade the results', readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  tier: 'pure',
  timeoutMs: null,
  available: (state) =>
    roundsOf(state).length > 0 ? true : 'nothing has been searched yet; call search_web_for_info first.',
  async *run(args, context) {
    const need = needOf(context.state(), textArg(args, 'for'));
    const results = resultsIn(context.state());
    if (results.length === 0) throw new ToolError(NO_RESULTS, true);
    const fresh = results.filter(({ url }) => context.state().grades.get(url)?.need !== need.text);
    yield* grade(fresh, need, context, 'again');
    const { grades } = context.state();
    const lines = results.map(({ ref, url, title }) => {
      const given = grades.get(url);
      return `[${ref}] ${given?.relevance ?? ''} (${given?.reason ?? ''}): ${title}`;
    });
    const relevant = results.filter(({ url }) => grades.get(url)?.relevance === 'relevant').length;
    return {
      name: 'grades',
      payload: 'text',
      message: '{relevant} of {count} results bear on it.\n{lines}',
      metadata: { relevant, count: results.length, lines: lines.join('\n') },
      objects: [],
      labels: worst(need.labels, ...results.map(({ url }) => webLabels(url))),
    };
  },
};

/** Results of all searches, each once, the newest of them. */
function resultsIn(state: AgentState): readonly ListedResult[] {
  const all = new Map(roundsOf(state).flatMap(({ results }) => results.map((result) => [result.url, result] as const)));
  return [...all.values()].slice(-MOST);
}

const NO_RESULTS = {
  code: 'tool.nothing-found',
  message: 'The searches so far brought no results.',
  cure: 'Search with other words, or answer without.',
};
