/**
 * The steps of a search of the web as the run's tools take them: each asks, reads and records. The one rule: what is recorded
 * is not done again, and no page is fetched twice.
 */
import { clip } from '../agent/bounds.ts';
import { askEngines } from '../agent/rag/chain.ts';
import { gradeResults, type Gradable } from '../agent/rag/grades.ts';
import type { RagSteps } from '../agent/rag/rag.ts';
import { rewriteQuery } from '../agent/rag/rewrite.ts';
import type { ListedResult, Query, SearchRound } from '../agent/rag/types.ts';
import type { Labels } from '../agent/frames.ts';
import type { Effects } from '../agent/journal.ts';
import type { Json } from '../base/json.ts';
import { worst } from '../agent/labels.ts';
import { ToolError, type ToolContext, type ToolOutcome } from '../agent/tools.ts';
import { mergeHits, type MergedHit } from '../pipeline/web/merge.ts';
import { gradeByWords, queriesByWords } from './by-words.ts';
import { keepBody } from './page.ts';
import { gradeFor } from '../agent/grade.ts';
import { bearsOn, choiceOf, questionSince, RESULTS, roundsOf, webLabels } from './web.ts';

/** Most results of one search that are kept and graded. */
const MOST_RESULTS = 10;

/** Characters of the longest list of references: those of linked pages are addresses. */
const MOST_NAME = 200;

/** `need`: what is to be known; `labels`: whose words that is. */
export interface Need {
  readonly text: string;
  readonly labels: Labels;
}

export function ragSteps(need: Need, context: ToolContext): RagSteps {
  const { spec, past } = context.state();
  const language = spec?.language ?? '';
  // asked for this question before: those of this call, and of calls beside it, may be others after an interruption
  const asked = roundsOf(context.state(), questionSince(context.state()), past.length).map(({ query }) => query);
  let searches = 0;
  return {
    async *search(query) {
      const nth = searches++;
      const result = yield* context.once(
        () => searchOnce(query, need, language, context),
        (recorded) => recorded.filter(({ payload }) => payload === 'results')[nth],
      );
      return result.objects[0]?.meta as unknown as SearchRound;
    },
    async *grade({ results }) {
      const fresh = results.filter(({ url }) => !gradeFor(url, need.text, context.state()));
      yield* grade(fresh, need, context);
    },
    isRelevant: ({ url }) => bearsOn(need.text, url, context.state()),
    rewrite: (rewriting) =>
      rewriteQuery(
        {
          ...rewriting,
          tried: [...asked, ...rewriting.tried],
          need: need.text,
          key: `${context.call.key}/rewrite-${String(rewriting.number)}`,
          labels: labelsOf(rewriting.failed, need),
          byWords: queriesByWords(need.text, language),
        },
        context,
      ),
  };
}

/** Grades results and records it; nothing where there are none. */
export async function* grade(
  results: readonly (Gradable & Pick<ListedResult, 'ref'>)[],
  need: Need,
  context: ToolContext,
): Effects<void> {
  if (results.length === 0) return;
  // a reply is about these and no others, which calls side by side may have graded before it is read again
  const name = results.map(({ ref }) => ref).join(',');
  const labels = labelsOf(results, need);
  const byWords = gradeByWords(context.state().spec?.language ?? '');
  const grades = yield* gradeResults(
    { need: need.text, results, key: `${context.call.key}/grade-${clip(name, MOST_NAME)}`, labels, byWords },
    context,
  );
  yield* context.grade({ need: need.text, grades, labels });
}

const labelsOf = (results: readonly Pick<ListedResult, 'url'>[], { labels }: Need): Labels =>
  worst(labels, ...results.map(({ url }) => webLabels(url)));

async function searchOnce(query: Query, need: Need, language: string, context: ToolContext): Promise<ToolOutcome> {
  const { ports, state, signal } = context;
  const configs = state().spec?.search ?? [];
  if (configs.length === 0) throw new ToolError(NO_ENGINE, false);
  const chain = configs.map((config) => ({ name: JSON.stringify(config), engine: ports.search.engineFor(config) }));
  const scope = { clock: ports.clock, health: ports.search.health, signal };
  const { outcomes, found } = await askEngines(chain, { words: query.query, count: MOST_RESULTS, language }, scope);
  const { banned } = choiceOf(state());
  const merged = mergeHits(found, MOST_RESULTS + banned.length).filter(({ url }) => !banned.includes(url));
  const results = listed(merged.slice(0, MOST_RESULTS), context);
  const round: SearchRound = { ...query, need: need.text, engines: outcomes, results };
  const body = await keepBody(toldOf(round), ports);
  return {
    name: RESULTS,
    payload: 'results',
    message: 'Searched for “{query}”: {count} results.',
    metadata: { query: query.query, count: results.length },
    // for the panel and for code: what is worth anything of it is shown to the model as passages
    objects: [{ name: RESULTS, body, meta: round as unknown as Readonly<Record<string, Json>>, hidden: true }],
    labels: labelsOf(results, need),
  };
}

/** Each address under the reference that it has, or the next one; of calls side by side each has numbers of its own. */
function listed(hits: readonly MergedHit[], { state, call }: ToolContext): readonly ListedResult[] {
  const known = new Map(roundsOf(state()).flatMap(({ results }) => results.map(({ url, ref }) => [url, ref] as const)));
  const ordinal = Number(/^\d+\.(\d+)/.exec(call.key)?.[1] ?? 0);
  const prefix = ordinal === 0 ? 'w' : `w${String(ordinal + 1)}-`;
  return hits.map((hit) => {
    const ref = known.get(hit.url) ?? `${prefix}${String(known.size + 1)}`;
    known.set(hit.url, ref);
    return { ref, ...hit };
  });
}

const toldOf = ({ query, results }: SearchRound): string =>
  [
    `Results for “${query}”:`,
    ...results.map(({ ref, title, url, snippet }) => `[${ref}] ${title}\n${url}\n${snippet}`),
  ].join('\n\n');

const NO_ENGINE = {
  code: 'search.no-engine',
  message: 'No search engine is set up.',
  cure: 'Add one under “Web search” in Settings, and try again.',
};
