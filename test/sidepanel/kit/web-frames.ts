/** Frames of research on the web, as its tools give them. */
import type { Citation, Grade, RunSpec, SourceChoice, Artifact } from '../../../src/lib/agent/frames/frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import type { WebOutlook } from '../../../src/lib/protocol/requests/web.ts';
import type { EngineOutcome, ListedResult, SearchRound, WebSource } from '../../../src/lib/agent/frames/web-search.ts';
import { termsIn, wishIn } from '../../kit/runs/spec.ts';
import { say, SPEC } from './script.ts';

export const GOAL = 'Why are there two tides a day?';
const SEARCH_KEY = '1.0/search';

export const OUTLOOK: WebOutlook = {
  estimate: {
    ...{ calls: 4, input: 18_000, output: 2500, total: 20_500, asOf: [], metered: true },
    likely: { calls: 2, input: 6400, output: 1100 },
  },
  again: {
    ...{ calls: 2, input: 7000, output: 900, total: 7900, asOf: [], metered: true },
    likely: { calls: 1, input: 4200, output: 200 },
  },
  chat: {
    ...{ calls: 4, input: 5000, output: 6000, total: 11_000, asOf: [], metered: true },
    likely: { calls: 1, input: 300, output: 300 },
  },
  engines: ['SearXNG (search.example.org)', 'Wikipedia'],
  pages: true,
};

export const result = (ref: string, url: string, changes: Partial<ListedResult> = {}): ListedResult => ({
  ref,
  url,
  title: `Title of ${ref}`,
  snippet: `What is said of ${ref}.`,
  published: '',
  engines: ['Wikipedia'],
  ...changes,
});

export const engine = (label: string, changes: Partial<EngineOutcome> = {}): EngineOutcome => ({
  label,
  outcome: 'answered',
  count: 2,
  why: '',
  ms: 120,
  ...changes,
});

export const searchRound = (
  query: string,
  results: readonly ListedResult[],
  changes: Partial<SearchRound> = {},
): SearchRound => ({
  need: GOAL,
  query,
  strategy: '',
  why: '',
  by: 'user',
  engines: [engine('Wikipedia', { count: results.length })],
  results,
  ...changes,
});

let given = 0;
function outcome(name: 'results' | 'web', meta: SearchRound | WebSource, preview: string): FrameDraft {
  const draft = say.result(SEARCH_KEY, preview);
  if (draft.kind !== 'tool.result') throw new Error('drafts');
  given += 1;
  return {
    ...draft,
    tool: 'search_web_for_info',
    index: given,
    final: false,
    payload: name,
    objects: [
      {
        name,
        body: { hash: `${name} ${'url' in meta ? meta.url : meta.query}`, length: preview.length, tokens: 9, preview },
        meta,
        hidden: false,
      } as Artifact,
    ],
  };
}

export const web = {
  invoked: (spec: Partial<RunSpec> = {}): FrameDraft => say.invoked({ job: 'research', goal: GOAL, ...spec }),
  search: (): readonly FrameDraft[] => [say.plan(1), say.toolCall('search_web_for_info', SEARCH_KEY, { query: GOAL })],
  round: (round: SearchRound): FrameDraft => outcome('results', round, `${String(round.results.length)} results.`),
  grades: (grades: readonly Grade[], need = GOAL): FrameDraft => ({
    labels: { integrity: 'untrusted', confidentiality: 'public', origin: 'web' },
    kind: 'grade',
    step: 1,
    of: SEARCH_KEY,
    need,
    grades,
  }),
  source: (ref: string, url: string, changes: Partial<WebSource> = {}): FrameDraft =>
    outcome(
      'web',
      { ref, url, title: `Title of ${ref}`, language: 'en', how: 'page', why: '', links: [], ...changes },
      url,
    ),
  found: (): FrameDraft => say.result(SEARCH_KEY, 'Found 3 passages.'),
  answered: (text: string, note = '', citations: readonly Citation[] = [], step = 2): readonly FrameDraft[] => {
    const key = `${String(step)}/answer`;
    return [
      say.modelCall(key),
      say.reply(text, key),
      say.usage(900, 60, key),
      say.plan(step, { decision: 'respond', by: 'rule', reply: key }),
      say.answer(text, note, citations),
    ];
  },
  again: (sources: SourceChoice | null, goal = GOAL): FrameDraft =>
    say.control({
      control: 'follow',
      request: { ...wishIn(SPEC), job: 'research', goal, sources },
      config: termsIn(SPEC),
    }),
} as const;

export const grade = (url: string, changes: Partial<Grade> = {}): Grade => ({
  url,
  relevance: 'relevant',
  confidence: 0.9,
  reason: 'It is about tides.',
  by: 'model',
  ...changes,
});

export const [MOON, NOISE, SEA] = ['https://moon.example/tides', 'https://noise.example/', 'https://sea.example/a'];

/** One search that brought noise, one with other words; two pages read of what it found, one known from its excerpt. */
export const RESEARCHED: readonly FrameDraft[] = [
  web.invoked(),
  ...web.search(),
  web.round(
    searchRound(GOAL, [result('w1', NOISE), result('w2', MOON)], {
      engines: [
        engine('SearXNG', { outcome: 'failed', count: 0, why: 'It did not answer in time.' }),
        engine('Wikipedia'),
      ],
    }),
  ),
  web.grades([grade(NOISE, { relevance: 'not_relevant', confidence: 0.6, reason: 'It sells boats.' }), grade(MOON)]),
  web.round(
    searchRound('tides moon gravity', [result('w2', MOON), result('w3', SEA)], {
      strategy: 'related',
      why: 'Most results had nothing to do with it.',
      by: 'model',
    }),
  ),
  web.grades([grade(SEA, { confidence: 0.4, reason: 'Names the sea.', by: 'rule' })]),
  web.source('w2', MOON),
  web.source('w3', SEA, { how: 'snippet', why: 'The page took too long.' }),
  web.found(),
  ...web.answered('The moon pulls.'),
];
