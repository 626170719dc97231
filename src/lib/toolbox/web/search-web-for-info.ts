/** `search_web_for_info`: agentic web RAG in one call. Finding nothing is a result. */
import {
  ENGINES,
  getTextArg,
  ToolError,
  type PlannedCall,
  type Tool,
  type ToolContext,
} from '../../agent/tool-calls/index.ts';
import { findArtifact } from '../../agent/state/artifacts.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import { USER_LABELS } from '../../agent/frames/frames.ts';
import { agenticRAG } from '../../agent/rag/rag.ts';
import type { Query } from '../../agent/frames/web-search.ts';
import { formatEngineLabel } from '../../pipeline/engines/engine-info.ts';
import { extractKeywords } from '../../pipeline/engines/keywords.ts';
import { MAX_QUERY_WORDS } from './keyword-search.ts';
import { SELECTION } from '../page/explain-text-with-context.ts';
import { createRagSteps, type Need } from './research-steps.ts';
import { readSources } from './web-reading.ts';
import { listSearchRounds, checkSearchAllowed, getWebLabels } from './web-artifacts.ts';
import { buildWebPassages } from './web-passages.ts';
import { createDefinition, createTextProperty, WEB_READ } from '../definition.ts';

const SEARCH_TOOL = 'search_web_for_info';

export const searchWebForInfo: Tool = {
  definition: createDefinition({
    name: SEARCH_TOOL,
    title: 'Search the web',
    description:
      'Search the web for what the person wants to know: results are graded, other words tried where most are of no use, the best pages read. Brings the passages that answer.',
    properties: {
      query: createTextProperty(
        600,
        'Words to search with, no question: names, terms, numbers, in the language of the likeliest pages.',
      ),
      for: createTextProperty(
        600,
        'What the results have to answer, as a whole question; the person’s request unless told.',
      ),
    },
    required: ['query'],
    examples: [{ input: { query: 'Elbe tide gauge record height' }, description: 'how high did the Elbe rise?' }],
    promises: WEB_READ,
  }),
  tier: 'public-read',
  getDestination: () => ENGINES,
  getDeparture: ({ query }, { spec }) => ({
    to: (spec?.search ?? []).map(formatEngineLabel),
    text: typeof query === 'string' ? query : '',
  }),
  errorLabels: getWebLabels(''),
  timeoutMs: null, // every engine, page and model call in it has its own timeout
  checkAvailability(state) {
    if ((state.spec?.search.length ?? 0) === 0) return 'no search engine is set up.';
    if (countSearches(state) >= MAX_SEARCHES) return `${SEARCHED_ENOUGH} Answer, or read another result.`;
    return checkSearchAllowed(state);
  },
  async *run(args, context) {
    if (countSearchesBefore(context) >= MAX_SEARCHES)
      throw new ToolError(SEARCH_LIMIT_ERROR, false, 'Answer with what was found, or read another result.');
    const need = resolveNeed(context.state(), args['for']);
    const by = context.state().turn?.by === 'model' ? 'model' : 'user';
    const first: Query = { query: getTextArg(args, 'query'), strategy: '', why: '', by };
    const { relevant, rounds } = yield* agenticRAG(first, createRagSteps(need, context));
    yield* readSources(relevant, need.text, context);
    const urls = new Set(relevant.map(({ url }) => url));
    return buildWebPassages(need, rounds, (source) => urls.has(source.meta.url), context);
  },
};

/** Per question, each with its rewrites; bounds the cost in advance. */
export const MAX_SEARCHES = 2;
const SEARCHED_ENOUGH = `the web was searched ${String(MAX_SEARCHES)} times for this question.`;
const SEARCH_LIMIT_ERROR = {
  code: 'search.enough',
  message: `It was not searched: ${SEARCHED_ENOUGH}`,
  hint: 'Ask again to search further.',
};

const countSearches = (state: AgentState, to = Infinity): number =>
  listSearchRounds(state, state.request.firstTurn, to).filter(({ strategy }) => strategy === '').length;

/** Counts earlier searches of the request: of parallel ones, the first use up the limit. */
function countSearchesBefore({ state, call }: ToolContext): number {
  const { turn, past } = state();
  const calls = turn?.calls.filter(({ tool }) => tool === SEARCH_TOOL) ?? [];
  return countSearches(state(), past.length) + calls.findIndex(({ key }) => key === call.key);
}

const MAX_NEED_CHARS = 600;

/** The call's own argument, else the selection to be looked up, else the user's request. */
export function resolveNeed(state: AgentState, question?: unknown): Need {
  if (typeof question === 'string' && question.trim() !== '')
    return { text: question, labels: state.turn?.promptLabels ?? USER_LABELS };
  const selection = findArtifact(state, SELECTION);
  const words = state.spec?.selection ? (selection?.meta.words ?? '') : '';
  // the user pressed Search on it, so its words may go where their own may; what stands around it may not
  if (words !== '' && selection)
    return { text: words.slice(0, MAX_NEED_CHARS), labels: { ...selection.labels, confidentiality: 'public' } };
  return { text: (state.spec?.goal ?? '').slice(0, MAX_NEED_CHARS), labels: USER_LABELS };
}

export function planSearch(state: AgentState): PlannedCall {
  const { text } = resolveNeed(state);
  const words = extractKeywords(text, state.spec?.language ?? '').slice(0, MAX_QUERY_WORDS);
  const query = words.join(' ') || text.slice(0, MAX_NEED_CHARS);
  return { tool: SEARCH_TOOL, args: { query }, thought: 'The web has to be searched first.' };
}
