import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  countTold,
  decideEgress,
  MAX_RUN_BITS,
  MAX_UNASKED_BITS,
} from '../../../../src/lib/agent/egress/decide-egress.ts';

const choice = fc.double({ min: 0, max: 20, noNaN: true });
const questions = fc.array(fc.array(choice, { maxLength: 12 }), { maxLength: 12 });

it('whatever a run chooses among links, its sites learn at most 16 bits of a question and 64 of all unasked [R11.6]', () => {
  fc.assert(
    fc.property(questions, (run) => {
      let toldBefore = 0;
      for (const choices of run) {
        let told = 0;
        for (const bits of choices) {
          const labels = { integrity: 'untrusted', confidentiality: 'public' } as const;
          const egress = { kind: 'read', labels, named: true, granted: false, own: false } as const;
          if (decideEgress({ ...egress, bits: countTold({ told, toldBefore }) + bits }) === 'allow') told += bits;
        }
        expect(told).toBeLessThanOrEqual(MAX_UNASKED_BITS + 1e-9);
        toldBefore += told;
      }
      expect(toldBefore).toBeLessThanOrEqual(MAX_RUN_BITS + 1e-9);
    }),
    { numRuns: 1000 },
  );
});
