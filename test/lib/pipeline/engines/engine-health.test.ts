import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHealth } from '../../../../src/lib/pipeline/engines/engine-health.ts';

const MINUTE = 60_000;

describe('an engine', () => {
  it('may be asked until it has failed three times in a row, then rests for a minute', () => {
    const health = createHealth();
    health.recordFailure('a', 0, 'down');
    health.recordFailure('a', 1, 'down');
    expect(health.getPause('a', 1)).toBeNull();
    health.recordFailure('a', 2, 'still down');
    expect(health.getPause('a', 3)).toEqual({ until: MINUTE + 2, why: 'still down' });
    expect(health.getPause('a', MINUTE + 2)).toBeNull();
    expect(health.getPause('b', 3)).toBeNull();
  });

  it('rests twice as long after each further failure, and never longer than ten minutes', () => {
    const health = createHealth();
    const rests = [1, 2, 3, 4, 5, 6, 7, 40, 41].map((_, i) => {
      const now = i * 100 * MINUTE;
      health.recordFailure('a', now, 'down');
      return ((health.getPause('a', now)?.until ?? now) - now) / MINUTE;
    });
    expect(rests).toEqual([0, 0, 1, 2, 4, 8, 10, 10, 10]);
  });

  it('rests as long as it asks for, and no shorter word takes that back', () => {
    const health = createHealth();
    health.pause('a', 5 * MINUTE, 'too many');
    health.pause('a', MINUTE, 'later word');
    expect(health.getPause('a', 4 * MINUTE)).toEqual({ until: 5 * MINUTE, why: 'too many' });
  });

  it('that has answered begins anew, whatever came before', () => {
    const step = fc.oneof(
      fc.constant('failed' as const),
      fc.integer({ min: 1, max: 1e6 }).map((until) => until),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const health = createHealth();
        for (const it of steps) {
          if (it === 'failed') health.recordFailure('a', 0, 'down');
          else health.pause('a', it, 'busy');
        }
        health.markAnswered('a');
        expect(health.getPause('a', 0)).toBeNull();
        health.recordFailure('a', 0, 'down');
        health.recordFailure('a', 0, 'down');
        expect(health.getPause('a', 0)).toBeNull();
      }),
    );
  });
});
