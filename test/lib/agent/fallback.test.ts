/** What a run does when one of its models cannot be had: another of its own goes on, from the last settled effect. */
import { describe, expect, it } from 'vitest';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import type { Frame, RunModels } from '../../../src/lib/agent/frames/frames.ts';
import type { Model, ModelFailure } from '../../../src/lib/agent/ports.ts';
import { MAX_RETRY_AFTER_MS } from '../../../src/lib/agent/state/request-state.ts';
import { resolveModelForPurpose } from '../../../src/lib/agent/state/model-roles.ts';
import { computeTokenBudget } from '../../../src/lib/agent/budget/window-split.ts';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { agentModel } from '../../kit/models/agent-model.ts';
import { echo, scriptedModel, type ScriptedModel } from '../../kit/models/scripted-model.ts';
import {
  drive,
  driveThrough,
  longPage,
  modelsOf,
  modelTermsOf,
  roughCounter,
  specOf,
  stateOf,
  termsIn,
  world,
  type World,
} from '../../kit/runs/world.ts';

const failure = (code: string, retryable = false): ModelFailure => ({
  code: `model.${code}`,
  message: `It is ${code}.`,
  hint: 'Try again.',
  retryable,
});

/** A model that fails from its nth request on. */
const failing = (how: ModelFailure, from = 0, options: Parameters<typeof scriptedModel>[1] = {}): ScriptedModel =>
  scriptedModel((request, nth) => (nth < from ? echo(request, nth) : [{ type: 'error', failure: how }]), options);

const [FAST, OTHER] = [
  modelTermsOf({ id: 'fast', label: 'fast one' }),
  modelTermsOf({ id: 'other', label: 'other one' }),
];
const withFallback = modelsOf({}, { fallback: OTHER });

/** A world in which each model is the one of its id. */
const among = (models: Readonly<Record<string, Model>>, paragraphs = 4) => {
  const main = models['scripted:model'] ?? scriptedModel();
  return world(main, longPage(paragraphs), { getModel: ({ id }) => models[id] ?? main });
};

const switchesIn = (frames: readonly Frame[]) =>
  frames.flatMap((frame) =>
    frame.kind === 'control' && frame.control === 'switch' ? [[frame.from, frame.to, frame.reason]] : [],
  );
const callsIn = (frames: readonly Frame[]) =>
  frames.flatMap((frame) => (frame.kind === 'model.call' ? [`${frame.purpose} by ${frame.model}`] : []));

describe('a main model that cannot be had', () => {
  const run = (how: ModelFailure, models: RunModels = withFallback) => {
    const other = scriptedModel();
    return driveThrough(among({ 'scripted:model': failing(how), other }), [], specOf({ models }));
  };

  it.each(['unreachable', 'unauthorized', 'quota', 'not-found', 'forbidden', 'bad-request'])(
    'because it is %s, is left at once for the fallback, which answers',
    async (code) => {
      const frames = await run(failure(code));
      expect(switchesIn(frames)).toEqual([['scripted:model', 'other', `It is ${code}.`]]);
      expect(callsIn(frames)).toEqual(['answer by scripted:model', 'answer by other']);
      const {
        status,
        spec,
        request: { switches, waitedMs: waited },
      } = stateOf(frames);
      expect(status).toBe('done');
      expect(spec?.models).toMatchObject({ main: OTHER, fallback: null });
      expect(switches).toMatchObject([{ role: 'main', from: { label: 'scripted model' }, to: { label: 'other one' } }]);
      expect(waited).toBe(0);
    },
  );

  it('is tried as often as any call, with waits between, before it is left', async () => {
    const frames = await run(failure('server', true));
    expect(callsIn(frames)).toEqual([
      ...Array.from({ length: 4 }, () => 'answer by scripted:model'),
      'answer by other',
    ]);
    expect(frames.filter(({ kind }) => kind === 'wait')).toHaveLength(3);
    expect(stateOf(frames)).toMatchObject({ status: 'done', request: { hasRecovered: false } });
  });

  it('is left at once when it wants to be left alone for longer than a person waits, and waited for when not', async () => {
    const busy = (retryAfterMs: number): ModelFailure => ({ ...failure('rate-limited', true), retryAfterMs });
    const frames = await run(busy(MAX_RETRY_AFTER_MS + 1));
    expect(callsIn(frames)).toEqual(['answer by scripted:model', 'answer by other']);
    expect(stateOf(frames)).toMatchObject({ status: 'done', request: { waitedMs: 0 } });
    const patient = await run(busy(MAX_RETRY_AFTER_MS));
    expect(patient.filter(({ kind }) => kind === 'wait')).toHaveLength(3);
  });

  it('is waited for, however long it wants to be left alone, where nobody stands in', async () => {
    const hour = { ...failure('rate-limited', true), retryAfterMs: 3_600_000 };
    const model = scriptedModel((request, nth) =>
      nth === 0 ? [{ type: 'error', failure: hour }] : echo(request, nth),
    );
    const state = stateOf(await driveThrough(among({ 'scripted:model': model }), [], specOf()));
    expect(state).toMatchObject({ status: 'done', request: { waitedMs: 3_600_000 } });
  });

  it('ends the run where the person named no fallback, or one that is the same [J8c]', async () => {
    for (const models of [modelsOf(), modelsOf({}, { fallback: modelTermsOf() })]) {
      const frames = await run(failure('unreachable'), models);
      expect(switchesIn(frames)).toEqual([]);
      expect(stateOf(frames)).toMatchObject({ status: 'failed', request: { error: { code: 'model.unreachable' } } });
    }
  });

  it('and a fallback that cannot be had either end the run, with what the fallback said', async () => {
    const models = { 'scripted:model': failing(failure('unreachable')), other: failing(failure('quota')) };
    const frames = await driveThrough(among(models), [], specOf({ models: withFallback }));
    expect(switchesIn(frames)).toHaveLength(1);
    expect(stateOf(frames)).toMatchObject({ status: 'failed', request: { error: { code: 'model.quota' } } });
  });

  it('comes first again when the person tries again', async () => {
    const models = { 'scripted:model': failing(failure('unreachable')), other: failing(failure('quota')) };
    const w = among(models);
    const spec = specOf({ models: withFallback });
    const failed = await driveThrough(w, [], spec);
    w.commands.push({ id: 'again', type: 'retry', config: termsIn(spec) });
    const again = await drive(w, failed, spec, () => void w.commands.splice(0));
    expect(callsIn(again).slice(callsIn(failed).length)).toEqual(['answer by scripted:model', 'answer by other']);
    expect(stateOf(again).request.switches).toHaveLength(1);
  });

  it('is first tried with less where it was too much at once, and left when that does not help', async () => {
    const frames = await run(failure('too-large'));
    const order = frames.flatMap((frame) => (frame.kind === 'control' ? [frame.control] : []));
    expect(order).toEqual(['shorten', 'shorten', 'switch']);
    expect(stateOf(frames)).toMatchObject({ status: 'done', request: { windowShare: 1 } });
  });

  it('is not left because a limit was reached or the person stopped', async () => {
    const limits = { ...specOf().limits, tokenBudget: 1 };
    const frames = await driveThrough(among({ other: scriptedModel() }), [], specOf({ models: withFallback, limits }));
    expect(switchesIn(frames)).toEqual([]);
    expect(frames.some((frame) => frame.kind === 'control' && frame.control === 'limit')).toBe(true);
  });
});

describe('a fallback that speaks otherwise', () => {
  const LOOK = { text: 'Let me look.', calls: [{ name: 'find_in_page', args: { reasoning: 'r', query: 'gauge' } }] };
  const spec = specOf({ job: 'ask', goal: 'What does the tide gauge keep?', models: withFallback });
  const RULE = 'The page has to be read first.';
  /** Decides once, and then cannot be had. */
  const main = (): Model => {
    const inner = agentModel([LOOK], { notMine: [RULE] });
    return {
      ...inner,
      async *stream(request, signal) {
        if (inner.asked.length === 0) yield* inner.stream(request, signal);
        else yield { type: 'error', failure: failure('unreachable') };
      },
    };
  };

  it('in text, is shown what was done in words it knows, and goes on from there', async () => {
    const other = agentModel([LOOK, { text: 'A record of the sea.' }], { toolCalling: 'text', notMine: [RULE] });
    const frames = await driveThrough(among({ 'scripted:model': main(), other }), [], spec);
    expect(stateOf(frames).request.answer?.text).toBe('A record of the sea.');
    const [request] = other.asked;
    expect(request?.tools).toBeUndefined();
    expect(JSON.stringify(request?.messages)).toContain('<tool_call>');
    expect(frames.filter((frame) => frame.kind === 'tool.call' && frame.tool === 'find_in_page')).toHaveLength(1);
  });

  it('with a smaller window, is shown what fits it', async () => {
    const other = agentModel([LOOK, { text: 'Done.' }], { contextTokens: 4096, notMine: [RULE] });
    const frames = await driveThrough(among({ 'scripted:model': main(), other }, 200), [], spec);
    const last = frames.findLast((frame) => frame.kind === 'model.call');
    expect(last).toMatchObject({ model: 'other' });
    if (last?.kind === 'model.call') expect(last.estimate.input).toBeLessThanOrEqual(computeTokenBudget(other).prompt);
  });

  it('and decides nothing, has code decide what is left, and answers from what it finds', async () => {
    const other = createExtractiveModel(roughCounter);
    const free = modelsOf({}, { fallback: modelTermsOf({ id: 'other', metered: false }) });
    const frames = await driveThrough(among({ 'scripted:model': main(), other }), [], { ...spec, models: free });
    const {
      status,
      request: { answer },
      usage,
      bill,
    } = stateOf(frames);
    expect(status).toBe('done');
    expect(answer?.text).toContain('tide gauge');
    expect(callsIn(frames).at(-1)).toBe('answer by other');
    expect(bill.free).toBeGreaterThan(0);
    expect(bill.free).toBeLessThan(usage.input + usage.output);
  });
});

describe('a fast model', () => {
  const models = modelsOf({}, { fast: FAST });
  const roomy = scriptedModel(echo, { contextTokens: 4096 });

  it('reads the parts of a long page, which are cut to its window, and leaves the answer to the main one [J8b]', async () => {
    const fast = scriptedModel(echo, { contextTokens: 2048 });
    const frames = await driveThrough(among({ 'scripted:model': roomy, fast }, 300), [], specOf({ models }));
    const calls = callsIn(frames);
    expect(calls.filter((call) => call === 'part by fast').length).toBeGreaterThan(3);
    expect(calls.filter((call) => !call.startsWith('part by fast'))).toEqual(['answer by scripted:model']);
    for (const frame of frames)
      if (frame.kind === 'model.call' && frame.purpose === 'part')
        expect(frame.estimate.input + frame.estimate.output).toBeLessThanOrEqual(2048);
  });

  it('that cannot be had any more leaves the rest to the main one, and what it has read is not read again', async () => {
    const fast = failing(failure('unreachable'), 2, { contextTokens: 2048 });
    const whole = await driveThrough(among({ 'scripted:model': roomy, fast: roomy }, 300), [], specOf({ models }));
    expect(stateOf(whole).request.switches).toEqual([]);
    const w = among({ 'scripted:model': scriptedModel(echo, { contextTokens: 4096 }), fast }, 300);
    const frames = await driveThrough(w, [], specOf({ models }));
    const {
      status,
      request: { switches },
      spec,
    } = stateOf(frames);
    expect([status, spec?.models.fast, spec?.models.main.id]).toEqual(['done', null, 'scripted:model']);
    expect(switches).toMatchObject([{ role: 'fast', from: { id: 'fast' }, to: { id: 'scripted:model' } }]);
    const parts = frames.flatMap((frame) => (frame.kind === 'model.call' && frame.purpose === 'part' ? [frame] : []));
    const byFast = parts.filter(({ model }) => model === 'fast');
    expect(byFast.map(({ part }) => part?.index)).toEqual([1, 2, 3]);
    // the parts keep their number: those two that were read stand beside the others
    expect(new Set(parts.map(({ part }) => part?.of)).size).toBe(1);
    expect(parts.filter(({ model }) => model !== 'fast').map(({ part }) => part?.index)[0]).toBe(3);
  });

  it('takes nothing along of what was learnt of how the main one counts', async () => {
    const learnt = async (w: World, of: RunModels): Promise<number> => {
      const frames = await driveThrough(w, [], specOf({ models: of }));
      const at = frames.findIndex((frame) => frame.kind === 'control' && frame.control === 'switch');
      return foldAll(frames.slice(at, at + 1), {
        ...stateOf(frames.slice(0, at)),
        request: { ...stateOf(frames.slice(0, at)).request, drift: 2 },
      }).request.drift;
    };
    const gone = failing(failure('unreachable'), 0, { contextTokens: 2048 });
    expect(await learnt(among({ 'scripted:model': roomy, fast: gone }, 300), models)).toBe(2);
    expect(await learnt(among({ 'scripted:model': gone, other: roomy }), withFallback)).toBe(1);
  });

  it('without a language never writes notes on decisions: the main one does', () => {
    const fast = scriptedModel(echo, { toolCalling: 'none' });
    const modelFor = ({ id }: { readonly id: string }): Model => (id === 'fast' ? fast : roomy);
    expect(resolveModelForPurpose('compact', models, modelFor).binding.id).toBe('scripted:model');
    expect(resolveModelForPurpose('part', models, modelFor).binding.id).toBe('fast');
    for (const purpose of ['decide', 'answer', 'reflect'] as const)
      expect(resolveModelForPurpose(purpose, models, modelFor).binding.id).toBe('scripted:model');
  });
});

describe('a server that has to be asked otherwise', () => {
  it('is asked again at once', async () => {
    const learned = { ...failure('dialect', true), retryAfterMs: 0 };
    const model = scriptedModel((request, nth) =>
      nth === 0 ? [{ type: 'error', failure: learned }] : echo(request, nth),
    );
    const state = stateOf(await driveThrough(among({ 'scripted:model': model }), [], specOf()));
    expect(state).toMatchObject({ status: 'done', request: { waitedMs: 0 } });
  });
});
