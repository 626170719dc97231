/** Whatever fails outside, and however: every run ends, in time, and what was stored is a run that can be read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isValidState } from '../../../src/lib/agent/store/run-state.ts';
import { isOver } from '../../../src/lib/agent/state/run-status.ts';
import { inject, OPERATIONS, type Fault } from '../../kit/runs/faults.ts';
import { beginning, play, type Durable, type Played, type Plot } from '../../kit/runs/generated-run.ts';
import { expectNothingTwice } from '../../kit/runs/kill-schedule.ts';
import { plots, ROOMY } from '../../kit/runs/plots.ts';
import { digestInTurn, Hang } from '../../kit/base/virtual-clock.ts';
import { stored } from '../../kit/runs/world.ts';

digestInTurn();

const LIMITS = { ...ROOMY, wallClockMs: 60_000 };
/** What may be added to a run's time: the graces of the tools and of the stream. */
const GRACE = 2000;

function expectWell(run: Played): void {
  const { state, frames, now } = run;
  expect(isOver(state.status)).toBe(true);
  expect(isValidState(stored(frames))).toBe(true);
  const waiting = state.request.wait ? state.request.wait.until - state.request.wait.since : 0;
  expect(now - state.startedAt - state.request.waitedMs - waiting).toBeLessThanOrEqual(LIMITS.wallClockMs + GRACE);
  expectNothingTwice(run);
}

async function survive(plot: Plot, fault: Fault): Promise<void> {
  const injection = inject(fault);
  let left: Durable = beginning();
  try {
    const run = await play(plot, undefined, { around: injection.around, onPoint: (_name, copy) => (left = copy()) });
    expectWell(run);
  } catch (thrown) {
    // a store that fails or hangs stops the worker: the next one goes on from what was stored
    if (injection.hit() !== 'append') throw thrown;
    expect(thrown instanceof Hang || String(thrown).includes('Fault in append')).toBe(true);
    if (left.frames.length > 0) expect(isValidState(stored(left.frames))).toBe(true);
    expectWell(await play(plot, left));
  }
}

const hows: fc.Arbitrary<Omit<Fault, 'at'>> = fc.record({
  how: fc.constantFrom('throw' as const, 'hang' as const, 'error' as const, 'cut' as const),
  forEver: fc.boolean(),
});

describe('a run in which something outside fails', () => {
  it('ends well in time, whichever operation it is, however it fails, once or for ever', async () => {
    const call = (name: string) => ({ name, args: { reasoning: 'r', n: 1 } });
    const plot: Plot = {
      script: [{ calls: [call('read'), call('inside'), call('several')] }, { calls: [call('open'), call('look')] }],
      limits: LIMITS,
      prices: null,
      opening: true,
      toolCalling: 'native',
      usage: {},
      flaky: [0],
      tempo: 0,
      stopAt: null,
    };
    const counted = inject(null);
    await play(plot, undefined, { around: counted.around });
    expect(new Set(counted.operations)).toEqual(new Set(OPERATIONS));
    for (const at of counted.operations.keys()) {
      for (const how of ['throw', 'hang', 'error', 'cut'] as const) {
        for (const forEver of [false, true]) {
          try {
            await survive(plot, { at, how, forEver });
          } catch (thrown) {
            throw new Error(`${counted.operations[at] ?? ''} ${JSON.stringify({ at, how, forEver })}`, {
              cause: thrown,
            });
          }
        }
      }
    }
  });

  it('ends well in time, whatever the run', async () => {
    await fc.assert(
      fc.asyncProperty(plots({ limits: fc.constant(LIMITS), stops: true }), fc.nat(200), hows, (plot, at, how) =>
        survive(plot, { at, ...how }),
      ),
      { numRuns: 500 },
    );
  });
});
