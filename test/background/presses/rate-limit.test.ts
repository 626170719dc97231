import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRateLimiter, MIN_GAP_MS, MAX_PER_MINUTE } from '../../../src/background/presses/rate-limit.ts';

it('lets a tab press no faster than a person, whatever the times and whatever other tabs do', () => {
  const steps = fc.array(fc.record({ after: fc.nat(8000), tab: fc.nat(2) }), { maxLength: 120 });
  fc.assert(
    fc.property(steps, (presses) => {
      let now = 0;
      const mayPass = createRateLimiter({ now: () => now });
      const passed: { readonly tab: number; readonly at: number }[] = [];
      for (const { after, tab } of presses) {
        now += after;
        const mine = passed.filter((one) => one.tab === tab);
        const slow = now - (mine.at(-1)?.at ?? -Infinity) >= MIN_GAP_MS;
        const few = mine.filter(({ at }) => now - at < 60_000).length < MAX_PER_MINUTE;
        const may = mayPass(tab);
        expect(may).toBe(slow && few);
        if (may) passed.push({ tab, at: now });
      }
    }),
    { numRuns: 300 },
  );
});
