/** Whatever models of a run fail: what is paid, what is asked again and who takes over keep to their rules. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeModelCost, addCosts, getTotalCost } from '../../../src/lib/agent/budget/cost.ts';
import type { Frame, RunModels } from '../../../src/lib/agent/frames/frames.ts';
import { crews, someMember } from '../../kit/runs/crews.ts';
import { IDS, planSpec, play, type Played, type Plot } from '../../kit/runs/generated-run.ts';
import { expectNothingTwice, expectSame, playWithDeaths } from '../../kit/runs/kill-schedule.ts';
import { tight } from '../../kit/runs/plots.ts';
import { keepRuns } from '../../kit/base/seed.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';

digestInTurn();

const switchesIn = (frames: readonly Frame[]) =>
  frames.flatMap((frame) => (frame.kind === 'control' && frame.control === 'switch' ? [frame] : []));
const callsIn = (frames: readonly Frame[]) => frames.flatMap((frame) => (frame.kind === 'model.call' ? [frame] : []));
const termsOf = ({ main, fast, vision, fallback }: RunModels, id: string) =>
  [main, fast, vision, fallback].find((config) => config?.id === id) ?? null;

const playOnce = keepRuns((plot: Plot) => play(plot));

async function played(plots: fc.Arbitrary<Plot>, look: (run: Played, plot: Plot) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(plots, async (plot) => look(await playOnce(plot), plot)),
    { numRuns: 250 },
  );
}

describe('a run whose models fail', () => {
  it('moves to each fallback at most once, only to one that the person named, and never back [J8c]', async () => {
    let moved = 0;
    await played(crews({ stops: true }), ({ frames }, plot) => {
      const switches = switchesIn(frames);
      moved += switches.length;
      expect(new Set(switches.map(({ from }) => from)).size).toBe(switches.length);
      let main: string = IDS.main;
      for (const { seq, from, to } of switches) {
        expect([IDS.main, IDS.fast]).toContain(from);
        expect(to).toBe(from === IDS.fast ? main : IDS.fallback);
        if (from === main) main = to;
        if (main === IDS.fallback) expect(plot.crew?.fallback).toBeDefined();
        for (const call of callsIn(frames)) if (call.seq > seq) expect(call.model).not.toBe(from);
      }
      // only one that was given up makes room: its last call had failed
      for (const { seq, from } of switches) {
        const last = frames.findLast(
          (frame) => frame.seq < seq && frame.kind === 'model.reply' && frame.finish === 'failed',
        );
        expect(
          last?.kind === 'model.reply' && callsIn(frames).some(({ key, model }) => key === last.key && model === from),
        ).toBe(true);
      }
    });
    expect(moved).toBeGreaterThan(0); // some 75 on average
  });

  it('fails for want of a model only where nobody can stand in', async () => {
    let failed = 0;
    await played(crews(), ({ state, frames }, plot) => {
      if (state.status !== 'failed' || state.request.error?.code.startsWith('model.') !== true) return;
      failed += 1;
      const stoodIn = switchesIn(frames).some(({ to }) => to === IDS.fallback);
      expect(plot.crew?.fallback === undefined || stoodIn).toBe(true);
    });
    expect(failed).toBeGreaterThan(8);
  });

  it('asks nothing again that was answered, and does nothing twice', async () => {
    await played(crews({ stops: true }), (run) => {
      expectNothingTwice(run);
      const settled = run.frames.flatMap((frame) =>
        frame.kind === 'model.reply' && frame.finish !== 'failed' && frame.finish !== 'aborted' ? [frame.key] : [],
      );
      expect(new Set(settled).size).toBe(settled.length);
    });
  });

  it('costs what its calls cost, each at the prices of the model that was called', async () => {
    const models = new Set<string>();
    // half of them mostly call tools with a model inside, and are not stopped before: else few get to those models
    const telling = fc.oneof(crews({ stops: true }), crews({ tools: ['inside', 'glance', 'look', 'broken'] }));
    await played(telling, ({ frames, state }, plot) => {
      const config = planSpec(plot).models;
      const called = new Map(callsIn(frames).map(({ key, attempt, model }) => [`${key} ${String(attempt)}`, model]));
      let cost: number | null = 0;
      let free = 0;
      const attempts = new Map<string, number>();
      for (const frame of frames) {
        if (frame.kind === 'model.call') attempts.set(frame.key, frame.attempt);
        if (frame.kind !== 'usage') continue;
        const model = called.get(`${frame.key} ${String(attempts.get(frame.key))}`) ?? '?';
        models.add(model);
        const by = termsOf(config, model);
        expect(by, 'a call of a model that is none of the run').not.toBeNull();
        cost = addCosts(cost, computeModelCost(frame, by));
        if (by?.metered === false) free += frame.input + frame.output;
      }
      expect(getTotalCost(state.bill)).toBe(cost);
      expect(state.bill.free).toBe(free);
    });
    expect([...models].sort()).toEqual(Object.values(IDS).sort());
  });

  it('keeps to its budget of tokens and of money, whoever is called', async () => {
    const limited = crews({ limits: tight, stops: true });
    await played(limited, ({ state: { usage, bill } }, { limits }) => {
      expect(usage.input + usage.output - bill.free).toBeLessThanOrEqual(limits.tokenBudget);
      if (limits.maxCost !== null) expect(bill.known).toBeLessThanOrEqual(limits.maxCost + 1e-9);
    });
  });

  it('**Feature: agent-architecture-upgrade, Property 18: resume from every prefix of a run that moved to another model**', async () => {
    let [resumed, moved] = [0, 0];
    // who stands in answers, so that it does not matter which of two calls side by side it is asked for
    const plots = crews({
      maxLength: 2,
      fallback: someMember,
      moods: {
        fallback: fc.constant(['answers']),
        main: fc.constantFrom(['answers', 'refuses'], ['answers', 'fails']),
      },
    });
    await fc.assert(
      fc.asyncProperty(plots, async (plot) => {
        const { run, deaths } = await playWithDeaths(plot);
        moved += switchesIn(run.frames).length;
        for (const { left } of deaths) {
          resumed += 1;
          expectSame(await play(plot, left), run, 1);
        }
      }),
      { numRuns: 20 },
    );
    expect(moved).toBeGreaterThan(0); // some 13 on average
    expect(resumed).toBeGreaterThan(0); // some 550 on average
  });
});
