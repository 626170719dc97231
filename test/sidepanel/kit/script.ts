/** Scripted runs for the panel's tests: drafts of frames in, stamped frames out. */
import type { ListedRun } from '../../../src/lib/protocol/requests/history.ts';
import type { Args } from '../../../src/lib/agent/frames/decision.ts';
import {
  SYSTEM_LABELS,
  type Citation,
  type Grant,
  type Frame,
  type PlanFrame,
  type RunSpec,
} from '../../../src/lib/agent/frames/frames.ts';
import { stamp, type FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import type { AgentControlFrame, AskedCall, AskUserFrame } from '../../../src/lib/agent/frames/control-frames.ts';
import type { UsageFrame } from '../../../src/lib/agent/frames/model-frames.ts';
import type { Estimate } from '../../../src/lib/protocol/requests/run.ts';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import { MODEL } from './script-models.ts';
import { RUN, SPEC, START, TAB } from './script-spec.ts';

export { models, MODEL, OTHER } from './script-models.ts';
export { RUN, SPEC, START, TAB } from './script-spec.ts';
export { scriptedHost, type Answers, type Known, type ScriptedHost } from './scripted-host.ts';

const LIKELY = { ask: { calls: 2, input: 5120, output: 300 }, seen: { calls: 2, input: 9000, output: 400 } };
export const ESTIMATE: Estimate = {
  url: TAB.url,
  title: TAB.title,
  words: 1240,
  language: 'en',
  tokens: 1700,
  sample: '',
  topics: [],
  input: 3410,
  output: 800,
  total: 4210,
  calls: 1,
  metered: true,
  modelLabel: MODEL.label,
  paidFallback: '',
  budget: 200_000,
  likely: { calls: 1, input: 2437, output: 310 },
  ask: { calls: 5, input: 21_000, output: 4000, total: 25_000, asOf: [], metered: true, likely: LIKELY.ask },
  translation: { calls: 2, input: 3000, output: 6000, total: 9000, asOf: [], metered: true, likely: LIKELY.seen },
  askOfPictures: { calls: 9, input: 60_000, output: 6000, total: 66_000, asOf: [], metered: true, likely: LIKELY.seen },
  asOf: [],
};

/** Frames 0 … n of one run, a second apart. */
export function frames(...drafts: readonly FrameDraft[]): Frame[] {
  return drafts.map((draft, seq) => {
    const lastId = seq === 0 ? null : `${RUN}/${String(seq - 1)}`;
    return stamp(draft, { runId: RUN, seq, at: START + seq * 1000, product: '0.0.0-test', lastId });
  });
}

type ControlOf<F> = F extends AgentControlFrame ? Omit<F, keyof PlanFrame | 'commandId' | 'note'> : never;
type Control = ControlOf<AgentControlFrame>;
type DraftOf<K extends Frame['kind']> = Extract<FrameDraft, { readonly kind: K }>;

const base = { labels: SYSTEM_LABELS } as const;

export const say = {
  invoked: (spec: Partial<RunSpec> = {}): FrameDraft => ({
    ...base,
    kind: 'agent.invoked',
    spec: { ...SPEC, ...spec },
  }),
  plan: (step: number, changes: Partial<DraftOf<'plan'>> = {}): FrameDraft => ({
    ...base,
    kind: 'plan',
    step,
    by: 'rule',
    thought: 'so',
    decision: 'call',
    problem: null,
    reply: null,
    held: [],
    ...changes,
  }),
  toolCall: (tool: string, key = tool, args: Args = {}, ordinal = 0): FrameDraft => ({
    ...base,
    kind: 'tool.call',
    step: 1,
    ordinal,
    tool,
    args,
    key,
    reasoning: 'because',
  }),
  read: (language = 'en'): FrameDraft => ({
    ...base,
    kind: 'tool.result',
    key: 'read_page',
    tool: 'read_page',
    index: 0,
    final: true,
    isError: false,
    payload: 'page',
    content: [],
    structured: null,
    recoverable: true,
    end: false,
    message: 'Read “How tides work”: 1,240 words.',
    objects: [
      {
        name: 'page',
        body: { hash: 'h', length: 7000, tokens: 1700, preview: 'Tides…' },
        meta: {
          url: TAB.url,
          title: TAB.title,
          language,
          words: 1240,
          byline: '',
          published: '',
          site: '',
          tab: TAB.tabId,
        },
        hidden: false,
      },
    ],
    error: null,
    ms: 84,
  }),
  result: (key: string, message: string, isError = false): FrameDraft => ({
    ...base,
    kind: 'tool.result',
    key,
    tool: 'find_in_page',
    index: 0,
    final: true,
    isError,
    payload: isError ? 'error' : 'passages',
    message,
    content: [],
    structured: null,
    objects: [],
    error: isError ? { code: 'tool.x', message, hint: 'Try other words.' } : null,
    recoverable: true,
    end: false,
    ms: 12,
  }),
  observation: (text: string, of: readonly string[], by: 'model' | 'rule' = 'model'): FrameDraft => ({
    ...base,
    kind: 'observation',
    step: 1,
    by,
    text,
    of,
  }),
  decide: (key: string, step: number, attempt = 1): FrameDraft => ({
    ...base,
    kind: 'model.call',
    step,
    key,
    attempt,
    model: MODEL.id,
    purpose: 'decide',
    part: null,
    estimate: { input: 3410, output: 800 },
    shares: [],
    promptHash: 'p',
  }),
  ask: (form: AskUserFrame['form'], key: string, text = '', call: AskedCall | null = null): FrameDraft => ({
    ...base,
    kind: 'ask.user',
    step: 2,
    key,
    form,
    text,
    citations: [],
    call,
  }),
  modelCall: (key = 'answer', part: { index: number; of: number } | null = null, attempt = 1): FrameDraft => ({
    ...base,
    kind: 'model.call',
    step: 2,
    key,
    attempt,
    model: MODEL.id,
    purpose: part === null ? 'answer' : 'part',
    part,
    estimate: { input: 3410, output: 800 },
    shares: [],
    promptHash: 'p',
  }),
  reply: (text: string, key = 'answer', finish: 'stop' | 'failed' | 'aborted' = 'stop'): FrameDraft => ({
    ...base,
    kind: 'model.reply',
    key,
    text,
    calls: [],
    finish,
    failure:
      finish === 'failed'
        ? { code: 'model.rate-limited', message: 'The server is busy.', hint: 'Wait.', retryable: true }
        : null,
    ms: 4200,
  }),
  /** A call that is no part of the answer: why an action failed, or what to keep. */
  aside: (purpose: 'reflect' | 'compact' | 'opinion', key: string = purpose, attempt = 1): FrameDraft => ({
    ...base,
    kind: 'model.call',
    step: 2,
    key,
    attempt,
    model: MODEL.id,
    purpose,
    part: null,
    estimate: { input: 600, output: 200 },
    shares: [],
    promptHash: 'p',
  }),
  reflection: (changes: Partial<DraftOf<'reflection'>> = {}): FrameDraft => ({
    ...base,
    kind: 'reflection',
    step: 1,
    by: 'model',
    of: [],
    errorType: 'tool.x',
    failedAction: { tool: 'find_in_page', args: { query: 'moon' } },
    analysis: 'The page says lunar.',
    suggestedFix: 'Look for lunar.',
    repeated: false,
    ...changes,
  }),
  compaction: (changes: Partial<DraftOf<'compaction'>> = {}): FrameDraft => ({
    ...base,
    kind: 'compaction',
    step: 2,
    stage: 'summary',
    by: 'model',
    to: 1,
    summary: 'The moon was looked for.',
    sources: [],
    before: 6200,
    after: 2400,
    ...changes,
  }),
  usage: (
    input: number,
    output: number,
    key = 'answer',
    source: UsageFrame['source'] = 'provider',
    parts: Partial<Pick<UsageFrame, 'cached' | 'reasoning' | 'model'>> = {},
  ): FrameDraft => ({
    ...base,
    kind: 'usage',
    key,
    model: MODEL.id,
    input,
    output,
    cached: 0,
    reasoning: 0,
    source,
    ...parts,
  }),
  wait: (until: number, message = 'Rate-limited by the server.'): FrameDraft => ({
    ...base,
    kind: 'wait',
    reason: 'rate-limit',
    until,
    message,
  }),
  control: (control: Control, note = ''): FrameDraft => ({
    ...base,
    kind: 'control',
    commandId: null,
    note,
    ...control,
  }),
  answer: (text: string, note = '', citations: readonly Citation[] = []): FrameDraft => ({
    ...base,
    kind: 'agent.response',
    text,
    partial: note !== '',
    impossible: false,
    note,
    citations,
  }),
  error: (code: string, message: string, hint: string): FrameDraft => ({
    ...base,
    kind: 'error',
    error: { code, message, hint },
  }),
} as const;

/** A call that a user is asked about. */
export const asked = (tool: string, args: Args, reasoning = '', grant: Grant | null = null): AskedCall => ({
  ...{ ordinal: 0, tool, args, reasoning },
  ...{ hash: 'a'.repeat(64), grant, leaves: null },
});

/** The beginning of every run, up to the open call for the answer. */
export const OPENING: readonly FrameDraft[] = [
  say.invoked(),
  say.plan(1),
  say.toolCall('read_page'),
  say.read(),
  say.modelCall(),
];

export const estimated = (estimate: Partial<Estimate> = {}): Reply<'page.estimate'> => ({
  ok: true,
  value: { ...ESTIMATE, ...estimate },
});

/** A row of the history. */
export const listedRun = (changes: Partial<ListedRun> = {}): ListedRun => ({
  ...{ runId: RUN, title: 'How tides work', job: 'ask', page: '', url: '', requests: 1, pinned: false },
  ...{ snippet: '', requestedAt: 1_700_000_000_000, status: 'done' },
  ...changes,
});
