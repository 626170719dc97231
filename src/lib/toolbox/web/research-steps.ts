/** The steps of a web search. A recorded step is not repeated, and no page is fetched twice. */
import { clip } from '../../base/one-line.ts';
import { askEngines } from '../../agent/rag/chain.ts';
import { gradeResults, type Gradable } from '../../agent/rag/grades.ts';
import type { RagSteps } from '../../agent/rag/rag.ts';
import { rewriteQuery } from '../../agent/rag/rewrite.ts';
import type { ListedResult, Query, SearchRound } from '../../agent/frames/web-search.ts';
import type { Labels } from '../../agent/frames/frames.ts';
import type { Commits } from '../../agent/state/journal.ts';
import { mergeLabels } from '../../agent/frames/labels.ts';
import { ToolError, type ToolContext, type ToolOutcome } from '../../agent/tool-calls/index.ts';
import { mergeHits, type MergedHit } from '../../pipeline/engines/merge-hits.ts';
import { createKeywordGrader, buildKeywordQueries } from './keyword-search.ts';
import { storeBody } from '../page/page-artifacts.ts';
import { findGrade } from '../../agent/frames/grade.ts';
import {
  isRelevantTo,
  getLatestSourceChoice,
  findQuestionStart,
  SEARCH_RESULTS,
  listResults,
  listSearchRounds,
  getWebLabels,
} from './web-artifacts.ts';

const MAX_RESULTS = 10;

const MAX_KEY_CHARS = 200;

/** `text`: the information wanted; `labels`: those of its author. */
export interface Need {
  readonly text: string;
  readonly labels: Labels;
}

export function createRagSteps(need: Need, context: ToolContext): RagSteps {
  const { spec, past } = context.state();
  const language = spec?.language ?? '';
  // after an interruption the queries of this turn may differ
  const earlierQueries = listSearchRounds(context.state(), findQuestionStart(context.state()), past.length).map(
    ({ query }) => query,
  );
  let searches = 0;
  return {
    async *search(query) {
      const index = searches++;
      const result = yield* context.giveOnce(
        () => runSearch(query, need, language, context),
        (recorded) => recorded.filter(({ payload }) => payload === 'results')[index],
      );
      const [found] = result.objects;
      if (found?.name !== SEARCH_RESULTS) throw new Error('A search without results.');
      return found.meta;
    },
    async *grade({ results }) {
      const fresh = results.filter(({ url }) => !findGrade(url, need.text, context.state()));
      yield* gradeAndRecord(fresh, need, context);
    },
    isRelevant: ({ url }) => isRelevantTo(need.text, url, context.state()),
    rewrite: (rewriting) =>
      rewriteQuery(
        {
          ...rewriting,
          tried: [...earlierQueries, ...rewriting.tried],
          need: need.text,
          key: `${context.call.key}/rewrite-${String(rewriting.number)}`,
          labels: mergeResultLabels(rewriting.failed, need),
          codeQueries: buildKeywordQueries(need.text, language),
          mayQuery: context.egress.mayQuery,
        },
        context,
      ),
  };
}

export async function* gradeAndRecord(
  results: readonly (Gradable & Pick<ListedResult, 'ref'>)[],
  need: Need,
  context: ToolContext,
): Commits<void> {
  if (results.length === 0) return;
  // a parallel call may have graded some of them before this one resumes
  const refs = results.map(({ ref }) => ref).join(',');
  const labels = mergeResultLabels(results, need);
  const byWords = createKeywordGrader(context.state().spec?.language ?? '');
  const grades = yield* gradeResults(
    {
      need: need.text,
      results,
      key: `${context.call.key}/grade-${clip(refs, MAX_KEY_CHARS)}`,
      labels,
      gradeByWords: byWords,
    },
    context,
  );
  yield* context.recordGrades({ need: need.text, grades, labels });
}

const mergeResultLabels = (results: readonly Pick<ListedResult, 'url'>[], { labels }: Need): Labels =>
  mergeLabels(labels, ...results.map(({ url }) => getWebLabels(url)));

async function runSearch(query: Query, need: Need, language: string, context: ToolContext): Promise<ToolOutcome> {
  const { ports, state, signal } = context;
  const configs = state().spec?.search ?? [];
  if (configs.length === 0) throw new ToolError(NO_ENGINE_ERROR, false);
  const chain = configs.map((config) => ({ name: JSON.stringify(config), engine: ports.search.getEngine(config) }));
  const scope = { clock: ports.clock, health: ports.search.health, signal };
  const { outcomes, found } = await askEngines(chain, { words: query.query, count: MAX_RESULTS, language }, scope);
  const { banned } = getLatestSourceChoice(state());
  const merged = mergeHits(found, MAX_RESULTS + banned.length).filter(({ url }) => !banned.includes(url));
  const results = assignRefs(merged.slice(0, MAX_RESULTS), context);
  const round: SearchRound = { ...query, need: need.text, engines: outcomes, results };
  const body = await storeBody(renderSearchResults(round), ports);
  return {
    name: SEARCH_RESULTS,
    payload: 'results',
    message: 'Searched for “{query}”: {count} results.',
    metadata: { query: query.query, count: results.length },
    objects: [{ name: SEARCH_RESULTS, body, meta: round, hidden: true }],
    labels: mergeResultLabels(results, need),
  };
}

/** Reuses references of known addresses. Parallel calls use separate number ranges. */
function assignRefs(hits: readonly MergedHit[], { state, call }: ToolContext): readonly ListedResult[] {
  const refs = new Map(listResults(listSearchRounds(state())).map(({ url, ref }) => [url, ref]));
  const ordinal = Number(/^\d+\.(\d+)/.exec(call.key)?.[1] ?? 0);
  const prefix = ordinal === 0 ? 'w' : `w${String(ordinal + 1)}-`;
  return hits.map((hit) => {
    const ref = refs.get(hit.url) ?? `${prefix}${String(refs.size + 1)}`;
    refs.set(hit.url, ref);
    return { ref, ...hit };
  });
}

const renderSearchResults = ({ query, results }: SearchRound): string =>
  [
    `Results for “${query}”:`,
    ...results.map(({ ref, title, url, snippet }) => `[${ref}] ${title}\n${url}\n${snippet}`),
  ].join('\n\n');

const NO_ENGINE_ERROR = {
  code: 'search.no-engine',
  message: 'No search engine is set up.',
  hint: 'Add one under “Web search” in Settings, and try again.',
};
