/** The ways in which a question of the web can go that the benchmark measures, and the scripted model that takes it there. */
import type { EngineConfig } from '../../../src/lib/agent/ports.ts';
import type { RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import { listSearchRounds } from '../../../src/lib/toolbox/web/web-artifacts.ts';
import type { Say } from '../../kit/models/agent-model.ts';
import { gradesFor, judging, textOf } from '../../kit/web/web-world.ts';
import { FACT, type Finds, type ResearchWeb } from './research-web.ts';

export const GOAL = 'How high did the Elbe tide rise in Hamburg in 1962?';
export const CITED: Say = { text: `On 17 February 1962 [${FACT}](#), so about five metres and seventy centimetres.` };
const OWN: Say = { text: 'About five metres and seventy centimetres, as far as is known.' };

export interface Case {
  readonly name: string;
  readonly finds: Finds;
  readonly engines?: (web: ResearchWeb) => readonly EngineConfig[];
  readonly script?: readonly Say[];
  readonly embedded?: boolean;
  /** Asked after the first answer; what is measured is this alone. */
  readonly then?: (state: AgentState) => Partial<RunSpec>;
  /** Queries, sources cited, and how the answer begins. */
  readonly ends: { readonly queries: number; readonly cited: boolean; readonly lead?: string };
}

/** Good results for a query that has one of the words; noise for any other. */
const onlyFor =
  (words: RegExp): Finds =>
  (query) =>
    words.test(query) ? { good: 6, poor: 2 } : { good: 0, poor: 8 };
const always: Finds = () => ({ good: 6, poor: 2 });
const never: Finds = () => ({ good: 0, poor: 0 });
const LATER = 'When was the tide gauge of Hamburg rebuilt afterwards?';
const searchAgain: Say = {
  calls: [{ name: 'search_web_for_info', args: { reasoning: 'Another subject.', query: 'Hamburg gauge rebuilt' } }],
};

export const CASES: readonly Case[] = [
  { name: 'most results of use', finds: always, ends: { queries: 1, cited: true } },
  { name: 'rewritten once', finds: onlyFor(/broader/), ends: { queries: 2, cited: true } },
  { name: 'rewritten twice', finds: onlyFor(/synonyms/), ends: { queries: 3, cited: true } },
  {
    name: 'first engine down',
    finds: always,
    engines: ({ gone, engines }) => [gone, ...engines],
    ends: { queries: 1, cited: true },
  },
  {
    name: 'nothing found',
    finds: never,
    script: [OWN],
    ends: { queries: 3, cited: false, lead: 'Nothing was found on the web that answers this.' },
  },
  {
    name: 'all engines down',
    finds: never,
    engines: ({ gone }) => [gone, { ...gone, engine: 'tavily' }],
    script: [OWN],
    ends: { queries: 1, cited: false, lead: 'The web could not be searched.' },
  },
  { name: 'embedded engine', finds: always, embedded: true, ends: { queries: 1, cited: true } },
  {
    name: 'again, another source pinned',
    finds: always,
    script: [CITED, CITED],
    then: (state) => ({
      sources: {
        pinned: unread(state).slice(0, 1),
        banned: state.request.answer?.citations.flatMap(({ place }) => (place ? [place.url] : [])).slice(0, 1) ?? [],
      },
    }),
    ends: { queries: 1, cited: true },
  },
  {
    name: 'a follow-up that searches',
    finds: always,
    script: [CITED, searchAgain, CITED],
    then: () => ({ goal: LATER }),
    ends: { queries: 2, cited: true },
  },
];

/** Results of which no page was read. */
const unread = (state: AgentState): readonly string[] =>
  listSearchRounds(state).flatMap(({ results }) =>
    results.map(({ url }) => url).filter((url) => state.grades.get(url)?.relevance !== 'relevant'),
  );

/** Grades by the titles that the bench's own web gives its results; writes queries that name their strategy. */
export const judge = judging(
  (request, count) => gradesFor(count, (index) => isGood(request, index)),
  (request) =>
    JSON.stringify({ query: textOf(request).includes('Strategy: broader') ? 'tide broader' : 'tide synonyms' }),
);
const isGood = (request: ModelRequest, index: number): boolean =>
  new RegExp(`^${String(index)}\\. title: .*The tide in Hamburg`, 'm').test(textOf(request));
