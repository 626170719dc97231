/** The worker may die at any instant: whatever is left, a fresh one ends the run as if nothing had happened. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plot } from '../../kit/generated-run.ts';
import { play } from '../../kit/generated-run.ts';
import { expectNothingTwice, expectSame, playWithDeaths, unsure } from '../../kit/kill-schedule.ts';
import { plots, ROOMY } from '../../kit/plots.ts';
import { AT_MOST_ONCE } from '../../kit/tools.ts';
import { digestInTurn } from '../../kit/virtual-clock.ts';

digestInTurn();

describe('a run that is cut', () => {
  it('**Feature: agent-architecture-upgrade, Property 18: resume from every prefix of the frames gives the same answer**', async () => {
    let resumed = 0;
    await fc.assert(
      fc.asyncProperty(plots({ maxLength: 3 }), async (plot) => {
        const { run, deaths } = await playWithDeaths(plot);
        expectNothingTwice(run);
        for (const { left } of deaths) {
          resumed += 1;
          expectSame(await play(plot, left), run, 1);
        }
      }),
      { numRuns: 200 },
    );
    expect(resumed).toBeGreaterThan(2000);
  });

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

  it('never does twice what must be done once, and learns of it from a witness', async () => {
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
      { numRuns: 100 },
    );
    expect(asked).toBeGreaterThan(20);
  });
});
