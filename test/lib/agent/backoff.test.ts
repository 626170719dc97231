/** How long a failed call is waited out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeBackoff, LONGEST_WAIT_MS } from '../../../src/lib/agent/loop/recover-from-failure.ts';

const failed = fc.record({ runId: fc.uuid(), key: fc.string(), failures: fc.integer({ min: 1, max: 2000 }) });

describe('the wait after a failure', () => {
  it('lies between a half and the whole of what doubles with each failure, and never passes the cap', () => {
    fc.assert(
      fc.property(failed, (call) => {
        const whole = Math.min(1000 * 2 ** (call.failures - 1), LONGEST_WAIT_MS);
        const wait = computeBackoff(call);
        expect(Number.isInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(whole / 2);
        expect(wait).toBeLessThanOrEqual(whole);
      }),
    );
  });

  it('is never shorter than the server asked for, however long that is', () => {
    fc.assert(
      fc.property(failed, fc.nat(86_400_000), (call, retryAfterMs) => {
        expect(computeBackoff({ ...call, retryAfterMs })).toBe(Math.max(retryAfterMs, computeBackoff(call)));
      }),
    );
  });

  it('is the same for the same call, whenever it is asked', () => {
    fc.assert(
      fc.property(failed, (call) => {
        expect(computeBackoff({ ...call })).toBe(computeBackoff(call));
      }),
    );
  });

  it('spreads runs that failed together over all of its bounds', () => {
    const waits = Array.from({ length: 500 }, (_, n) =>
      computeBackoff({ runId: `run-${String(n)}`, key: '1/decide', failures: 3 }),
    );
    expect(new Set(waits).size).toBeGreaterThan(350);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const from = 2000 + tenth * 200;
      const inside = waits.filter((wait) => wait > from && wait <= from + 200).length;
      expect(inside, `from ${String(from)} ms`).toBeGreaterThan(20);
    }
  });
});
