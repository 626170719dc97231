/**
 * `grade_search_results`: what the results found so far are worth to another need than the one they were found for. One batched
 * model call, as in a search.
 */
import { textArg, ToolError, type Tool } from '../agent/tools.ts';
import { gradeFor } from '../agent/grade.ts';
import type { ListedResult } from '../agent/rag/types.ts';
import type { AgentState } from '../agent/state.ts';
import { worst } from '../agent/labels.ts';
import { TOOL_SCHEMAS } from './schemas.ts';
import { grade } from './research-steps.ts';
import { needOf } from './search-web-for-info.ts';
import { roundsOf, webLabels, whenSearched } from './web.ts';

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
  available: whenSearched,
  async *run(args, context) {
    const need = needOf(context.state(), textArg(args, 'for'));
    const results = resultsIn(context.state());
    if (results.length === 0) throw new ToolError(NO_RESULTS, true);
    const fresh = results.filter(({ url }) => !gradeFor(url, need.text, context.state()));
    yield* grade(fresh, need, context);
    const given = results.map((result) => ({ ...result, grade: gradeFor(result.url, need.text, context.state()) }));
    const lines = given.map(
      ({ ref, title, grade: { relevance = '', reason = '' } = {} }) => `[${ref}] ${relevance} (${reason}): ${title}`,
    );
    const relevant = given.filter((one) => one.grade?.relevance === 'relevant').length;
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

/** Results of all searches before this turn, each once, the newest of them: those beside this call come in any order. */
function resultsIn(state: AgentState): readonly ListedResult[] {
  const rounds = roundsOf(state, 0, state.past.length);
  const all = new Map(rounds.flatMap(({ results }) => results.map((result) => [result.url, result] as const)));
  return [...all.values()].slice(-MOST);
}

const NO_RESULTS = {
  code: 'tool.nothing-found',
  message: 'The searches so far brought no results.',
  cure: 'Search with other words, or answer without.',
};
