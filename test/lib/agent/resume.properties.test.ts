/** The worker may die at any instant: whatever is left, a fresh one ends the run as if nothing had happened. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/lib/agent/storage-ports.ts';
import { planSpec, play, type PlayHooks, type Plot } from '../../kit/runs/generated-run.ts';
import { expectNothingTwice, expectSame, playWithDeaths, unsure } from '../../kit/runs/kill-schedule.ts';
import { plotOf, plots, ROOMY } from '../../kit/runs/plots.ts';
import { AT_MOST_ONCE } from '../../kit/runs/tools.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';
import { termsIn } from '../../kit/runs/world.ts';

digestInTurn();

describe('a run that is cut', () => {
  it.each([
    ['no failing server', [0]],
    ['a server that fails now and then', [0, 0, 1]],
    ['a server that fails often', [0, 2, 0, 3]],
  ])(
    '**Feature: agent-architecture-upgrade, Property 18: resume from every prefix of the frames gives the same answer** with %s [R6.2a]',
    async (_, failures) => {
      let resumed = 0;
      await fc.assert(
        fc.asyncProperty(plots({ maxLength: 3, flaky: fc.constant(failures) }), async (plot) => {
          const { run, deaths } = await playWithDeaths(plot);
          expectNothingTwice(run);
          for (const { left } of deaths) {
            resumed += 1;
            expectSame(await play(plot, left), run, 1);
          }
        }),
        { numRuns: 25 }, // of some 20 to 30 deaths each
      );
      expect(resumed).toBeGreaterThan(0); // some 500 to 800 on average
    },
  );

  it('**Feature: agent-architecture-upgrade, Property 18: resume after every pair of deaths**', async () => {
    const look = { name: 'look', args: { reasoning: 'r', n: 1 } };
    const plot: Plot = {
      script: [{ calls: [look, { name: 'inside', args: { reasoning: 'r', n: 1 } }] }],
      limits: ROOMY,
      prices: null,
      opening: false,
      toolCalling: 'native',
      usage: { input: 10, output: 5 },
      flaky: [0],
      tempo: 0,
      stopAt: null,
    };
    const { run, deaths } = await playWithDeaths(plot);
    expect(run.frames.length).toBeGreaterThanOrEqual(12);
    for (const first of deaths) {
      const again = await playWithDeaths(plot, first.left);
      expectSame(again.run, run, 1);
      for (const second of again.deaths) expectSame(await play(plot, second.left), run, 2);
    }
  });

  it('is given no less time for having been away', async () => {
    const limits = { ...ROOMY, wallClockMs: 100_000 };
    await fc.assert(
      fc.asyncProperty(plots({ maxLength: 2, limits: fc.constant(limits) }), fc.nat(), async (plot, at) => {
        const { run, deaths } = await playWithDeaths(plot);
        const death = deaths[at % deaths.length];
        if (death) expectSame(await play(plot, { ...death.left, now: death.left.now + 3_600_000 }), run, 1);
      }),
      { numRuns: 200 },
    );
  });

  it('never does twice what must be done once, and learns of it from a witness [R6.2c]', async () => {
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(
        plots({ tools: ['send', 'wipe', 'open'], maxLength: 3, flaky: fc.constant([0]) }),
        async (plot) => {
          const { run, deaths } = await playWithDeaths(plot);
          for (const { left } of deaths) {
            const cut = await play(plot, left);
            expectSame(cut, run, 1);
            if (!unsure(cut)) continue;
            asked += 1;
            const happened = cut.deeds.effects.filter(({ tool }) => AT_MOST_ONCE.includes(tool)).map(({ key }) => key);
            // whatever was done has a call that says so: nothing is done behind the record
            for (const key of happened)
              expect(cut.frames.some((frame) => frame.kind === 'tool.call' && frame.key === key)).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(asked).toBeGreaterThan(0); // some 55 on average
  });

  it('that failed with a call under way asks what became of it, when the person tries again', async () => {
    const open = { name: 'open', args: { reasoning: 'r', n: 1 } };
    const plot = plotOf([{ calls: [open] }], { limits: { ...ROOMY, wallClockMs: 3000 } });
    let hangs = true;
    const hooks: PlayHooks = {
      around: (parts) => {
        const { tabs } = parts.ports;
        const open = async (url: string, signal: AbortSignal): Promise<void> => {
          await tabs.open(url, signal);
          if (hangs) await new Promise(() => undefined); // it has happened, and nobody says so
        };
        return { ...parts, ports: { ...parts.ports, tabs: { open } } };
      },
    };
    const failed = await play(plot, undefined, hooks);
    expect(failed.state).toMatchObject({ status: 'failed', request: { error: { code: 'limit.time' } } });
    hangs = false;
    const retry: Command = {
      id: 'again',
      type: 'retry',
      config: termsIn(planSpec(plot)),
    };
    const again = await play(plot, { ...failed, inbox: [retry] }, hooks);
    expect(unsure(again)).toBe(true);
    expectNothingTwice(again);
    expect(again.deeds.effects).toHaveLength(1);
    expect(again.state.status).toBe('done');
  });
});
