/**
 * `search_web_for_info`: agentic RAG over the web, as one call that ends in the passages that answer. The one rule: it fails
 * only where nothing can be searched with; that nothing was found is a result, and is said.
 */
import { ENGINES } from '../agent/tools.ts';
import { findObject, type AgentState } from '../agent/state.ts';
import { USER, type Labels } from '../agent/frames.ts';
import { agenticRAG } from '../agent/rag/rag.ts';
import type { Query } from '../agent/rag/types.ts';
import { textArg, ToolError, type PlannedCall, type Tool, type ToolContext } from '../agent/tools.ts';
import { keywordsOf } from '../pipeline/web/keywords.ts';
import { MOST_WORDS } from './by-words.ts';
import { SELECTION } from './explain-text-with-context.ts';
import { metaText } from './page.ts';
import { ragSteps, type Need } from './research-steps.ts';
import { TOOL_SCHEMAS } from './schemas.ts';
import { readSources } from './web-reading.ts';
import { roundsOf, whenAskedAnew } from './web.ts';
import { webPassages } from './web-passages.ts';

export const SEARCH = 'search_web_for_info';

export const searchWebForInfo: Tool = {
  definition: {
    name: SEARCH,
    description:
      'Search the web for what the person wants to know: results are graded, other words tried where most are of no use, the best pages read. Brings the passages that answer.',
    inputSchema: TOOL_SCHEMAS.search_web_for_info,
    outputSchema: null,
    examples: [{ input: { query: 'Elbe tide gauge record height' }, description: 'how high did the Elbe rise?' }],
    annotations: { title: 'Search the web', readOnly: true, destructive: false, idempotent: true, openWorld: true },
  },
  tier: 'public-read',
  destination: () => ENGINES,
  timeoutMs: null, // every engine, page and model call in it has a bound of its own
  available(state) {
    if ((state.spec?.search.length ?? 0) === 0) return 'no search engine is set up.';
    if (searchesOf(state) >= MOST_SEARCHES) return `${SEARCHED_ENOUGH} Answer, or read another result.`;
    return whenAskedAnew(state);
  },
  async *run(args, context) {
    if (searchesBefore(context) >= MOST_SEARCHES) throw new ToolError(ENOUGH, false);
    const need = needOf(context.state(), args['for']);
    const by = context.state().turn?.by === 'model' ? 'model' : 'person';
    const first: Query = { query: textArg(args, 'query'), strategy: '', why: '', by };
    const { relevant, rounds } = yield* agenticRAG(first, ragSteps(need, context));
    yield* readSources(relevant, need.text, context);
    const urls = new Set(relevant.map(({ url }) => url));
    return webPassages(need, rounds, (source) => urls.has(metaText(source, 'url')), context);
  },
};

/** Searches for one question, each with its rewrites: what it takes is bounded before anything is spent. */
export const MOST_SEARCHES = 2;
const SEARCHED_ENOUGH = `the web was searched ${String(MOST_SEARCHES)} times for this question.`;
const ENOUGH = {
  code: 'search.enough',
  message: `It was not searched: ${SEARCHED_ENOUGH}`,
  cure: 'Answer with what was found, or read another result.',
};

/** Searches for the question at hand, by the queries that were not made out of others. */
const searchesOf = (state: AgentState, to = Infinity): number =>
  roundsOf(state, state.since, to).filter(({ strategy }) => strategy === '').length;

/** Those before this call: of searches side by side, which all may begin, the first ones count. */
function searchesBefore({ state, call }: ToolContext): number {
  const { turn, past } = state();
  const calls = turn?.calls.filter(({ tool }) => tool === SEARCH) ?? [];
  return searchesOf(state(), past.length) + calls.findIndex(({ key }) => key === call.key);
}

/** Characters of a selection, or of a request, that say what is to be known. */
const MOST_NEED = 600;

/** What is to be known: what the call says, else the selection that the person wants looked up, else their request. */
export function needOf(state: AgentState, said?: unknown): Need {
  if (typeof said === 'string' && said.trim() !== '') return { text: said, labels: state.turn?.led ?? USER };
  const selection = findObject(state, SELECTION);
  const words = state.spec?.selection ? metaText(selection, 'words') : '';
  if (words !== '' && selection) return { text: words.slice(0, MOST_NEED), labels: selection.labels };
  return { text: (state.spec?.goal ?? '').slice(0, MOST_NEED), labels: goalLabels };
}

const goalLabels: Labels = USER;

/** The search that code makes: the words of the need that an engine can use. */
export function searchFor(state: AgentState): PlannedCall {
  const { text } = needOf(state);
  const words = keywordsOf(text, state.spec?.language ?? '').slice(0, MOST_WORDS);
  const query = words.join(' ') || text.slice(0, MOST_NEED);
  return { tool: SEARCH, args: { query }, thought: 'The web has to be searched first.' };
}
