/** Builds the result of a web search, only from sources that may be cited. */
import type { AgentState } from '../../agent/state/agent-state.ts';
import type { FoundArtifact } from '../../agent/state/artifacts.ts';
import type { SearchRound } from '../../agent/frames/web-search.ts';
import { mergeLabels } from '../../agent/frames/labels.ts';
import type { ToolContext, ToolOutcome } from '../../agent/tool-calls/index.ts';
import { FOUND_PASSAGES } from '../page/find-in-page.ts';
import { storeBody, createResource, WEB, type Source } from '../page/page-artifacts.ts';
import { createPassageSearch, getFirstPassages } from '../page/passage-search.ts';
import { listSources } from '../sources.ts';
import { getWebLabels, isUsable, listResults, readSourceTexts } from './web-artifacts.ts';
import type { Need } from './research-steps.ts';

const MAX_PASSAGES = 8;
const SEVERAL_PAGES = { title: 'Passages of pages on the web', uri: '', language: '' } as const;

/** `isRelevant`: to the need; sources found for other questions are not. */
export async function buildWebPassages(
  need: Need,
  rounds: readonly SearchRound[],
  isRelevant: (source: FoundArtifact<typeof WEB>) => boolean,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { ports, state, signal } = context;
  const sources = listSources(state());
  const isIncluded = (source: Source): source is FoundArtifact<typeof WEB> =>
    source.name === WEB && isUsable(source, state()) && isRelevant(source);
  const usable = sources.filter(isIncluded);
  const isExtractive = context.model('decide').toolCalling === 'none';
  if (usable.length === 0) return buildEmptyOutcome(rounds, need, context);
  const texts = await readSourceTexts(sources, context, isIncluded);
  const search = await createPassageSearch(texts, signal);
  // the extractive engine cannot use passages found by other queries
  const queries = isExtractive ? [need.text] : [need.text, ...rounds.map(({ query }) => query)];
  const found = search.find(queries, MAX_PASSAGES);
  if (!found && isExtractive) return buildFinalOutcome(NO_MATCH_NOTE, need, rounds);
  const { text, ids, spans, from } = found ?? (await getFirstPassages(texts, MAX_PASSAGES, signal));
  const body = await storeBody(text, ports);
  const pages = usable.filter(({ meta }) => meta.how === 'page').length;
  const count = new Set(listResults(rounds).map(({ url }) => url)).size;
  return {
    name: FOUND_PASSAGES,
    payload: 'passages',
    message:
      'Queries: {searches}. Sources that bear on it: {usable}, of {count} results; read: {pages}. Passages that follow: {passages}.',
    metadata: { searches: rounds.length, usable: usable.length, count, pages, passages: ids.length },
    objects: [
      {
        name: FOUND_PASSAGES,
        body,
        meta: { query: need.text, ids, spans, from },
        hidden: false,
      },
    ],
    content: text === '' ? [] : [{ ...createResource(usable[0], body), ...SEVERAL_PAGES }],
    labels: mergeLabels(need.labels, ...usable.map((source) => getWebLabels(source.meta.url))),
  };
}

function buildEmptyOutcome(rounds: readonly SearchRound[], need: Need, { model, state }: ToolContext): ToolOutcome {
  const reason = describeSearchFailure(rounds, state());
  if (model('decide').toolCalling === 'none') return buildFinalOutcome(`${reason} ${NO_KNOWLEDGE_NOTE}`, need, rounds);
  return { ...buildFinalOutcome(`${reason} ${ANSWER_ANYWAY}`, need, rounds), end: false };
}

const buildFinalOutcome = (message: string, need: Need, rounds: readonly SearchRound[]): ToolOutcome => ({
  name: FOUND_PASSAGES,
  payload: 'text',
  message,
  objects: [],
  end: true,
  labels: mergeLabels(need.labels, ...listResults(rounds).map(({ url }) => getWebLabels(url))),
});

const NO_KNOWLEDGE_NOTE =
  'The built-in engine has no knowledge of its own. Choose a model in Settings to answer without sources.';
const NO_MATCH_NOTE =
  'The built-in engine found no page with the words of the question. Look at the sources, or choose a model in Settings.';
const NO_SOURCE_LEFT = 'None of the sources that are left answers this.';
const ANSWER_ANYWAY =
  'Answer from what you know, in plain words and without sources; the person is told above your answer that nothing was found.';

export function describeSearchFailure(
  rounds: readonly Pick<SearchRound, 'engines'>[],
  { spec }: Pick<AgentState, 'spec'>,
): string {
  if (spec?.sources) return NO_SOURCE_LEFT;
  const engines = rounds.flatMap((round) => round.engines);
  if (engines.some(({ outcome }) => outcome === 'answered')) return 'Nothing was found on the web that answers this.';
  const reasons = engines
    .filter(({ why, outcome }) => why !== '' && outcome !== 'not-needed')
    .map(({ label, why }) => (why.startsWith(label) ? why : `${label}: ${why}`)); // most already begin with the engine's name
  return `The web could not be searched. ${Array.from(new Set(reasons)).join(' ')}`.trim();
}
