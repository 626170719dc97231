/** `grade_search_results`: grades earlier results for another question, in one model call. */
import { getTextArg, ToolError, type Tool } from '../../agent/tool-calls/index.ts';
import { findGrade } from '../../agent/frames/grade.ts';
import type { ListedResult } from '../../agent/frames/web-search.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import { mergeLabels } from '../../agent/frames/labels.ts';
import { gradeAndRecord } from './research-steps.ts';
import { resolveNeed } from './search-web-for-info.ts';
import { listResults, listSearchRounds, getWebLabels, checkSearched } from './web-artifacts.ts';
import { createDefinition, createTextProperty, LOCAL_READ } from '../definition.ts';

const MAX_GRADED = 20;

export const gradeSearchResults: Tool = {
  definition: createDefinition({
    name: 'grade_search_results',
    title: 'Grade the results',
    description:
      'Grade the results found so far for another question than the one they were searched for. Costs one small model call. Only what is graded relevant can be cited.',
    properties: {
      for: createTextProperty(600, 'What the results have to answer.'),
    },
    required: ['for'],
    examples: [{ input: { for: 'When was the gauge built?' }, description: 'the same pages may answer that too' }],
    promises: LOCAL_READ,
  }),
  tier: 'pure',
  timeoutMs: null,
  checkAvailability: checkSearched,
  async *run(args, context) {
    const need = resolveNeed(context.state(), getTextArg(args, 'for'));
    const results = listRecentResults(context.state());
    if (results.length === 0)
      throw new ToolError(NO_RESULTS_ERROR, true, 'Search with other words, or answer without.');
    const fresh = results.filter(({ url }) => !findGrade(url, need.text, context.state()));
    yield* gradeAndRecord(fresh, need, context);
    const graded = results.map((result) => ({ ...result, grade: findGrade(result.url, need.text, context.state()) }));
    const lines = graded.map(
      ({ ref, title, grade: { relevance = '', reason = '' } = {} }) => `[${ref}] ${relevance} (${reason}): ${title}`,
    );
    const relevant = graded.filter((one) => one.grade?.relevance === 'relevant').length;
    return {
      name: 'grades',
      payload: 'text',
      message: '{relevant} of {count} results bear on it.\n{lines}',
      metadata: { relevant, count: results.length, lines: lines.join('\n') },
      objects: [],
      labels: mergeLabels(need.labels, ...results.map(({ url }) => getWebLabels(url))),
    };
  },
};

/** Newest last, without this turn's: parallel calls may finish in any order. */
function listRecentResults(state: AgentState): readonly ListedResult[] {
  const results = listResults(listSearchRounds(state, 0, state.past.length));
  const all = new Map(results.map((result) => [result.url, result]));
  return [...all.values()].slice(-MAX_GRADED);
}

const NO_RESULTS_ERROR = {
  code: 'tool.nothing-found',
  message: 'The searches so far brought no results.',
  hint: 'Ask in other words.',
};
