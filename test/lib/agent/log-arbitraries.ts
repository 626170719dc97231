/** Frames of every kind with anything in them, for properties of what is made of frames. */
import fc from 'fast-check';
import {
  SYSTEM_LABELS,
  type Artifact,
  type Frame,
  type ModelBinding,
  type Prices,
  type RunConfig,
  type RunRequest,
} from '../../../src/lib/agent/frames/frames.ts';
import { stamp, type FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { anyCitation } from '../../kit/runs/citations.ts';
import { manifestOf, NO_RIGHTS } from '../../kit/agents/played-agents.ts';
import { modelTermsOf, specOf } from '../../kit/runs/world.ts';
import { hostile } from './hostile-words.ts';

const one = (id: string): ModelBinding => modelTermsOf({ id, label: `${id} at host`, prices: PRICES[id] ?? null });
/** Each at prices of its own; of the last nobody knows any. */
const PRICES: Readonly<Record<string, Prices>> = {
  m: { input: 1, cached: 0.5, output: 2, asOf: '' },
  f: { input: 0.25, cached: 0.125, output: 0.5, asOf: '2025-09-01' },
  other: { input: 8, cached: 4, output: 16, asOf: '2025-09-02' },
};
const MODEL = fc.constantFrom('m', 'f', 'v', 'b', 'other', '', 'nobody');

const config: RunConfig = {
  models: { main: one('m'), fast: one('f'), vision: one('v'), fallback: one('b') },
  limits: { maxSteps: 5, maxRetries: 3, wallClockMs: 60_000, tokenBudget: 1000, maxCost: null, warnAt: 0.8 },
  grants: [],
  search: [],
  agents: [],
  others: [],
  private: false,
};

// as JSON that was read: storage turns -0 into 0
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as typeof value);
const args = fc.dictionary(fc.string({ maxLength: 8 }), json, { maxKeys: 3 }) as fc.Arbitrary<Record<string, never>>;
const step = fc.nat(9);
const by = fc.constantFrom('model', 'rule');
const key = fc.constantFrom('1.0/a', '1.1/b', '2/decide', '3/answer');
const labels = fc.constant(SYSTEM_LABELS);
const tool = fc.oneof(fc.constantFrom('read_page', 'find_in_page', 'open_link'), hostile);
const doubts = fc.array(fc.record({ citation: step, reason: hostile }), { maxLength: 2 });
const error = fc.record({ code: fc.constant('tool.x'), message: hostile, hint: hostile });
const body = fc.record({ hash: fc.constant('h'), length: fc.nat(), tokens: fc.nat(), preview: hostile });

const is = <K extends FrameDraft['kind']>(
  kind: K,
): { readonly kind: fc.Arbitrary<K>; readonly labels: typeof labels } => ({ kind: fc.constant(kind), labels });

const pictures = fc.array(
  fc.record({
    hash: fc.constant('h'.repeat(64)),
    text: fc.constantFrom(null, 't'.repeat(64)),
    url: hostile,
    title: hostile,
  }),
  { maxLength: 2 },
);
const request: fc.Arbitrary<RunRequest> = fc.record({
  job: fc.constantFrom('ask', 'screenshot'),
  goal: hostile,
  tabId: fc.nat(9),
  also: fc.array(fc.nat(9), { maxLength: 2 }),
  selection: fc.constant(null),
  pictures,
  language: fc.constantFrom('', 'de'),
  agent: fc.constant(''),
  action: fc.constantFrom('', 'search'),
  sources: fc.constantFrom(null, { pinned: ['https://example.org/a'], banned: [] }),
});

const artifact = fc.record({
  name: hostile,
  body,
  meta: args,
  hidden: fc.boolean(),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<Artifact>;

const draft: fc.Arbitrary<FrameDraft> = fc.oneof(
  fc.record({
    ...is('plan'),
    step,
    by,
    thought: hostile,
    decision: fc.constantFrom('call', 'respond', 'ask', 'impossible', 'invalid'),
    problem: fc.option(hostile),
    reply: fc.option(key),
    held: fc.constant([]),
  }),
  fc.record({ ...is('tool.call'), step, ordinal: fc.nat(3), tool, args, key, reasoning: hostile }),
  fc.record({
    ...is('tool.result'),
    key,
    tool,
    index: fc.nat(2),
    final: fc.boolean(),
    isError: fc.boolean(),
    payload: fc.constant('text'),
    message: hostile,
    content: fc.constant([]),
    structured: json as fc.Arbitrary<null>,
    objects: fc.array(artifact, { maxLength: 2 }),
    error: fc.option(error),
    recoverable: fc.boolean(),
    end: fc.boolean(),
    ms: fc.nat(9999),
  }),
  fc.record({ ...is('observation'), step, by, text: hostile, of: fc.array(key, { maxLength: 2 }) }),
  fc.record({
    ...is('model.call'),
    step,
    key,
    attempt: fc.integer({ min: 1, max: 4 }),
    model: MODEL,
    purpose: fc.constantFrom('decide', 'answer', 'part', 'reflect', 'compact', 'look', 'opinion'),
    part: fc.option(fc.record({ index: fc.integer({ min: 1, max: 3 }), of: fc.constant(3) })),
    estimate: fc.record({ input: fc.nat(), output: fc.nat() }),
    shares: fc.array(
      fc.record({
        source: fc.oneof(fc.constantFrom('instructions', 'tools', 'https://example.org'), hostile),
        tokens: fc.nat(),
      }),
      { maxLength: 3 },
    ),
    promptHash: fc.constant('p'),
  }),
  fc.record({
    ...is('reflection'),
    step,
    by,
    of: fc.array(key, { maxLength: 2 }),
    errorType: fc.constantFrom('tool.timeout', 'tool.broken'),
    failedAction: fc.record({ tool: hostile, args }),
    analysis: hostile,
    suggestedFix: hostile,
    repeated: fc.boolean(),
  }),
  fc.record({
    ...is('compaction'),
    step,
    stage: fc.constantFrom('clear', 'summary'),
    by,
    to: fc.nat(6),
    summary: hostile,
    sources: fc.array(fc.record({ title: hostile, uri: hostile }), { maxLength: 2 }),
    before: fc.nat(),
    after: fc.nat(),
  }),
  fc.record({
    ...is('model.reply'),
    key,
    text: hostile,
    calls: fc.array(fc.record({ id: fc.constant('c'), name: tool, arguments: hostile }), { maxLength: 2 }),
    finish: fc.constantFrom('stop', 'tool-calls', 'length', 'failed', 'aborted'),
    failure: fc.option(
      fc.record({ code: fc.constant('model.cut'), message: hostile, hint: hostile, retryable: fc.boolean() }),
    ),
    ms: fc.nat(9999),
  }),
  fc.record({
    ...is('usage'),
    key,
    model: MODEL,
    input: fc.nat(9999),
    output: fc.nat(9999),
    cached: fc.nat(9),
    reasoning: fc.nat(9),
    source: fc.constantFrom('provider', 'counted', 'lost'),
  }),
  fc.record({
    ...is('grade'),
    step,
    of: key,
    need: hostile,
    grades: fc.array(
      fc.record({
        url: hostile,
        relevance: fc.constantFrom('relevant', 'not_relevant'),
        confidence: fc.double({ min: 0, max: 1, noNaN: true }),
        reason: hostile,
        by,
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record({
    ...is('ask.user'),
    step,
    key,
    form: fc.constantFrom('question', 'approval', 'outcome', 'turn'),
    text: hostile,
    citations: fc.array(anyCitation(hostile), { maxLength: 1 }),
    call: fc.option(
      fc.record({
        ordinal: fc.nat(2),
        tool,
        args,
        reasoning: hostile,
        hash: fc.constant('h'.repeat(64)),
        grant: fc.constantFrom(null, { tool: 'open_link', origin: 'https://example.org' }),
        leaves: fc.constantFrom(null, { to: ['example.org'], text: 'https://example.org/' }),
      }),
    ),
  }),
  fc.record({
    ...is('wait'),
    reason: fc.constantFrom('rate-limit', 'backoff', 'user'),
    until: fc.nat(),
    message: hostile,
  }),
  fc
    .tuple(
      hostile,
      fc.oneof(
        fc.constantFrom(
          { control: 'cancel' } as const,
          { control: 'retry', config } as const,
          { control: 'limit', limit: 'steps' } as const,
        ),
        fc.record({ control: fc.constant('resume' as const), lost: fc.array(key, { maxLength: 2 }) }),
        fc.record({ control: fc.constant('follow' as const), request, config: fc.constant(config) }),
        fc.record({ control: fc.constant('answer' as const), ask: key, text: hostile }),
        fc.record({
          control: fc.constant('approve' as const),
          ask: key,
          hash: fc.constant('h'.repeat(64)),
          always: fc.constantFrom(null, { tool: 'open', origin: 'https://example.org' }),
        }),
        fc.record({ control: fc.constant('decline' as const), ask: key }),
        fc.record({ control: fc.constant('outcome' as const), ask: key, happened: fc.boolean() }),
        fc.constant({ control: 'restore', compaction: 'r1/3' } as const),
        fc.constant({ control: 'rate', exchange: 0, rating: 'good' } as const),
        fc.constant({ control: 'shorten', share: 0.5 } as const),
        fc.record({ control: fc.constant('switch' as const), from: MODEL, to: MODEL, reason: hostile }),
      ),
    )
    .map(([note, control]): FrameDraft => ({
      kind: 'control',
      labels: SYSTEM_LABELS,
      commandId: null,
      note,
      ...control,
    })),
  fc.record({
    ...is('agent.response'),
    text: hostile,
    partial: fc.boolean(),
    impossible: fc.boolean(),
    note: hostile,
    citations: fc.array(anyCitation(hostile), { maxLength: 3 }),
  }),
  fc.record({ ...is('opinion'), by: fc.option(hostile), doubts }),
  fc.record({ ...is('error'), error }),
);

/** Keys of calls that agents are called with, as far as any of the calls above has them, and names that nobody was given. */
const within = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1.0/a', '1.0/a>1.1/b', '1.1/b', '1.1/b>1.0/a>1.1/b') },
  fc.constantFrom('', '>', '>>', '1.0/a>', '>1.0/a', '__proto__', Array(40).fill('1.0/a').join('>')),
  hostile,
);

/** An agent that is called, with the models of its own terms. */
const called: fc.Arbitrary<FrameDraft> = fc
  .tuple(
    within,
    hostile,
    hostile,
    fc.constantFrom('m', 'f', 'other'),
    fc.constantFrom('tool' as const, 'handoff' as const),
  )
  .map(([correlationId, goal, name, model, mode]) => {
    const agent = { ...manifestOf({ id: 'helper', mode, model }), name };
    const sub = { correlationId, agent, context: goal, path: ['helper'], ...NO_RIGHTS };
    const models = { main: one(model), fast: null, vision: null, fallback: one('b') };
    const spec = specOf({ ...config, models, job: 'agent', goal, sub });
    return { kind: 'agent.invoked', labels: SYSTEM_LABELS, agentId: 'helper', correlationId, spec };
  });

/** Frames of the run's own, and of agents that were called in it. */
const anybodys: fc.Arbitrary<FrameDraft> = fc.oneof(
  { weight: 6, arbitrary: draft },
  {
    weight: 3,
    arbitrary: fc
      .tuple(draft, fc.constantFrom('helper', ''), within)
      .map(([said, agentId, correlationId]) => ({ ...said, agentId, correlationId })),
  },
  { weight: 1, arbitrary: called },
);

/** The frames of a run from its beginning, in any order that no run would write. */
export const anyFrames: fc.Arbitrary<readonly Frame[]> = fc
  .tuple(
    hostile,
    fc.constantFrom('ask' as const, 'summarise' as const),
    pictures,
    fc.array(fc.tuple(anybodys, fc.nat(5000)), { maxLength: 25 }),
  )
  .map(([goal, job, pictures, said]) => {
    const spec = specOf({ ...config, job, goal, pictures });
    let at = 1_000_000;
    const all: readonly (readonly [FrameDraft, number])[] = [
      [{ kind: 'agent.invoked', labels: SYSTEM_LABELS, spec }, 0],
      ...said,
    ];
    return all.map(([draft, later], seq) => {
      const lastId = seq === 0 ? null : `r1/${String(seq - 1)}`;
      return stamp(draft, { runId: 'r1', seq, at: (at += later), product: 'test', lastId });
    });
  });
