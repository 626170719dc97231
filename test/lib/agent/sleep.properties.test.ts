/** A computer that sleeps in mid-run, once or often, for a second or for days: the run ends as it would have without. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { beginning, play, type Played, type Plot } from '../../kit/runs/generated-run.ts';
import { plots, tight } from '../../kit/runs/plots.ts';
import { digestInTurn, type VirtualClock } from '../../kit/base/virtual-clock.ts';

digestInTurn();

const HOUR = 3_600_000;
const naps = fc.array(
  fc.record({ at: fc.integer({ min: 0, max: 60 }), ms: fc.integer({ min: 1000, max: 30 * 24 * HOUR }) }),
  { maxLength: 8 },
);

/** Sleeps at the moments of the run that have these numbers. */
async function playSleeping(plot: Plot, sleeps: readonly { readonly at: number; readonly ms: number }[]) {
  let clock: VirtualClock | null = null;
  let moment = 0;
  return play(plot, beginning(), {
    around(parts) {
      clock = parts.ports.clock as VirtualClock;
      return parts;
    },
    onPoint() {
      for (const { at, ms } of sleeps) if (at === moment) clock?.sleep(ms);
      moment += 1;
    },
  });
}

/** What a run did, without when. */
const withoutTimes = ({ frames }: Played): unknown[] =>
  frames.map((frame: Frame) => {
    const untimed = { ...frame, at: 0, slept: 0 };
    if (untimed.kind === 'wait') return { ...untimed, until: 0 };
    return untimed.kind === 'model.reply' || untimed.kind === 'tool.result' ? { ...untimed, ms: 0 } : untimed;
  });

it('[R2.2b] sleep of the computer is not working time: any number of sleeps, anywhere, changes nothing', () =>
  fc.assert(
    fc.asyncProperty(fc.oneof(plots(), plots({ limits: tight })), naps, async (plot, sleeps) => {
      const slept = await playSleeping(plot, sleeps);
      expect(withoutTimes(slept)).toEqual(withoutTimes(await play(plot)));
      expect(foldAll(slept.frames)).toEqual(slept.state);
    }),
    { numRuns: 200 },
  ));
