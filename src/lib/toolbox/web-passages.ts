/** What a search of the web comes to: the passages of its sources that answer. The one rule: of no source that may not be cited. */
import type { AgentState, Found } from '../agent/state.ts';
import type { SearchRound } from '../agent/rag/types.ts';
import { worst } from '../agent/labels.ts';
import type { ToolContext, ToolOutcome } from '../agent/tools.ts';
import { FOUND } from './find-in-page.ts';
import { keepBody, metaText, resourceOf } from './page.ts';
import { openings, passagesOn } from './passages.ts';
import { sourcesIn } from './sources.ts';
import { isUsable, textsOf } from './usable.ts';
import { WEB, webLabels } from './web.ts';
import type { Need } from './research-steps.ts';

/** Passages that a search brings. */
const PASSAGES = 8;
const SEVERAL = { title: 'Passages of pages on the web', uri: '', language: '' } as const;

/** `bears`: which addresses bear on the need. What was found for another question is none of them. */
export async function webPassages(
  need: Need,
  rounds: readonly SearchRound[],
  bears: (source: Found) => boolean,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { ports, state, signal } = context;
  const sources = sourcesIn(state());
  const isMeant = (source: Found): boolean => source.name === WEB && isUsable(source, state()) && bears(source);
  const usable = sources.filter(isMeant);
  const speechless = context.model('decide').toolCalling === 'none';
  if (usable.length === 0) return nothing(rounds, need, context);
  const texts = await textsOf(sources, context, isMeant);
  const lookUp = { limit: PASSAGES, signal };
  const wanted = [need.text, ...rounds.map(({ query }) => query)].join('\n');
  // who answers by the words of the need alone can do nothing with passages that have others
  const found = await passagesOn(speechless ? need.text : wanted, texts, lookUp);
  if (!found && speechless) return end(WORDLESS, need, rounds);
  const { text, ids, spans, from } = found ?? (await openings(texts, lookUp));
  const body = await keepBody(text, ports);
  const pages = usable.filter(({ meta }) => meta['how'] === 'page').length;
  const count = new Set(rounds.flatMap(({ results }) => results.map(({ url }) => url))).size;
  return {
    name: FOUND,
    payload: 'passages',
    message:
      'Queries: {searches}. Sources that bear on it: {usable}, of {count} results; read: {pages}. Passages that follow: {passages}.',
    metadata: { searches: rounds.length, usable: usable.length, count, pages, passages: ids.length },
    objects: [
      {
        name: FOUND,
        body,
        meta: { query: need.text, ids: [...ids], spans: spans.map((span) => [...span]), from: [...from] },
        hidden: false,
      },
    ],
    content: text === '' ? [] : [{ ...resourceOf(usable[0], body), ...SEVERAL }],
    labels: worst(need.labels, ...usable.map((source) => webLabels(metaText(source, 'url')))),
  };
}

/** Nothing that could be used: who writes of their own knowledge is told so; nobody who has none has to be asked. */
function nothing(rounds: readonly SearchRound[], need: Need, { model, state }: ToolContext): ToolOutcome {
  const why = failureOf(rounds, state());
  if (model('decide').toolCalling === 'none') return end(`${why} ${IGNORANT}`, need, rounds);
  return { ...end(`${why} ${ANSWER_ANYWAY}`, need, rounds), end: false };
}

const end = (message: string, need: Need, rounds: readonly SearchRound[]): ToolOutcome => ({
  name: FOUND,
  payload: 'text',
  message,
  objects: [],
  end: true,
  labels: worst(need.labels, ...rounds.flatMap(({ results }) => results.map(({ url }) => webLabels(url)))),
});

const IGNORANT =
  'The built-in engine knows nothing by itself: choose a model in Settings to be answered from what it knows.';
const WORDLESS =
  'Pages were found, but none says it in the words of the question, and the built-in engine goes by words alone. Look at the sources, or choose a model in Settings.';
const NONE_LEFT = 'None of the sources that are left answers this.';
const ANSWER_ANYWAY =
  'Answer from what you know, in plain words and without sources; the person is told above your answer that nothing was found.';

/** Why there is nothing, in one honest sentence for the person. */
export function failureOf(rounds: readonly Pick<SearchRound, 'engines'>[], { spec }: Pick<AgentState, 'spec'>): string {
  if (spec?.sources) return NONE_LEFT;
  const engines = rounds.flatMap((round) => round.engines);
  if (engines.some(({ outcome }) => outcome === 'answered')) return 'Nothing was found on the web that answers this.';
  const whys = engines
    .filter(({ why, outcome }) => why !== '' && outcome !== 'not-needed')
    .map(({ label, why }) => (why.startsWith(label) ? why : `${label}: ${why}`)); // most say their name themselves
  return `The web could not be searched. ${Array.from(new Set(whys)).join(' ')}`.trim();
}
