import { describe, expect, it } from 'vitest';
import { runInSlices } from '../../../../src/lib/pipeline/text/time-slices.ts';
import { runAtOnce } from '../../../kit/base/run-at-once.ts';

function* work(log: string[]): Generator<undefined, string> {
  for (let step = 0; step < 4; step++) {
    log.push(`step ${step}`);
    yield;
  }
  return 'done';
}

/** A clock that moves by `scanNext` milliseconds each time it is read. */
function clock(step: number): () => number {
  let time = 0;
  return () => (time += step);
}

describe('inSlices', () => {
  it('lets other tasks in whenever a slice has lasted long enough', async () => {
    let isOtherDone = false;
    setTimeout(() => (isOtherDone = true));
    function* waiting(): Generator<undefined, number> {
      let steps = 0;
      for (; !isOtherDone && steps < 100_000; steps++) yield;
      return steps;
    }
    expect(await runInSlices(waiting(), { now: clock(1000) })).toBeLessThan(100_000);
  });

  it('does not pause for short work', async () => {
    const log: string[] = [];
    setTimeout(() => log.push('other task'));
    await runInSlices(work(log), { now: clock(0) });
    expect(log).toEqual(['step 0', 'step 1', 'step 2', 'step 3']);
  });

  it('passes on what the work throws', async () => {
    // oxlint-disable-next-line require-yield -- it throws before its first slice ends
    function* broken(): Generator<undefined, never> {
      throw new Error('broken');
    }
    await expect(runInSlices(broken())).rejects.toThrow('broken');
  });
});

it('atOnce runs to the end', () => {
  const log: string[] = [];
  expect(runAtOnce(work(log))).toBe('done');
  expect(log).toHaveLength(4);
});
