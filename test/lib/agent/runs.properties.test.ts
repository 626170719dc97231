/** What holds of every run, whatever the model says: over generated plots of tools, questions, mistakes and failures. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';
import type { Commit, Frame } from '../../../src/lib/agent/frames/frames.ts';
import { computeCost } from '../../../src/lib/agent/frames/spec.ts';
import { isValidState, loadState, saveState } from '../../../src/lib/agent/store/run-state.ts';
import { createSession } from '../../../src/lib/agent/state/agent-state.ts';
import { foldAll, fold } from '../../../src/lib/agent/state/fold.ts';
import { updateRunSummary } from '../../../src/lib/agent/state/run-summary.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { stringifyCanonical } from '../../../src/lib/base/json.ts';
import { play, type Played, type Plot } from '../../kit/runs/generated-run.ts';
import { plots, tight } from '../../kit/runs/plots.ts';
import { expectComplete } from '../../kit/runs/log-complete.ts';
import { keepRuns } from '../../kit/base/seed.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';
import { stored } from '../../kit/runs/world.ts';

digestInTurn();

const any = fc.oneof(plots({ stops: true }), plots({ limits: tight, stops: true }));
const of = (kind: Frame['kind']) => (frame: Frame) => frame.kind === kind;

const playOnce = keepRuns((plot: Plot) => play(plot));

function always(
  plot: fc.Arbitrary<Plot>,
  check: (run: Played, plot: Plot) => void | Promise<void>,
  numRuns = 150,
): Promise<void> {
  return fc.assert(
    fc.asyncProperty(plot, async (each) => {
      await check(await playOnce(each), each);
    }),
    { numRuns },
  );
}

function expectFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  expect(Object.isFrozen(value)).toBe(true);
  for (const child of Object.values(value)) expectFrozen(child);
}

function counts(names: readonly string[]): number[] {
  const all = new Map<string, number>();
  for (const name of names) all.set(name, (all.get(name) ?? 0) + 1);
  return [...all.values()];
}

describe('every run', () => {
  it('**Feature: agent-architecture-upgrade, Property 1: bounded execution** [R2.2a]', () =>
    always(any, ({ frames, state, asked }, { limits }) => {
      const { maxSteps, maxRetries } = limits;
      expect(state.step).toBeLessThanOrEqual(maxSteps);
      const failed = frames.flatMap((frame) =>
        frame.kind === 'model.reply' && frame.finish === 'failed' ? [frame.key] : [],
      );
      for (const attempts of counts(failed)) expect(attempts).toBeLessThanOrEqual(maxRetries + 1);
      const calls = new Map(
        frames.flatMap((frame) =>
          frame.kind === 'tool.call' ? [[frame.key, `${frame.tool} ${stringifyCanonical(frame.args)}`] as const] : [],
        ),
      );
      const errors = frames.flatMap((frame) =>
        frame.kind === 'tool.result' && frame.isError ? [calls.get(frame.key) ?? frame.key] : [],
      );
      for (const attempts of counts(errors)) expect(attempts).toBeLessThanOrEqual(maxRetries + 1);
      let invalid = 0;
      for (const frame of frames) {
        if (frame.kind === 'plan') invalid = frame.decision === 'invalid' ? invalid + 1 : 0;
        expect(invalid).toBeLessThanOrEqual(maxRetries + 1);
      }
      // each step is decided once, after as many mistakes as are allowed, and each decision attempted as often;
      // a step has at most three calls with two model calls inside
      expect(asked.length).toBeLessThanOrEqual(maxSteps * (maxRetries + 2 + 6) * (maxRetries + 1) + maxRetries + 1);
    }));

  it('**Feature: agent-architecture-upgrade, Property 2: reasoning before action** [R2.1b]', () =>
    always(any, ({ frames }) => {
      for (const call of frames) {
        if (call.kind !== 'tool.call') continue;
        const plan = frames.find(
          (frame) =>
            frame.kind === 'plan' && frame.seq < call.seq && frame.step === call.step && frame.decision === 'call',
        );
        expect(plan?.kind === 'plan' ? plan.thought.trim() : '').not.toBe('');
        expect(call.reasoning.trim()).not.toBe('');
      }
    }));

  it('**Feature: agent-architecture-upgrade, Property 3: observation after action** [R2.1c]', () =>
    always(any, ({ frames }) => {
      for (const result of frames) {
        if (result.kind !== 'tool.result') continue;
        const seen = frames.some(
          (frame) =>
            frame.kind === 'observation' &&
            frame.seq > result.seq &&
            frame.of.includes(result.key) &&
            frame.text.trim() !== '',
        );
        expect(seen, `the result ${result.id} of ${result.tool} is observed`).toBe(true);
      }
    }));

  it('consists of immutable frames alone, each with id, run, sequence, time, lineage and provenance [R3.1a] [R3.1c]', () =>
    always(any, ({ frames, state }) => {
      const earlier = new Set<string | null>([null]);
      for (const [seq, frame] of frames.entries()) {
        expectFrozen(frame);
        expect(frame).toMatchObject({ runId: 'r1', seq, agentId: 'main', id: expect.any(String) as string });
        expect(earlier.has(frame.id)).toBe(false);
        expect(earlier.has(frame.parentId), `${frame.kind} is caused by an earlier frame`).toBe(true);
        expect(frame.parentId === null).toBe(seq === 0);
        expect(frame.at).toBeGreaterThanOrEqual(frames[seq - 1]?.at ?? 0);
        expect(['system', 'user', 'untrusted']).toContain(frame.labels.integrity);
        expect(['public', 'private']).toContain(frame.labels.confidentiality);
        expect(frame.labels.origin).not.toBe('');
        earlier.add(frame.id);
      }
      expect(foldAll(stored(frames))).toEqual(state); // the run knows nothing that is in no frame
    }));

  it('**Feature: agent-architecture-upgrade, Property 12: state round-trip** [R3.2]', async () => {
    await fc.assert(
      fc.asyncProperty(any, async (plot) => {
        const area = createMemoryArea();
        const store = createFrameStore(area);
        const run = await play(plot, undefined, {
          around: (parts) => ({
            ...parts,
            async append(commit) {
              await parts.append(commit);
              await saveState(store, commit as Commit);
            },
          }),
        });
        const loaded = await loadState(createFrameStore(area), 'r1');
        expect(loaded?.frames).toEqual(run.frames);
        expect(loaded?.state).toEqual(foldAll(run.frames));
        expect(isValidState(stored(run.frames))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('**Feature: agent-architecture-upgrade, Property 13: trajectory logging completeness**', () =>
    always(any, ({ frames }) => expectComplete(frames), 100));

  it('**Feature: agent-architecture-upgrade, Property 15: budget enforced** [R2.2c]', () =>
    always(
      plots({ limits: tight }),
      ({ frames, state }, { limits, prices }) => {
        let usage = { input: 0, output: 0 };
        for (const frame of frames) {
          if (frame.kind !== 'usage') continue;
          usage = { input: usage.input + frame.input, output: usage.output + frame.output };
          expect(usage.input + usage.output).toBeLessThanOrEqual(limits.tokenBudget);
          if (limits.maxCost !== null && prices) expect(computeCost(usage, prices)).toBeLessThanOrEqual(limits.maxCost);
        }
        const limit = frames.find((frame) => frame.kind === 'control' && frame.control === 'limit');
        if (limit)
          expect(
            state.request.answer?.partial === true || state.request.error?.code.startsWith('limit.') === true,
          ).toBe(true);
      },
      300,
    ));

  it('**Feature: agent-architecture-upgrade, Property 17: status on every phase change** [R2.4]', () =>
    always(any, ({ frames, told, lives }) => {
      const changes: string[] = [];
      let state = createSession();
      for (const frame of frames) {
        state = fold(state, frame);
        if (state.phase !== null && state.phase !== changes.at(-1)) changes.push(state.phase);
      }
      // a worker that goes on says once more where the run is
      const heard = told.filter(
        ({ life, status }, i) => life === told[i - 1]?.life || status.phase !== told[i - 1]?.status.phase,
      );
      expect(heard.map(({ status }) => status.phase)).toEqual(changes);
      expect(told.length - heard.length).toBeLessThan(lives.length);
      for (const { status, stored: count } of told) {
        const at = foldAll(frames.slice(0, count));
        expect(status).toMatchObject({
          runId: 'r1',
          phase: at.phase,
          stepNumber: at.step,
          tokenUsage: { input: at.usage.input, output: at.usage.output },
        });
      }
    }));
});

describe('the fold of every run', () => {
  it('**Feature: agent-architecture-upgrade, Property 19: state is a pure fold of frames** [R3.2]', async () => {
    await fc.assert(
      fc.asyncProperty(any, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), async (plot, cuts) => {
        const { frames } = await play(plot);
        const whole = foldAll(frames);
        for (const cut of cuts) {
          const at = cut % (frames.length + 1);
          expect(foldAll(stored(frames.slice(at)), foldAll(stored(frames.slice(0, at))))).toEqual(whole);
        }
        const head = frames.reduce<ReturnType<typeof updateRunSummary> | null>(updateRunSummary, null);
        expect(head).toMatchObject({
          status: whole.status,
          lastSeq: whole.lastSeq,
          input: whole.usage.input,
          output: whole.usage.output,
        });
      }),
      { numRuns: 100 },
    );
  });

  it('**Feature: agent-architecture-upgrade, Property 20: no frame order makes the fold throw**', async () => {
    const pool: Frame[] = [];
    for (const plot of fc.sample(any, { numRuns: 60, seed: 20 })) pool.push(...(await play(plot)).frames);
    expect(new Set(pool.map(({ kind }) => kind))).toContain('ask.user');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pool), { maxLength: 60 }), (shuffled) => {
        const state = foldAll(shuffled);
        expect(foldAll(shuffled.slice(7), foldAll(shuffled.slice(0, 7)))).toEqual(state);
        shuffled.reduce<ReturnType<typeof updateRunSummary> | null>(updateRunSummary, null);
      }),
      { numRuns: 1000 },
    );
    expect(pool.filter(of('agent.invoked')).length).toBe(60);
    expect(createSession().lastSeq).toBe(-1);
  });
});
