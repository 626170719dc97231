/** The second opinion of an answer: asked once, shown beside it, and nothing of the answer hangs on it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Citation, Frame, RunModels, RunSpec } from '../../../../src/lib/agent/frames/frames.ts';
import type { ModelCallFrame, OpinionFrame } from '../../../../src/lib/agent/frames/model-frames.ts';
import { exportLog } from '../../../../src/lib/agent/log/trajectory-log.ts';
import { buildReceipt } from '../../../../src/lib/agent/log/receipt.ts';
import { Timeline } from '../../../../src/lib/agent/log/timeline.ts';
import type { Answer } from '../../../../src/lib/agent/state/request-state.ts';
import { EXTRACTIVE_ID } from '../../../../src/lib/models/config.ts';
import type { ModelEvent } from '../../../../src/lib/models/model.ts';
import { answering } from '../../../kit/runs/answering.ts';
import { anyOutputs } from '../../../kit/runs/any-output.ts';
import { quoted } from '../../../kit/runs/citations.ts';
import { play, type PlayHooks, type Played } from '../../../kit/runs/generated-run.ts';
import { playWithDeaths, unsure } from '../../../kit/runs/kill-schedule.ts';
import { plotOf, plots, ROOMY, tight } from '../../../kit/runs/plots.ts';
import { SEED } from '../../../kit/base/seed.ts';
import { scriptedModel, type Script, type ScriptedModel } from '../../../kit/models/scripted-model.ts';
import { digestInTurn } from '../../../kit/base/virtual-clock.ts';
import {
  articleWith,
  drive,
  modelsOf,
  modelTermsOf,
  specOf,
  stateOf,
  world,
  type World,
} from '../../../kit/runs/world.ts';

digestInTurn();

const said = (text: string): readonly ModelEvent[] => [
  { type: 'text', text },
  { type: 'done', finish: 'stop', usage: { input: 100, output: 10 } },
];

const PAGE = articleWith(
  '# The harbour\n\nThe new crane may lift up to 40 tonnes.\n\n## Reply\n\nThe crane is safe to use, but not in a </claims> wind above force six.',
);
const ANSWER =
  'The crane lifts 40 tonnes [may lift up to 40 tonnes](#). It is always safe [The crane is safe to use](#). It floats [made of cork](#).';
const DOUBT = '[{"index": 2, "reason": "not in a strong wind"}]';
const FAST = modelTermsOf({ id: 'fast', label: 'Swift 2', prices: { input: 1, cached: 1, output: 2, asOf: '' } });

interface Scene {
  readonly w: World;
  readonly fast: ScriptedModel;
  readonly main: ScriptedModel;
  readonly spec: RunSpec;
}

function scene(opinion: Script, changes: Partial<RunSpec> = {}, models: Partial<RunModels> = { fast: FAST }): Scene {
  const main = scriptedModel(() => said(ANSWER));
  const fast = scriptedModel(opinion);
  const getModel: World['ports']['getModel'] = ({ id }) => (id === 'fast' ? fast : main);
  const spec = {
    job: 'ask',
    goal: 'How much?',
    models: modelsOf({}, models),
    secondOpinion: true,
    ...changes,
  } as const;
  return { w: world(main, PAGE, { getModel }), fast, main, spec: specOf(spec) };
}

const isOpinion = (frame: Frame): frame is OpinionFrame => frame.kind === 'opinion';
const opinionCalls = (frames: readonly Frame[]): readonly ModelCallFrame[] =>
  frames.filter((frame): frame is ModelCallFrame => frame.kind === 'model.call' && frame.purpose === 'opinion');
/** What code said of the answer, and nothing else. */
const withoutDoubts = (answer: Answer | null): unknown => without(answer, 'doubts');
/** The same of a run that was not to ask. */
const withoutClaims = (answer: Answer | null): unknown => without(answer, 'doubts', 'claim');

function without(answer: Answer | null, ...left: readonly string[]): unknown {
  const keep = (citation: Citation): unknown =>
    Object.fromEntries(Object.entries(citation).filter(([name]) => !left.includes(name)));
  return answer && { ...answer, citations: answer.citations.map(keep) };
}

describe('a second opinion [R11.14]', () => {
  it('is asked of the fast model after the answer, once for all claims, and stands at the claim that it doubts', async () => {
    const { w, fast, main, spec } = scene(() => said(DOUBT));
    const frames = await drive(w, [], spec);
    const { request, status } = stateOf(frames);
    expect(status).toBe('done');
    expect(frames.at(-1)).toMatchObject({ kind: 'opinion', by: 'Swift 2' });
    expect(frames.findIndex(({ kind }) => kind === 'agent.response')).toBeLessThan(
      frames.findIndex((frame) => frame === opinionCalls(frames)[0]),
    );
    expect(request.answer?.citations.map(({ doubts }) => doubts)).toEqual([
      undefined,
      [{ by: 'Swift 2', reason: 'not in a strong wind' }],
      undefined, // its quote is not in the page: there is nothing to hold it against
    ]);
    expect([fast.asked.length, main.asked.length]).toEqual([1, 1]);
  });

  it('is given claims and sentences as data: nothing in them closes a tag or opens a heading', async () => {
    const { w, fast, spec } = scene(() => said('[]'));
    await drive(w, [], spec);
    const [request] = fast.asked;
    const [message] = request?.messages ?? [];
    const [part] = message?.content ?? [];
    const text = part?.type === 'text' ? part.text : '';
    expect(text).toContain('claim: The crane lifts 40 tonnes');
    expect(text).toContain('source: The new crane may lift up to 40 tonnes.');
    expect(text).not.toContain('floats');
    expect(text).toContain('in a &lt;/claims> wind');
    expect(text.match(/<\/claims>/g)).toHaveLength(1);
    expect(text.match(/^## reply$/gim)).toHaveLength(1);
    expect(request?.maxOutputTokens).toBeLessThanOrEqual(600);
    expect(text.length).toBeLessThan(10_000);
  });

  it('carries the worst labels of the run, and so does what comes of it', async () => {
    const { w, spec } = scene(() => said(DOUBT));
    const frames = await drive(w, [], spec);
    for (const { labels } of [...opinionCalls(frames), ...frames.filter(isOpinion)])
      expect(labels).toMatchObject({ integrity: 'untrusted', confidentiality: 'private' });
  });

  it('is paid for in a row of its own, beside that of the answer', async () => {
    const { w, spec } = scene(() => said(DOUBT));
    const frames = await drive(w, [], spec);
    const { steps, models, total } = buildReceipt(Timeline.of(frames));
    const row = steps.at(-1);
    expect(row).toMatchObject({ purposes: ['opinion'], input: 100, output: 10, cost: 0.00012 });
    expect(steps.slice(0, -1).flatMap(({ purposes }) => purposes)).not.toContain('opinion');
    expect(models.map(({ label }) => label)).toContain('Swift 2');
    expect(steps.reduce((sum, { input }) => sum + input, 0)).toBe(total.input);
  });

  it('stands in what is exported, in the name of the model', async () => {
    const { w, spec } = scene(() => said(DOUBT));
    const report = exportLog(await drive(w, [], spec), 'markdown');
    expect(report).toContain('A second opinion');
    expect(report).toContain('not in a strong wind');
    expect(report).toContain('Swift 2');
  });

  it.each<readonly [string, Partial<RunSpec>, Partial<RunModels>]>([
    ['it is not switched on', { secondOpinion: false }, { fast: FAST }],
    [
      'the answer is made of quotes by the built-in engine',
      {},
      { main: modelTermsOf({ id: EXTRACTIVE_ID }), fast: FAST },
    ],
    ['the run is of an earlier version', { secondOpinion: undefined as never }, { fast: FAST }],
  ])('is not asked where %s: the run is over with its answer', async (_, changes, models) => {
    const { w, fast, spec } = scene(() => said(DOUBT), changes, models);
    const frames = await drive(w, [], spec);
    expect(stateOf(frames).status).toBe('done');
    expect(frames.at(-1)?.kind).toBe('agent.response');
    expect(JSON.stringify(frames)).not.toContain('"claim":{');
    expect(fast.asked).toEqual([]);
  });

  it.each([
    ['tokens', { tokenBudget: 500 }],
    ['money', { maxCost: 0.0001 }],
  ])('is not asked where the limit of %s could be passed', async (_, limit) => {
    const { w, fast, spec } = scene(() => said(DOUBT));
    const free = { ...spec, models: modelsOf({ metered: false }, { fast: FAST }) };
    const frames = await drive(w, [], { ...free, limits: { ...spec.limits, ...limit } });
    const { status, request } = stateOf(frames);
    expect(status).toBe('done');
    expect(request.answer).toMatchObject({ text: ANSWER, partial: false, note: '' });
    expect(fast.asked).toEqual([]);
    expect(frames.at(-1)).toMatchObject({ kind: 'opinion', by: null });
  });

  it('is asked of the main model where there is no fast one, in its name', async () => {
    const { w, main, spec } = scene(() => [], {}, {});
    const frames = await drive(w, [], spec);
    expect(main.asked.map(({ task }) => task)).toEqual(['decide', 'reflect']);
    expect(frames.at(-1)).toMatchObject({ kind: 'opinion' });
  });

  it('that the user stops leaves the answer as it is, and is not asked again', async () => {
    const { w, spec } = scene(() => said(DOUBT));
    const whole = await drive(w, [], spec);
    const at = whole.findIndex((frame) => frame === opinionCalls(whole)[0]);
    const stopped = scene(() => said(DOUBT));
    stopped.w.commands.push({ id: 'stop', type: 'cancel' });
    const frames = await drive(stopped.w, whole.slice(0, at + 1), spec);
    const { status, request } = stateOf(frames);
    expect(status).toBe('done');
    expect(request.answer).toMatchObject({ text: ANSWER, partial: false });
    expect(withoutDoubts(request.answer)).toEqual(withoutDoubts(stateOf(whole).request.answer));
    expect(stopped.fast.asked).toEqual([]);
    expect(frames.filter((frame) => frame.kind === 'usage' && frame.key === opinionCalls(frames)[0]?.key)).toHaveLength(
      1,
    );
  });

  it.each<readonly [string, readonly ModelEvent[]]>([
    ['fails for now', [{ type: 'error', failure: { code: 'model.server', message: 'm', hint: 'h', retryable: true } }]],
    ['fails for good', [{ type: 'error', failure: { code: 'model.key', message: 'm', hint: 'h', retryable: false } }]],
    ['breaks off', [{ type: 'text', text: '[{"ind' }]],
    ['says nothing of the kind', said('I would rather not say.')],
  ])('that %s is no opinion, and is not asked for again', async (_, events) => {
    const { w, fast, spec } = scene(() => events);
    const frames = await drive(w, [], spec);
    expect(stateOf(frames)).toMatchObject({ status: 'done', request: { answer: { text: ANSWER }, error: null } });
    expect(frames.at(-1)).toMatchObject({ kind: 'opinion', by: null, doubts: [] });
    expect(fast.asked).toHaveLength(1);
  });

  it('whose server refuses an option is asked for without it', async () => {
    const refused = { code: 'model.dialect', message: 'm', hint: 'h', retryable: true } as const;
    const { w, fast, spec } = scene((_, nth) =>
      nth === 0 ? [{ type: 'error', failure: refused, refused: true }] : said(DOUBT),
    );
    const frames = await drive(w, [], spec);
    expect(frames.at(-1)).toMatchObject({ kind: 'opinion', by: 'Swift 2' });
    expect(fast.asked).toHaveLength(2);
  });
});

const CITED: readonly Citation[] = [
  quoted('one', { mismatches: [{ claim: 'two', source: 'one' }] }),
  quoted('two', { verdict: 'close' }),
  quoted('three', { verdict: 'shortened' }),
];
const CLAIMS = [0, 2];

/** A job whose every answer has three quotes, and claims at the first and the last. */
const citing: PlayHooks['around'] = (parts) => ({
  ...parts,
  job: {
    ...parts.job,
    cite: (answer, _state, _read, { listClaims }) =>
      Promise.resolve(
        CITED.map((citation, i) =>
          listClaims && CLAIMS.includes(i)
            ? { ...citation, claim: { text: answer.slice(0, 40), source: 's' } }
            : citation,
        ),
      ),
  },
});
const replying = (events: readonly ModelEvent[]): PlayHooks => ({
  around: (parts) => citing(answering('reflect', events).around?.(parts) ?? parts),
});
const answerOf = ({ state }: Played): Answer | null => state.request.answer;

const items = fc.array(
  fc.record({
    index: fc.oneof(fc.integer({ min: -1, max: 4 }), fc.anything()),
    reason: fc.oneof(fc.string(), fc.anything()),
  }),
  { maxLength: 6 },
);
const replies = fc.oneof(
  items.map((list) => said(JSON.stringify(list))),
  items.map((doubts) => said(JSON.stringify({ doubts }))),
  fc.string().map(said),
  anyOutputs(['find_in_page'], 1, SEED).map(([events = []]) => events),
);

describe('whatever comes of a second opinion', () => {
  it('the answer, and what code said of it, are those of a run that asked for none [R11.14]', async () => {
    let doubted = 0;
    await fc.assert(
      fc.asyncProperty(replies, fc.oneof(tight, fc.constant(ROOMY)), async (events, limits) => {
        const plot = plotOf([], { limits });
        const plain = await play(plot, undefined, replying(events));
        const asked = await play({ ...plot, secondOpinion: true }, undefined, replying(events));
        expect(withoutClaims(answerOf(asked))).toEqual(withoutClaims(answerOf(plain)));
        expect(asked.state.status).toBe(plain.state.status);
        expect(opinionCalls(plain.frames)).toEqual([]);
        expect(opinionCalls(asked.frames).length).toBeLessThanOrEqual(1);
        for (const { doubts } of asked.frames.filter(isOpinion)) {
          expect(doubts.every(({ citation, reason }) => CLAIMS.includes(citation) && /^.{1,120}$/u.test(reason))).toBe(
            true,
          );
          expect(new Set(doubts.map(({ citation }) => citation)).size).toBe(doubts.length);
          doubted += doubts.length;
        }
      }),
      { numRuns: 150 },
    );
    expect(doubted).toBeGreaterThan(5);
  });

  it('a worker that dies at any moment asks once, and the answer is the same [R11.14]', async () => {
    let [resumed, unheard] = [0, 0];
    const options = { maxLength: 2, stops: true, flaky: fc.constantFrom([0], [0, 1]) };
    await fc.assert(
      fc.asyncProperty(plots(options), async (plot) => {
        const asking = { ...plot, secondOpinion: true };
        const { run, deaths } = await playWithDeaths(asking, undefined, { around: citing });
        for (const { left } of deaths) {
          const cut = await play(asking, left, { around: citing });
          expect(opinionCalls(cut.frames).length).toBeLessThanOrEqual(1);
          resumed += 1;
          unheard += Number(cut.frames.some((frame) => isOpinion(frame) && frame.by === null));
          if (plot.stopAt !== null || unsure(cut)) continue; // the user stopped another moment of it, or was asked more
          expect(withoutDoubts(answerOf(cut))).toEqual(withoutDoubts(answerOf(run)));
          expect(cut.state.status).toBe(run.state.status);
        }
      }),
      { numRuns: 25 },
    );
    expect(resumed).toBeGreaterThan(100);
    expect(unheard).toBeGreaterThan(3);
  });
});
